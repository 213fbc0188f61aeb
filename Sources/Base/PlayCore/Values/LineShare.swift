/// Shares one line between picture and sound. The sound has priority: it is sent when it is due, and reported here. The
/// picture's rate control counts it as written before its next frame, which uses the remainder. The sound in turn
/// learns the line's capacity, as the picture measures it. Any thread.
package final class LineShare: Sendable {
    private struct State {
        var sentBytes = 0
        var rate: Double?
    }

    private let state = Monitor(State())

    package init() {}

    package func send(_ bytes: Int) { state.withLock { $0.sentBytes += bytes } }

    package func takeSent() -> Int {
        state.withLock { state in
            defer { state.sentBytes = 0 }
            return state.sentBytes
        }
    }

    /// Bytes per second, or `nil` if unknown.
    package var rate: Double? {
        get { state.withLock { $0.rate } }
        set { state.withLock { $0.rate = newValue } }
    }
}
