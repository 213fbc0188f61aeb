package import PlayCore

/// What the clock of a class shows. A value.
package struct TimerView: Sendable, Equatable {
    /// Whole seconds: what is left, or what has gone.
    package var seconds: Int
    package var total: Int
    package var isPaused: Bool
    /// It has just been set, or was asked for: it stands out.
    package var isCalled: Bool

    package init(seconds: Int, total: Int, isPaused: Bool = false, isCalled: Bool = false) {
        (self.seconds, self.total) = (seconds, total)
        (self.isPaused, self.isCalled) = (isPaused, isCalled)
    }

    package init(_ face: TimerFace, at position: MediaTime, isCalled: Bool) {
        let signal = face.received.signal
        self.init(
            seconds: face.seconds(at: position), total: max(0, signal.total), isPaused: signal.phase == .paused,
            isCalled: isCalled)
    }
}

/// For how long a timer that was set, or asked for, stands out. A value.
package struct TimerCall: Sendable {
    /// Of the viewer's time: also while playing is paused.
    private static let duration = HostTime.seconds(4)

    private var face: TimerFace?
    /// Nil: it does not.
    package private(set) var end: HostTime?

    package init() {}

    /// - Returns: whether it stands out.
    package mutating func show(_ new: TimerFace?, at now: HostTime) -> Bool {
        if new != face {
            face = new
            end = new == nil ? nil : now + Self.duration
        }
        if let end, now >= end { self.end = nil }
        return end != nil
    }
}
