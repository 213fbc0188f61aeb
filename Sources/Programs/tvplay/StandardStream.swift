import Glibc
import PlayCore

/// Standard output or standard error, written at once and without buffers.
struct StandardStream {
    static let output = StandardStream(descriptor: STDOUT_FILENO)
    static let error = StandardStream(descriptor: STDERR_FILENO)

    private let descriptor: Int32

    /// Writes all of it; a reader that has gone (`| head`) has had enough, which is no failure.
    ///
    /// - Returns: the system's reason when it could not be written.
    func write(_ text: String) -> String? {
        // The default would end the process by signal. Restored for the player, which inherits what is ignored.
        let previous = signal(SIGPIPE, SIG_IGN)
        defer { _ = signal(SIGPIPE, previous) }
        let number = WholeFile.write(Array(text.utf8), to: descriptor)
        return number == 0 || number == EPIPE ? nil : String(cString: strerror(number))
    }
}
