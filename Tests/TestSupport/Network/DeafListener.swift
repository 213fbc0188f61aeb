import Glibc

/// A port on 127.0.0.1 that never answers: nobody accepts, and its queue is full, so the kernel drops what knocks.
package final class DeafListener {
    package let port: Int
    private let listener: Int32
    private var waiting: [Int32] = []

    /// - Throws: when no socket is to be had.
    package init() throws {
        (listener, port) = try LoopbackSocket.listen(backlog: 0)
        // A queue of none has space for one; a second connection waits for ever.
        if let first = LoopbackSocket.connect(port: port) { waiting.append(first) }
    }

    deinit { for socket in waiting + [listener] { close(socket) } }
}
