package import PlayCore
import Playlists

/// The slide of a feed's pages: the current one, and the one that comes or goes. In rows.
///
/// The viewer pulls by the wheel. From half a page on the other item plays (``FeedPager``), and its page moves the rest
/// of the way by itself, as soon as its first picture has come. A page that was pulled less moves back.
package struct FeedSlide: Sendable, Equatable {
    package enum Phase: Sendable, Equatable {
        /// Without another pull the page moves back at `until`.
        case pulled(until: HostTime)
        /// The item has changed. Without its picture the rest of the slide is skipped after `until`.
        case awaiting(until: HostTime)
        /// The time of the next automatic step.
        case moving(HostTime)
    }

    /// The result of a pull.
    package enum Pull: Sendable, Equatable {
        case stays
        /// 1 next, −1 previous item.
        case turns(Int)
        /// There is no page on that side.
        case ends(Int)
    }

    /// The time after the last pull at which a page that was not pulled to its half moves back.
    static let rest = HostTime.milliseconds(600)
    /// The longest wait for a picture, longer than an item takes that was loaded ahead; slower items come without
    /// sliding.
    static let patience = HostTime.milliseconds(800)
    /// The time between two steps: 25 a second look like a motion.
    static let stepInterval = HostTime.milliseconds(40)
    /// Pulls that make half a page.
    static let pullsPerHalf = 3

    /// The height of a page; positive.
    package let height: Int
    /// The rows by which the view is below the top of the current page; negative if above. Less than ``height``.
    package private(set) var offset = 0
    package private(set) var phase: Phase
    /// Whether the current page came by this slide; the other one is then the previous item's.
    package private(set) var hasTurned = false
    /// Whether the list still has to report the change of the item.
    package private(set) var awaitsItem = false

    /// Creates a slide that has not moved.
    package init(height: Int, at now: HostTime) {
        precondition(height > 0, "a page has a height")
        self.height = height
        phase = .pulled(until: now + Self.rest)
    }

    /// Creates a slide of a whole page at once, by a key.
    package init(turning step: Int, height: Int, at now: HostTime) {
        self.init(height: height, at: now)
        turn(step, to: -step * height, at: now)
    }

    /// Pulls the page.
    ///
    /// - Parameters:
    ///   - rows: positive to the next item; at most a page.
    ///   - index: of the current item, of `count`.
    package mutating func pull(by rows: Int, index: Int, count: Int, at now: HostTime) -> Pull {
        let wanted = offset + rows
        // Beyond the ends there is no page.
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

    /// Notes that the list has changed to the other item.
    mutating func itemCame() { awaitsItem = false }

    package var isAwaitingPicture: Bool { if case .awaiting = phase { true } else { false } }

    /// Notes that the first picture of the current item can be shown.
    mutating func pictureCame(at now: HostTime) {
        if isAwaitingPicture { phase = .moving(now) }
    }

    /// The time at which ``pass(to:share:)`` has the next step to make.
    package var nextChange: HostTime {
        switch phase {
        case .pulled(let time), .awaiting(let time), .moving(let time): time
        }
    }

    /// Moves the pages by one step, if it is due. A slide that has awaited its picture too long ends instead.
    ///
    /// - Parameter share: each step leaves one part in so many of the way.
    /// - Returns: whether the slide continues.
    mutating func pass(to now: HostTime, share: Int) -> Bool {
        guard nextChange <= now else { return true }
        if isAwaitingPicture { return false }
        offset /= share
        phase = .moving(now + Self.stepInterval)
        return offset != 0
    }
}
