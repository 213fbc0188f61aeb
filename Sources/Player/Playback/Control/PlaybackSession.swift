package import PlayCore
package import PlaybackModel

/// The playback of one video, until the controller advances. Afterwards it ignores commands. Main thread.
package final class PlaybackSession {
    /// Counts a controller's sessions from 1.
    package let number: Int
    package private(set) var plan: SessionPlan
    package var video: Video { plan.video }
    package private(set) var isDiscarded = false
    /// Media to read ahead; zero leaves the choice to the player. Used at the next decision about reading.
    package var preferredForwardBuffer = MediaTime.zero {
        didSet { send(.setForwardBuffer(preferredForwardBuffer)) }
    }

    private let sink: (PlaybackCommand) -> Int

    init(number: Int, plan: SessionPlan, send: @escaping (PlaybackCommand) -> Int) {
        self.number = number
        self.plan = plan
        sink = send
    }

    @discardableResult
    package func send(_ command: PlaybackCommand) -> Int { isDiscarded ? 0 : sink(command) }

    func discard() { isDiscarded = true }
    func replace(_ plan: SessionPlan) { self.plan = plan }
}
