import CPlatform
import Glibc
import PlayCore

/// A port on 127.0.0.1 whose server leaves its client waiting, in one of several ways.
final class SilentServer: Sendable {
    enum Manner: Sendable {
        /// No connection is accepted: the queue is full.
        case deaf
        case mute
        /// A header and 1000 bytes, then nothing.
        case stalls
        case refuses
    }

    let port: Int
    private let listener: Int32
    private let sockets: Monitor<[Int32]>
    private let thread: WorkerThread?

    init(_ manner: Manner) throws(BenchError) {
        listener = Loopback.socket()
        guard let port = Loopback.listen(listener, backlog: manner == .deaf ? 0 : 16) else {
            throw BenchError("no port on 127.0.0.1")
        }
        self.port = port
        let sockets = Monitor<[Int32]>([])
        self.sockets = sockets
        guard manner != .deaf else {
            // A queue of length 0 has space for one.
            let first = Loopback.socket()
            Loopback.withAddress(port) { _ = connect(first, $0, $1) }
            sockets.withLock { $0.append(first) }
            thread = nil
            return
        }
        let listener = listener
        thread = WorkerThread(name: "silent-server") {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                sockets.withLock { $0.append(client) }
                Self.serve(client, manner)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        thread?.join()
        for socket in sockets.withLock({ $0 }) + [listener] { close(socket) }
    }

    private static func serve(_ client: Int32, _ manner: Manner) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        // Requests are small: they arrive in one piece.
        guard recv(client, &buffer, buffer.count, 0) > 0 else { return }
        let words: String
        switch manner {
        case .deaf, .mute: return
        case .stalls:
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\nAccept-Ranges: bytes\r\n\r\n"
            words = head + String(repeating: "x", count: 1000)
        case .refuses: words = "HTTP/1.1 500 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        }
        _ = words.withCString { send(client, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }
}
