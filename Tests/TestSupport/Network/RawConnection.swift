import CPlatform
import Glibc
import PlayCore

/// Sends exactly the bytes of the test, piece by piece.
package final class RawConnection {
    package struct Failure: Error { let what: String }

    private let descriptor: Int32

    package init(port: Int) throws {
        guard let descriptor = LoopbackSocket.connect(port: port) else { throw Failure(what: "no connection") }
        self.descriptor = descriptor
    }

    deinit { Glibc.close(descriptor) }

    /// - Returns: `false` if the peer has disconnected.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool { SocketWriting.send(bytes, to: descriptor) }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    package func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    package func readToEnd() throws -> String { try read { _ in false } }

    /// Returns the received text once it meets the condition, or at the end of the connection.
    package func read(until isEnough: (String) -> Bool) throws -> String {
        let deadline = SystemClock().now + Patience.limit
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = (deadline - SystemClock().now).nanoseconds / 1_000_000
            guard left > 0, poll(&entry, 1, Int32(clamping: left)) == 1 else {
                throw Failure(what: "it did not come; what came: " + String(decoding: bytes, as: UTF8.self))
            }
            let count = recv(descriptor, &piece, piece.count, 0)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece[..<count]
            let text = String(decoding: bytes, as: UTF8.self)
            if isEnough(text) { return text }
        }
    }
}
