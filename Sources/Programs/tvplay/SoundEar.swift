import CPlatform
import Glibc
import PlayCore
import Processes
import SoundWire

/// The listener of one connection: a local process, and a way to it from the other machine.
final class SoundEar {
    /// The place for the player there: a socket, or a file with a port and a secret. `nil` without sound.
    private(set) var place: String?
    private(set) var problem: String?
    private var listener: ChildProcess?
    private let socket: String
    private let log: String
    /// A pipe whose closing ends the listener.
    private var input: Int32 = -1

    /// - Parameter listener: its command line, without the path of its socket.
    init(
        _ connection: SSHConnection, _ machine: RemoteMachine, _ folder: PrivateFolder, listener words: [String]
    ) throws(ProgramError) {
        socket = folder.path + "/sound"
        log = folder.path + "/log"
        let secret = SoundSecret.make()
        let name = String(SoundSecret.text(SoundSecret.make()).prefix(16))
        let there = machine.folder + "/" + name
        let way = try connection.run(connection.lines.forward(there, to: socket), keepsErrors: true)
        if way.status == 0 {
            place = there
            try start(words, secret: nil)
        } else if let port = try Self.port(connection, to: socket) {
            let file = there + ".tcp"
            let text = "\(port) \(SoundSecret.text(secret))\n"
            let written = try connection.run(
                connection.lines.run(
                    ShellWords.script(
                        "umask 077; printf %s " + ShellWords.quoted(text) + " > " + ShellWords.quoted(file))),
                keepsErrors: true)
            guard written.status == 0 else {
                problem = Self.clean(written.errors)
                return
            }
            place = file
            try start(words, secret: secret)
        } else {
            problem = tr("the SSH server there forwards neither sockets nor ports (%1)", Self.clean(way.errors))
        }
    }

    /// Returns a port of the loopback there, or `nil` if the server refuses that, too.
    private static func port(_ connection: SSHConnection, to socket: String) throws(ProgramError) -> UInt16? {
        let way = try connection.run(connection.lines.forward("127.0.0.1:0", to: socket), keepsErrors: true)
        guard way.status == 0 else { return nil }
        return way.output.split { !$0.isNumber }.compactMap { UInt16($0) }.first { $0 > 0 }
    }

    private func start(_ words: [String], secret: [UInt8]?) throws(ProgramError) {
        let pipe = try OutputPipe(for: words[0])
        input = tv_duplicate_above(pipe.writing, 3)
        _ = fcntl(input, F_SETFD, FD_CLOEXEC)
        var launch = ProgramLaunch(words + [socket])
        launch.input = .descriptor(pipe.reading)
        launch.errors = .file(path: log, flags: O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
        // Ctrl-C and a closed terminal end the film. The listener ends after it.
        launch.place = .ownGroup
        if let secret { launch.variables[SoundSecret.variable] = SoundSecret.text(secret) }
        listener = try launch.start()
    }

    /// The messages in the listener's last lines, because the screen has hidden them.
    var messages: [String] {
        do throws(FileError) {
            let text = String(decoding: try WholeFile.read(log, limit: 1 << 20), as: UTF8.self)
            return text.split(separator: "\n").suffix(10).map { SafeText.clean(String($0), limit: 200) }
        } catch {
            return []
        }
    }

    func close() {
        if input >= 0 { Glibc.close(input) }
        input = -1
        listener?.wait()
        listener = nil
    }

    private static func clean(_ text: String) -> String {
        SafeText.clean(ByteText.shown(text.split(separator: "\n").last.map(String.init) ?? text), limit: 200)
    }
}
