import CPlatform
import Glibc
import Kiosk
import PlayCore

/// Asks a viewer without a key for a name, for storing positions.
enum NicknamePrompt {
    /// Limited because the viewer occupies one of the places.
    static let patience = HostTime.seconds(60)
    /// The longest line of a terminal.
    private static let longestLine = 4096

    /// Returns the identity, or `nil` if the viewer has left or does not answer in time.
    ///
    /// - Parameter patience: the time to wait, or `nil` to wait forever.
    static func ask(_ patience: HostTime?) -> ViewerIdentity? {
        _ = StandardStream.output.write(tr("Your name, to find your place again (Enter: none is kept):") + " ")
        let deadline = patience.map { SystemClock().now + $0 }
        var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while true {
            let left = deadline.map { ($0 - SystemClock().now).nanoseconds / 1_000_000 }
            guard left ?? 1 > 0 else { return nil }
            let count = poll(&request, 1, left.map { Int32($0) } ?? -1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            var bytes = [UInt8](repeating: 0, count: longestLine)
            let read = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { return nil }
            let line = bytes.prefix(read).prefix { $0 != 0x0A && $0 != 0x0D }
            return ViewerIdentity(typed: String(decoding: line, as: UTF8.self))
        }
    }
}
