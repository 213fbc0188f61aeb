package import PlayCore
import Playlists

/// The current page of a feed, and the one that comes or goes. Counts in rows.
///
/// The viewer pulls by the wheel. After half a page, the other item plays (``FeedPager``); its page moves the rest of
/// the way by itself once its first picture has come. A page that was pulled less moves back.
package struct FeedSlide: Sendable, Equatable {
    package enum Phase: Sendable, Equatable {
        /// Moves back at `until` without another pull.
        case pulled(until: HostTime)
        /// The item has changed. If its picture has not come by `until`, the rest of the slide is skipped.
        case awaiting(until: HostTime)
        /// Moving by itself; the time of the next step.
        case moving(HostTime)
    }

    package enum Pull: Sendable, Equatable {
        case stays
        /// 1 next, −1 previous.
        case turns(Int)
        /// There is no page on that side.
        case ends(Int)
    }

    /// The time after which a page pulled less than half moves back.
    static let rest = HostTime.milliseconds(600)
    /// The longest wait for a picture: longer than an item loaded in advance needs. Slower items do not slide.
    static let patience = HostTime.milliseconds(800)
    /// The time between steps: 25 a second look like a motion.
    static let stepInterval = HostTime.milliseconds(40)
    static let pullsPerHalf = 3

    /// Positive.
    package let height: Int
    /// The view's distance below the top of the current page, less than ``height``; negative if above.
    package private(set) var offset = 0
    package private(set) var phase: Phase
    /// Whether the current page came by this slide, and the other one is the previous item's.
    package private(set) var hasTurned = false
    /// Whether the list has not reported the new item yet.
    package private(set) var awaitsItem = false

    package init(height: Int, at now: HostTime) {
        precondition(height > 0, "a page has a height")
        self.height = height
        phase = .pulled(until: now + Self.rest)
    }

    /// Starts a slide of a whole page, by a key.
    package init(turning step: Int, height: Int, at now: HostTime) {
        self.init(height: height, at: now)
        turn(step, to: -step * height, at: now)
    }

    /// - Parameters:
    ///   - rows: positive towards the next item; at most a page.
    ///   - index: of the current item, of `count`.
    package mutating func pull(by rows: Int, index: Int, count: Int, at now: HostTime) -> Pull {
        let wanted = offset + rows
        // There is no page beyond the ends.
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

    mutating func itemCame() { awaitsItem = false }

    package var isAwaitingPicture: Bool { if case .awaiting = phase { true } else { false } }

    mutating func pictureCame(at now: HostTime) {
        if isAwaitingPicture { phase = .moving(now) }
    }

    /// When ``pass(to:share:)`` has a step to make.
    package var nextChange: HostTime {
        switch phase {
        case .pulled(let time), .awaiting(let time), .moving(let time): time
        }
    }

    /// Makes a step if it is due. Ends a slide whose picture did not come in time.
    ///
    /// - Parameter share: each step moves one part in this many of the remaining way.
    /// - Returns: whether the slide continues.
    mutating func pass(to now: HostTime, share: Int) -> Bool {
        guard nextChange <= now else { return true }
        if isAwaitingPicture { return false }
        offset /= share
        phase = .moving(now + Self.stepInterval)
        return offset != 0
    }
}
