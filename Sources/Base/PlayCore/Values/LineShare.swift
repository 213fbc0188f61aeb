/// One line that carries picture and sound: the sound's share, and the rate that the picture measures. Any thread. The
/// sound has priority: it is sent when it is due, and reported here. The picture's rate control counts it as written
/// before its next frame, which uses the remainder. In return, the sound learns the capacity of the line.
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

    /// The capacity of the line in bytes per second, or `nil` if unknown.
    package var rate: Double? {
        get { state.withLock { $0.rate } }
        set { state.withLock { $0.rate = newValue } }
    }
}
