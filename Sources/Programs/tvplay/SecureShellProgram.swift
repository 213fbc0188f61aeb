import CPlatform
import Cells
import Glibc
import Options
import PlayCore
import Processes
import SoundWire

/// `tvplay ssh`: runs the player on another machine. Its picture comes through the terminal, its sound through the same
/// connection to a listener that is started here.
struct SecureShellProgram {
    /// A folder below the home folder of the other machine.
    private static let soundFolder = ".cache/tvplay-ssh/sound"
    private static let copyFolder = ".cache/tvplay-ssh/bin"

    private let command: SecureShellCommand
    private let device: AudioDeviceChoice
    private let resources: ResourceLocator

    init(_ command: SecureShellCommand, device: AudioDeviceChoice, _ resources: ResourceLocator) {
        (self.command, self.device, self.resources) = (command, device, resources)
    }

    private var shownHost: String { SafeText.clean(ByteText.shown(command.host), limit: 100) }

    func run() -> ExitCode {
        // Ctrl-C ends ssh. This program then cleans up.
        for number in [SIGINT, SIGQUIT, SIGHUP, SIGPIPE] { signal(number, SIG_IGN) }
        guard let folder = PrivateFolder() else {
            return fail(tr("Cannot make a private folder: %1", String(cString: strerror(errno))))
        }
        defer { folder.remove() }
        let lines = SSHLines(host: command.host, options: command.sshOptions, control: folder.path + "/control")
        let connection = SSHConnection(lines)
        do throws(ProgramError) {
            defer { end(connection) }
            return try run(connection, folder)
        } catch {
            return fail(error.description)
        }
    }

    private func run(_ connection: SSHConnection, _ folder: PrivateFolder) throws(ProgramError) -> ExitCode {
        let question = RemoteMachine.question(
            folder: Self.soundFolder, program: "tvplay",
            places: ["$HOME/.local/bin", "/usr/local/bin", "$HOME/" + Self.copyFolder])
        let first = try connection.run(connection.lines.first(ShellWords.script(question)))
        guard first.status == 0, let machine = RemoteMachine(answer: first.output) else {
            // ssh has printed the reason.
            return first.status == 255
                ? .startFailed
                : fail(
                    tr(
                        "The login shell of %1 did not run the commands of tvplay; it must be able to run sh.",
                        shownHost))
        }
        guard let program = try program(connection, machine) else { return .startFailed }
        let ear = try SoundEar(connection, machine, folder, listener: listenerWords)
        defer { ear.close() }
        if let problem = ear.problem { say(tr("No sound from %1: %2", shownHost, problem)) }
        let words = connection.lines.session(session(program, ear))
        var launch = ProgramLaunch(words)
        launch.input = .inherited
        launch.output = .inherited
        launch.errors = .inherited
        let end = try Waiting.wait(for: try launch.start())
        // 255 is ssh's own status. A player that a signal ended has a lower one.
        let isCut = if case .signal = end { true } else { end.status == 255 }
        if isCut { ScreenReset.write() }
        // The screen has hidden the earlier message.
        if let problem = ear.problem { say(tr("No sound from %1: %2", shownHost, problem)) }
        for line in ear.messages { say(line) }
        if isCut { say(tr("The connection to %1 was cut.", shownHost)) }
        return ExitCode(rawValue: end.status) ?? .startFailed
    }

    /// Returns the command to run there, or `nil` after printing why there is none.
    private func program(_ connection: SSHConnection, _ machine: RemoteMachine) throws(ProgramError) -> String? {
        if let program = command.program { return program }
        if let program = machine.program { return ShellWords.quoted(program) }
        guard command.copies else {
            say(
                tr("tvplay is not installed on %1.", shownHost) + " "
                    + tr("Install it there as its README says, or let tvplay ssh --copy put this one there."))
            return nil
        }
        let copy = ProgramCopy(connection, machine, resources, host: shownHost, folder: Self.copyFolder)
        do throws(ProgramCopy.Refusal) {
            return "\"$HOME\"/" + Self.copyFolder + "/" + (try copy.run())
        } catch {
            say(error.text)
            return nil
        }
    }

    /// Returns the script to run there. It removes its socket at the end, even if the connection breaks.
    private func session(_ program: String, _ ear: SoundEar) -> String {
        var steps: [String] = []
        if let place = ear.place {
            steps.append("trap " + ShellWords.quoted("rm -f " + ShellWords.quoted(place)) + " EXIT")
            steps.append("trap 'exit 129' HUP TERM")
        }
        var line = ""
        // ssh does not pass it on.
        if let color = ProcessEnvironment.text("COLORTERM"), !color.isEmpty {
            line = "COLORTERM=" + ShellWords.quoted(color) + " "
        }
        if command.program != nil {
            steps.append(line + program + " " + ShellWords.line(command.words))
        } else {
            let device = ear.place.map { ["--audio-device=remote:" + $0] } ?? []
            steps.append(line + program + " " + ShellWords.line(device + command.words))
        }
        return ShellWords.script(steps.joined(separator: "; "))
    }

    private var listenerWords: [String] {
        let player = resources.executable("tvplay-player") ?? "tvplay-player"
        let device: [String] = if case .named(let name) = device { ["--audio-device=" + name] } else { [] }
        return [player] + device + ["listen", "--until-input-ends"]
    }

    private func end(_ connection: SSHConnection) {
        do throws(ProgramError) {
            // "No ControlSocket" if the connection never existed or is lost: there is nothing to end.
            _ = try connection.run(connection.lines.end, keepsErrors: true)
        } catch {
            // Without ssh there is no connection to end.
        }
    }

    private func fail(_ text: String) -> ExitCode {
        say(text)
        return .startFailed
    }

    private func say(_ text: String) { _ = StandardStream.error.write("tvplay: " + ByteText.shown(text) + "\n") }
}

/// A folder for the sockets of one connection, accessible to this user only.
struct PrivateFolder {
    let path: String

    /// Creates the folder in `/tmp`, because a socket's path must be short. Returns `nil` with `errno` set.
    init?() {
        let made = "/tmp/tvplay-ssh-XXXXXX".withCString { pattern -> String? in
            guard let copy = strdup(pattern) else { return nil }
            defer { free(copy) }
            return mkdtemp(copy).map { String(cString: $0) }
        }
        guard let made else { return nil }
        path = made
    }

    func remove() {
        for name in FolderWalk.names(in: path, for: "ssh") { unlink(path + "/" + name) }
        rmdir(path)
    }
}

/// Resets the modes of the terminal that shells do not reset, after a player was cut off.
private enum ScreenReset {
    /// CAN and ST end a truncated sequence. Then come updates, keys, paste, mouse, colours, cursor, the old screen.
    private static let sequences =
        "\u{18}\u{1B}\\\u{1B}[?2026l\u{1B}[<u\u{1B}[>4m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l"
        + "\u{1B}[m\u{1B}[?1l\u{1B}>\u{1B}[?25h\u{1B}[?1049l\r\n"

    static func write() {
        guard isatty(STDOUT_FILENO) == 1 else { return }
        _ = StandardStream.output.write(sequences)
    }
}

/// Waits for a child that has the terminal. Passes it the signals that end this process.
enum Waiting {
    static func wait(for child: ChildProcess) throws(ProgramError) -> ProcessEnd {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let signals = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        let ending = try child.openEnding()
        defer {
            close(signals)
            close(ending)
        }
        while true {
            if let end = child.end() { return end }
            var entries = [
                pollfd(fd: ending, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&entries, 2, -1)
            if entries[1].revents != 0 {
                var information = signalfd_siginfo()
                _ = read(signals, &information, MemoryLayout<signalfd_siginfo>.size)
                kill(child.id, SIGTERM)
            }
        }
    }
}
