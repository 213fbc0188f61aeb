import CPlatform
import Glibc

/// A client of a socket without a file, which never blocks.
final class IPCTestClient {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private(set) var isClosed = false

    struct Failure: Error {}

    init(_ name: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = [0] + Array(name.utf8.dropFirst())
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) == 0 }
        }
        guard isConnected else { throw Failure() }
        tv_set_nonblocking(descriptor, 1)
    }

    deinit { close(descriptor) }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// - Returns: `false` if the player has closed the connection.
    @discardableResult
    func send(_ line: String) -> Bool {
        let data = Array((line + "\n").utf8)
        return Glibc.send(descriptor, data, data.count, Int32(MSG_NOSIGNAL)) >= 0 || errno == EAGAIN
    }

    /// Sends the last bytes, and closes only the client's direction.
    func end(with bytes: String = "") {
        let data = Array(bytes.utf8)
        _ = Glibc.send(descriptor, data, data.count, Int32(MSG_NOSIGNAL))
        shutdown(descriptor, Int32(SHUT_WR))
    }

    private var flooding = false

    /// Makes each later ``read()`` write a part of an endless line.
    func flood() { flooding = true }

    func read() {
        if flooding {
            let data = [UInt8](repeating: 0x20, count: 1 << 16)
            if Glibc.send(descriptor, data, data.count, Int32(MSG_NOSIGNAL)) < 0, errno != EAGAIN {
                isClosed = true
            }
        }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 || count < 0 && errno == ECONNRESET { isClosed = true }
            guard count > 0 else { return }
            bytes += buffer.prefix(count)
        }
    }
}
