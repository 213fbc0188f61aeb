import Glibc
import PlayCore

/// Standard output or standard error, written without a buffer.
struct StandardStream {
    static let output = StandardStream(descriptor: STDOUT_FILENO)
    static let error = StandardStream(descriptor: STDERR_FILENO)

    private let descriptor: Int32

    /// Returns the reason for a failure. A closed pipe (`| head`) is no failure.
    func write(_ text: String) -> String? {
        // By default the signal would end the process. Restored for the player, which inherits ignored signals.
        let previous = signal(SIGPIPE, SIG_IGN)
        defer { _ = signal(SIGPIPE, previous) }
        let number = WholeFile.write(Array(text.utf8), to: descriptor)
        return number == 0 || number == EPIPE ? nil : String(cString: strerror(number))
    }
}
