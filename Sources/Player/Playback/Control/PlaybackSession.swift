package import PlayCore
package import PlaybackModel

/// One video's play, from being prepared until the controller goes on; after that it does nothing any more.
///
/// What decodes is private to the engine: a session only says what it is about and takes commands. Main
/// thread only.
package final class PlaybackSession {
    /// Counts the sessions of a controller from 1.
    package let number: Int
    package private(set) var plan: SessionPlan
    package var video: Video { plan.video }
    package private(set) var isDiscarded = false
    /// Media to read ahead; zero gives the choice back. Taken at the next decision about reading.
    package var preferredForwardBuffer = MediaTime.zero {
        didSet { send(.setForwardBuffer(preferredForwardBuffer)) }
    }

    private let sink: (PlaybackCommand) -> Int

    init(number: Int, plan: SessionPlan, send: @escaping (PlaybackCommand) -> Int) {
        self.number = number
        self.plan = plan
        sink = send
    }

    /// Does nothing once the controller has advanced.
    ///
    /// - Returns: the command's number, see ``PlaybackSnapshot/answered``; 0 when nothing was done.
    @discardableResult
    package func send(_ command: PlaybackCommand) -> Int { isDiscarded ? 0 : sink(command) }

    func discard() { isDiscarded = true }
    func replace(_ plan: SessionPlan) { self.plan = plan }
}
