package import PlayCore
package import PlaybackModel

/// The playback of one video, from its preparation until the controller advances; after that it has no effect. Decoding
/// is private to the engine: a session only describes its video and takes commands. Main thread only.
package final class PlaybackSession {
    /// Counts the sessions of a controller from 1.
    package let number: Int
    package private(set) var plan: SessionPlan
    package var video: Video { plan.video }
    package private(set) var isDiscarded = false
    /// The media to read ahead; zero leaves the choice to the player. Used at the next decision about reading.
    package var preferredForwardBuffer = MediaTime.zero {
        didSet { send(.setForwardBuffer(preferredForwardBuffer)) }
    }

    private let sink: (PlaybackCommand) -> Int

    init(number: Int, plan: SessionPlan, send: @escaping (PlaybackCommand) -> Int) {
        self.number = number
        self.plan = plan
        sink = send
    }

    /// Sends a command and returns its number (``PlaybackSnapshot/answered``); 0, without effect, once discarded.
    @discardableResult
    package func send(_ command: PlaybackCommand) -> Int { isDiscarded ? 0 : sink(command) }

    func discard() { isDiscarded = true }
    func replace(_ plan: SessionPlan) { self.plan = plan }
}
