/// One line that carries picture and sound: what the sound takes of it, and how fast the picture finds it. Any thread.
///
/// The sound comes first: it is sent whenever it is due, and told here. The picture's rate control counts it as written
/// before its next frame, so that the frame gets what is left. In return the sound learns how much the line carries.
package final class LineShare: Sendable {
    private struct State {
        var sentBytes = 0
        var rate: Double?
    }

    private let state = Monitor(State())

    package init() {}

    /// The sound has sent so many bytes.
    package func send(_ bytes: Int) { state.withLock { $0.sentBytes += bytes } }

    /// What the sound has sent since the last call.
    package func takeSent() -> Int {
        state.withLock { state in
            defer { state.sentBytes = 0 }
            return state.sentBytes
        }
    }

    /// What the line carries in a second, in bytes; nil: not known.
    package var rate: Double? {
        get { state.withLock { $0.rate } }
        set { state.withLock { $0.rate = newValue } }
    }
}
