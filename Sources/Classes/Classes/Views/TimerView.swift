package import PlayCore

package struct TimerView: Sendable, Equatable {
    package var seconds: Int
    package var total: Int
    package var isPaused: Bool
    /// Whether it is highlighted, because it was just set or requested, or has just ended.
    package var isCalled: Bool
    package var isUp: Bool

    package init(seconds: Int, total: Int, isPaused: Bool = false, isCalled: Bool = false, isUp: Bool = false) {
        (self.seconds, self.total) = (seconds, total)
        (self.isPaused, self.isCalled, self.isUp) = (isPaused, isCalled, isUp)
    }

    /// Returns `nil` if the timer ended earlier.
    package init?(_ face: TimerFace, at position: MediaTime, isCalled: Bool) {
        let (signal, isUp) = (face.received.signal, face.isUp(at: position))
        guard signal.phase != .stopped || isUp else { return nil }
        self.init(
            seconds: face.seconds(at: position), total: max(0, signal.total), isPaused: signal.phase == .paused,
            isCalled: isCalled || isUp, isUp: isUp)
    }
}

/// The highlight of a timer after it is set or requested.
package struct TimerCall: Sendable {
    /// In the viewer's time, which advances while playback is paused.
    private static let duration = HostTime.seconds(4)

    private var face: TimerFace?
    package private(set) var end: HostTime?

    package init() {}

    package mutating func show(_ new: TimerFace?, at now: HostTime) -> Bool {
        if new != face {
            face = new
            end = new == nil ? nil : now + Self.duration
        }
        if let end, now >= end { self.end = nil }
        return end != nil
    }
}
