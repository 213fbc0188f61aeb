import CPlatform
import Glibc

/// A message from the player to its front, one packet each. The front replies by signals, or closes the socket.
enum JobMessage: Equatable {
    /// The terminal is restored, so the front must stop the job and let the shell continue.
    case stop
    /// The bytes that restore the terminal's screen if the player dies without doing so.
    case reset([UInt8])
    /// A log line, for a front that accepts it.
    case note([UInt8])
    /// The player has ended, but its process may remain: a thread that waits for a drive cannot be killed.
    case ended(status: Int32)

    static let maximumBytes = 1024
    private static let stopByte = UInt8(ascii: "s")
    private static let resetByte = UInt8(ascii: "r")
    private static let noteByte = UInt8(ascii: "n")
    private static let endByte = UInt8(ascii: "e")

    init?(bytes: some Collection<UInt8>) {
        switch bytes.first {
        case Self.stopByte: self = .stop
        case Self.resetByte: self = .reset(Array(bytes.dropFirst()))
        case Self.noteByte: self = .note(Array(bytes.dropFirst()))
        case Self.endByte:
            guard let status = Int32(String(decoding: bytes.dropFirst(), as: UTF8.self)) else { return nil }
            self = .ended(status: status)
        default: return nil
        }
    }

    var bytes: [UInt8] {
        switch self {
        case .stop: [Self.stopByte]
        case .reset(let bytes): [Self.resetByte] + bytes
        case .note(let bytes): [Self.noteByte] + bytes
        case .ended(let status): [Self.endByte] + Array("\(status)".utf8)
        }
    }

    enum Received: Equatable {
        case message(JobMessage)
        case unknown
        case nothing
        case end
    }

    static func receive(from socket: Int32) -> Received {
        var bytes = [UInt8](repeating: 0, count: maximumBytes)
        let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        if count > 0 { return JobMessage(bytes: bytes[..<count]).map(Received.message) ?? .unknown }
        if count == 0 { return .end }
        return errno == EAGAIN || errno == EINTR ? .nothing : .end
    }

    /// Sends without waiting. A front that has ended needs no messages.
    func send(to socket: Int32) {
        let bytes = bytes
        guard bytes.count <= Self.maximumBytes else { return }
        _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }
}
