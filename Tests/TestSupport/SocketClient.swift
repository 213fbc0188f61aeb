import CPlatform
import Foundation
import PlayCore

/// A client of a player's JSON socket.
package final class SocketClient {
    package typealias Message = [String: Any]
    package struct Failure: Error, CustomStringConvertible { package let description: String }

    private let descriptor: Int32
    private var lines = LineBuffer()
    private var unread: [Message] = []
    package private(set) var messages: [Message] = []

    /// - Parameter name: a path, or `@name`. The server that listens there may still be starting.
    package init(_ name: String) throws {
        guard let address = UnixAddress(name) else { throw Failure(description: "no address: \(name)") }
        var connected: Int32?
        _ = eventually {
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            if address.connect(descriptor) { connected = descriptor } else { close(descriptor) }
            return connected != nil
        }
        guard let connected else { throw Failure(description: "no server listens at \(name)") }
        descriptor = connected
    }

    deinit { close(descriptor) }

    /// - Parameter command: a JSON list.
    package func send(_ command: String, id: Int = 0) {
        let bytes = Array("{\"command\":\(command),\"request_id\":\(id)}\n".utf8)
        _ = CPlatform.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Reads up to the command's answer. Events before it are in ``messages``.
    package func ask(_ command: String) throws -> Message {
        let id = messages.count + 1000
        send(command, id: id)
        return try wait(for: "the answer to \(command)") { $0["request_id"] as? Int == id }
    }

    package func get(_ property: String) throws -> Any? { try ask("[\"get_property\",\"\(property)\"]")["data"] }

    /// Reads up to the first message for which the condition holds.
    @discardableResult
    package func wait(for what: String, until condition: (Message) -> Bool) throws -> Message {
        let deadline = SystemClock().now + Patience.limit
        while true {
            while !unread.isEmpty {
                let message = unread.removeFirst()
                messages.append(message)
                if condition(message) { return message }
            }
            try read(until: deadline, what)
        }
    }

    /// `nil` waits until the property is unavailable.
    @discardableResult
    package func wait(for property: String, _ value: String?) throws -> Message {
        try wait(for: "\(property) \(value ?? "unavailable")") { message in
            guard message["event"] as? String == "property-change", message["name"] as? String == property else {
                return false
            }
            return message["data"].map { "\($0)" } == value
        }
    }

    private func read(until deadline: HostTime, _ what: String) throws {
        let left = (deadline - SystemClock().now).nanoseconds / 1_000_000
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard left > 0, poll(&entry, 1, Int32(clamping: left)) == 1 else {
            throw Failure(description: "\(what) did not come; what came: \(messages)")
        }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = CPlatform.read(descriptor, &bytes, bytes.count)
        guard count > 0, let whole = lines.append(bytes[..<max(0, count)]) else {
            throw Failure(description: "\(what) did not come, the player left; what came: \(messages)")
        }
        for line in whole {
            if let message = try JSONSerialization.jsonObject(with: Data(line)) as? Message { unread.append(message) }
        }
    }
}
