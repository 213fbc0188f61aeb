import CPlatform
import Glibc
import PlayCore

/// Receives the messages of services to systemd (sd_notify(3)).
package final class NotifySocket {
    package struct Failure: Error, CustomStringConvertible { package let description: String }

    private let path: String
    private let descriptor: Int32
    package private(set) var heard: [String] = []

    package init(_ path: String) throws {
        self.path = path
        let kind = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        descriptor = socket(AF_UNIX, Int32(kind), 0)
        guard descriptor >= 0, let address = UnixAddress(path), address.bind(descriptor) else {
            throw Failure(description: "no socket: \(path)")
        }
    }

    deinit { close(descriptor) }

    /// Sends messages to the socket until it accepts no more.
    package func fill() throws {
        let sender = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(sender) }
        guard sender >= 0, UnixAddress(path)?.connect(sender) == true else {
            throw Failure(description: "no socket: \(path)")
        }
        while send(sender, "FULL=1", 6, Int32(MSG_NOSIGNAL)) > 0 {}
    }

    /// Waits until the message has been received `times` times.
    package func hears(_ message: String, times: Int = 1) -> Bool {
        eventually {
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count > 0 { heard.append(String(decoding: bytes.prefix(count), as: UTF8.self)) }
            return heard.count(where: { $0 == message }) >= times
        }
    }
}
