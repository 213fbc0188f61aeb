package import PlayCore
import Playlists

/// How far the pages of a feed are slid: the one that plays, and the one that comes or goes. Pure; in rows.
///
/// The viewer pulls by the wheel. From half a page on the other item plays (``FeedPager``), and the rest of the way its
/// page goes by itself, as soon as its first picture is there; a page that was pulled less goes back.
package struct FeedSlide: Sendable, Equatable {
    package enum Phase: Sendable, Equatable {
        /// Without another pull the page goes back at `until`.
        case pulled(until: HostTime)
        /// The item has changed. Without its picture there is nothing to see of the way after `until`.
        case awaiting(until: HostTime)
        /// The next step by itself.
        case moving(HostTime)
    }

    /// What a pull comes to.
    package enum Pull: Sendable, Equatable {
        case stays
        /// 1 next, −1 previous item.
        case turns(Int)
        /// There is no page on that side.
        case ends(Int)
    }

    /// After the last pull a page that was not pulled to its half waits so long.
    static let rest = HostTime.milliseconds(600)
    /// Longer than an item takes that was loaded ahead; what takes longer comes without sliding.
    static let patience = HostTime.milliseconds(800)
    /// Between two steps: 25 a second are a motion.
    static let stepInterval = HostTime.milliseconds(40)
    /// Pulls that make half a page.
    static let pullsPerHalf = 3

    /// Of a page; positive.
    package let height: Int
    /// Rows by which the view stands below the top of the page that plays; negative: above. Less than ``height``.
    package private(set) var offset = 0
    package private(set) var phase: Phase
    /// The page that plays came by this slide; the other one is that of the item before.
    package private(set) var hasTurned = false
    /// The change of the item is still to come from the list.
    package private(set) var awaitsItem = false

    /// Nothing is slid yet.
    package init(height: Int, at now: HostTime) {
        precondition(height > 0, "a page has a height")
        self.height = height
        phase = .pulled(until: now + Self.rest)
    }

    /// A whole page at once, by a key.
    package init(turning step: Int, height: Int, at now: HostTime) {
        self.init(height: height, at: now)
        turn(step, to: -step * height, at: now)
    }

    /// - Parameters:
    ///   - rows: positive: on; at most a page.
    ///   - index: of the item that plays, of `count`.
    package mutating func pull(by rows: Int, index: Int, count: Int, at now: HostTime) -> Pull {
        let wanted = offset + rows
        // Beyond the ends there is nothing to be pulled out.
        if index == 0, wanted < 0 { return end(-1, at: now) }
        if index + 1 >= count, wanted > 0 { return end(1, at: now) }
        var pager = FeedPager(pageHeight: Double(height), currentIndex: index)
        switch pager.scrolled(to: Double(index * height + wanted)) {
        case .next: return turn(1, to: wanted - height, at: now)
        case .previous: return turn(-1, to: wanted + height, at: now)
        case nil:
            offset = wanted
            phase = .pulled(until: now + Self.rest)
            return .stays
        }
    }

    private mutating func end(_ step: Int, at now: HostTime) -> Pull {
        offset = 0
        phase = .moving(now)
        return .ends(step)
    }

    @discardableResult
    private mutating func turn(_ step: Int, to offset: Int, at now: HostTime) -> Pull {
        self.offset = offset
        hasTurned = true
        awaitsItem = true
        phase = .awaiting(until: now + Self.patience)
        return .turns(step)
    }

    /// The list has gone to the other item.
    mutating func itemCame() { awaitsItem = false }

    package var isAwaitingPicture: Bool { if case .awaiting = phase { true } else { false } }

    /// The first picture of the item that plays now can be shown.
    mutating func pictureCame(at now: HostTime) {
        if isAwaitingPicture { phase = .moving(now) }
    }

    /// When ``pass(to:share:)`` has something to do.
    package var nextChange: HostTime {
        switch phase {
        case .pulled(let time), .awaiting(let time), .moving(let time): time
        }
    }

    /// Goes on by itself. - Parameter share: each step leaves one part in so many of the way.
    /// - Returns: false when the slide is over.
    mutating func pass(to now: HostTime, share: Int) -> Bool {
        guard nextChange <= now else { return true }
        if isAwaitingPicture { return false }
        offset /= share
        phase = .moving(now + Self.stepInterval)
        return offset != 0
    }
}
