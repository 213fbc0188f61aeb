/// Command lines of `ssh` that share one connection.
package struct SSHLines: Sendable, Equatable {
    /// `[USER@]HOST`.
    private let host: String
    private let options: [String]
    private let control: String

    package init(host: String, options: [String], control: String) {
        (self.host, self.options, self.control) = (host, options, control)
    }

    /// Opens the shared connection, with its prompts, keeps it open, and runs a command.
    package func first(_ command: String) -> [String] {
        words(["-o", "ControlMaster=yes", "-o", "ControlPersist=yes", "-T"], [command])
    }

    package func run(_ command: String) -> [String] { words(["-T"], [command]) }

    /// Runs a command on a terminal of the other machine. Hides "Shared connection closed", which would end every film.
    package func session(_ command: String) -> [String] { words(["-t"], [command], last: ["-o", "LogLevel=ERROR"]) }

    /// - Parameter there: a path on the other machine, or `127.0.0.1:PORT` (0: any port, which ssh prints).
    package func forward(_ there: String, to here: String) -> [String] {
        words(["-O", "forward", "-R", there + ":" + here], [])
    }

    package var end: [String] { words(["-O", "exit"], []) }

    /// - Parameter last: options that apply unless the user sets them.
    private func words(_ own: [String], _ command: [String], last: [String] = []) -> [String] {
        // ssh uses the first value of an option: ours precede the user's, so that no other connection is shared.
        ["ssh", "-o", "ControlPath=" + control] + own + options + last + ["--", host] + command
    }
}
