import CPlatform
import Glibc
import PlayCore
import SoundWire

/// A player's connection to a listener. Used on the listener's thread.
final class PlayerPeer {
    enum Ending: Error, Equatable {
        case gone
        case malformed(SoundWireError)
        case refused(SoundRefusal)
    }

    let descriptor: Int32
    var session: ListenerSession
    /// `nil` before the hello.
    var ear: Ear?
    var told: AudioSinkStatus.Device?
    private var reader = SoundMessageReader<PlayerMessage>()
    /// The next report waits for this rest of a partly sent one.
    private var unsent: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 16 << 10)

    init(_ descriptor: Int32, secret: [UInt8]?, at now: HostTime) {
        self.descriptor = descriptor
        session = ListenerSession(secret: secret, at: now)
    }

    deinit { Glibc.close(descriptor) }

    /// Reads messages, up to 16 KiB at a time so that other peers get their turn.
    func receive(_ body: (PlayerMessage) throws(Ending) -> Void) throws(Ending) {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, [EINTR, EAGAIN].contains(errno) { return }
        guard count > 0 else { throw .gone }
        reader.append(buffer[..<count])
        while true {
            let message: PlayerMessage?
            do throws(SoundWireError) {
                message = try reader.next()
            } catch {
                throw .malformed(error)
            }
            guard let message else { return }
            try body(message)
        }
    }

    var canSend: Bool { unsent.isEmpty }

    func send(_ message: ListenerMessage) throws(Ending) {
        unsent += message.bytes
        try flush()
    }

    func flush() throws(Ending) {
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else { throw .gone }
            unsent.removeFirst(count)
        }
    }
}
