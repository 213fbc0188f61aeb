import CPlatform
import Cells
import Glibc
import Options
import PlayCore
import Storage

/// `tvplay remote`: sends commands of input.conf and the JSON protocol to another player.
enum RemoteProgram {
    /// Longer than any command except one that waits for a slow disk.
    private static let patience = timeval(tv_sec: 10, tv_usec: 0)
    /// The most bytes of an answer. The longest property is a list of ten thousand items.
    private static let byteLimit = 16 << 20

    /// - Parameter path: the socket's path (`--input-ipc-server`), or `nil` for the only player that listens.
    static func run(_ command: RemoteCommand, path: String?) -> QuickOutcome {
        let found = path.map { [$0] } ?? (RuntimeFolder()?.playerSockets() ?? [])
        let listening = found.compactMap { path in connect(path).map { (path: path, descriptor: $0) } }
        defer { for (_, descriptor) in listening { close(descriptor) } }
        guard let first = listening.first else {
            return .failure(
                path.map { tr("No player is listening at %1.", clean($0)) }
                    ?? tr("No player is listening. Start one with --background-audio --remote-control."))
        }
        guard listening.count == 1 else {
            let paths = listening.map { "  " + clean($0.path) }.joined(separator: "\n")
            return .failure(tr("Several players are listening; choose one with --input-ipc-server:") + "\n" + paths)
        }
        return ask(command, first.descriptor)
    }

    private static func ask(_ command: RemoteCommand, _ descriptor: Int32) -> QuickOutcome {
        guard send(command.request, descriptor) else { return .failure(tr("The player does not respond.")) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < byteLimit {
            while let end = bytes.firstIndex(of: 0x0A) {
                let line = String(decoding: bytes[..<end], as: UTF8.self)
                bytes.removeSubrange(...end)
                switch RemoteCommand.answer(line) {
                case .done(let data): return .text(data.map { clean($0) + "\n" } ?? "")
                case .failed(let words):
                    return .failure(tr("The player refused the command: %1", clean(words)))
                case nil: break
                }
            }
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                // A player that receives `quit` may exit before it answers.
                return count == 0 && command.playerWords[0] == "quit"
                    ? .text("") : .failure(tr("The player does not respond."))
            }
            bytes += buffer.prefix(count)
        }
        return .failure(tr("The player does not respond."))
    }

    private static func send(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private static func connect(_ path: String) -> Int32? {
        guard let address = UnixAddress(path) else { return nil }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var patience = patience
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        guard address.connect(descriptor) else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func clean(_ text: String) -> String { SafeText.clean(ByteText.shown(text), limit: 1 << 20) }
}
