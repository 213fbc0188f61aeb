import CPlatform
import Glibc

/// What the player tells its front; a packet each. The other way there are only signals, and the end.
enum JobMessage: Equatable {
    /// The terminal is restored: stop the job, so that the shell goes on.
    case stop
    /// What restores the terminal's screen, should the player die without doing so.
    case reset([UInt8])
    /// What the front is to write down: text of the player's, for a front that takes it.
    case note([UInt8])
    /// The player has ended with this status, though its process may stay: a thread that waits for a drive cannot be
    /// killed before the drive answers.
    case ended(status: Int32)

    /// Longer ones are not sent. Bytes.
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
        /// What this version does not know.
        case unknown
        case nothing
        /// The other side has ended.
        case end
    }

    /// Takes what there is, without waiting.
    static func receive(from socket: Int32) -> Received {
        var bytes = [UInt8](repeating: 0, count: maximumBytes)
        let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        if count > 0 { return JobMessage(bytes: bytes[..<count]).map(Received.message) ?? .unknown }
        if count == 0 { return .end }
        return errno == EAGAIN || errno == EINTR ? .nothing : .end
    }

    /// Without waiting; a front that has ended needs no messages.
    func send(to socket: Int32) {
        let bytes = bytes
        guard bytes.count <= Self.maximumBytes else { return }
        _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }
}
