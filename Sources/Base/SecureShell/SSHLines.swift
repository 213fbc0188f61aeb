/// Command lines of `ssh`, all over one connection. A value.
package struct SSHLines: Sendable, Equatable {
    /// `[USER@]HOST`.
    private let host: String
    /// What the user has to say to ssh.
    private let options: [String]
    /// The socket of the connection that the others share.
    private let control: String

    package init(host: String, options: [String], control: String) {
        (self.host, self.options, self.control) = (host, options, control)
    }

    /// Connects, asks what has to be asked, and stays; runs a command.
    package func first(_ command: String) -> [String] {
        words(["-o", "ControlMaster=yes", "-o", "ControlPersist=yes", "-T"], [command])
    }

    package func run(_ command: String) -> [String] { words(["-T"], [command]) }

    /// With a terminal there. "Shared connection closed" is no news at the end of a film.
    package func session(_ command: String) -> [String] { words(["-t"], [command], last: ["-o", "LogLevel=ERROR"]) }

    /// - Parameters:
    ///   - there: a path on the other machine, or `127.0.0.1:PORT` (0: any, which is printed).
    ///   - here: a path on this machine.
    package func forward(_ there: String, to here: String) -> [String] {
        words(["-O", "forward", "-R", there + ":" + here], [])
    }

    /// Ends the connection.
    package var end: [String] { words(["-O", "exit"], []) }

    /// - Parameter last: what counts where the user says nothing of it.
    private func words(_ own: [String], _ command: [String], last: [String] = []) -> [String] {
        // What stands first counts: ours before the user's, that nobody else's connection is used.
        ["ssh", "-o", "ControlPath=" + control] + own + options + last + ["--", host] + command
    }
}
