import Glibc

/// A port on 127.0.0.1 that never answers. The server accepts nothing and its queue is full, so the kernel drops each
/// connection request.
package final class DeafListener {
    package let port: Int
    private let listener: Int32
    private var waiting: [Int32] = []

    package init() throws {
        (listener, port) = try LoopbackSocket.listen(backlog: 0)
        // A queue of length 0 has space for one connection; a second one waits forever.
        if let first = LoopbackSocket.connect(port: port) { waiting.append(first) }
    }

    deinit { for socket in waiting + [listener] { close(socket) } }
}
