/// Changes the item when a page is slid by half.
package struct FeedPager: Sendable, Equatable {
    package enum Step: Sendable, Equatable {
        case next
        case previous
    }

    /// In the unit of the offsets (rows); positive.
    package let pageHeight: Double
    package private(set) var currentIndex: Int

    package init(pageHeight: Double, currentIndex: Int = 0) {
        precondition(pageHeight > 0, "a page has a height")
        self.pageHeight = pageHeight
        self.currentIndex = currentIndex
    }

    /// Returns `nil` if the item stays, as for a negative offset (pulled beyond the beginning).
    ///
    /// - Parameter offset: counted from the top of the first page.
    package mutating func scrolled(to offset: Double) -> Step? {
        guard offset >= 0, offset.isFinite else { return nil }
        let index = Int(min((offset / pageHeight).rounded(), 1e9))
        guard index != currentIndex else { return nil }
        let top = Double(currentIndex) * pageHeight
        if offset - top >= pageHeight / 2 {
            currentIndex = index
            return .next
        }
        if top - offset >= pageHeight / 2 {
            currentIndex = index
            return .previous
        }
        return nil
    }
}
