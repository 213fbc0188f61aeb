import CPlatform
import ClassKeeper
import Glibc
import PlayCore
import Processes

/// Offers to install a missing Prosody for `up`, on a terminal with apt-get.
struct ProsodyInstallation {
    private static let packages = ["prosody", "openssl"]

    /// The signal descriptor of ``KeeperProgram``.
    let signals: Int32

    /// Does nothing if Prosody exists or the user cannot be asked. Throws if an accepted installation fails.
    func offer() throws(KeeperError) {
        guard !ProgramPath.has("prosody"), ProgramPath.has("apt-get"), isatty(STDIN_FILENO) == 1,
            isatty(STDOUT_FILENO) == 1
        else { return }
        // A user who cannot become root gets the command in a message, for the administrator.
        guard geteuid() == 0 || ProgramPath.has("sudo") else { return }
        guard ask() else { return }
        // Package lists may be missing or old, so that the first attempt fails.
        if try run(["install", "-y", "--no-install-recommends"] + Self.packages) { return }
        guard try run(["update"]), try run(["install", "-y", "--no-install-recommends"] + Self.packages) else {
            throw .server(tr("apt-get could not install Prosody"))
        }
    }

    private func ask() -> Bool {
        Output.print(
            tr("tvplay-keeper up starts Prosody, a chat server, which is not installed.") + "\n"
                + tr("Install prosody now? [y/N] "))
        // Ctrl+C is an answer, too.
        var entries = [STDIN_FILENO, signals].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&entries, nfds_t(entries.count), -1) <= 0 {}
        guard entries[1].revents == 0, let answer = readLine() else {
            Output.print("\n")
            return false
        }
        return ["y", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace })
    }

    private func run(_ arguments: [String]) throws(KeeperError) -> Bool {
        var words = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"] + arguments
        if geteuid() != 0 { words.insert("sudo", at: 0) }
        var launch = ProgramLaunch(words)
        (launch.input, launch.output, launch.errors) = (.inherited, .inherited, .inherited)
        do throws(ProgramError) {
            return try launch.start().wait() == .code(0)
        } catch {
            throw .server(error.description)
        }
    }
}
