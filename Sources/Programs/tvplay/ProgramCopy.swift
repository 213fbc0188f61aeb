import CPlatform
import Glibc
import PlayCore
import Processes

/// Copies this program to the user's own folder on another machine, if the user agrees.
struct ProgramCopy {
    struct Refusal: Error {
        let text: String
    }

    private static let programs = ["tvplay", "tvplay-player"]

    private let connection: SSHConnection
    private let machine: RemoteMachine
    private let resources: ResourceLocator
    private let host: String
    private let folder: String

    /// - Parameter folder: a folder below the home folder there.
    init(
        _ connection: SSHConnection, _ machine: RemoteMachine, _ resources: ResourceLocator, host: String,
        folder: String
    ) {
        (self.connection, self.machine, self.resources) = (connection, machine, resources)
        (self.host, self.folder) = (host, folder)
    }

    /// - Returns: the program's name in the folder.
    func run() throws(Refusal) -> String {
        var system = utsname()
        uname(&system)
        let architecture = withUnsafeBytes(of: system.machine) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        let library = Self.library
        if let obstacle = machine.obstacle(architecture, library: library) {
            throw Refusal(text: tr("tvplay cannot be copied to %1: %2.", host, SafeText.clean(obstacle)))
        }
        let paths = Self.programs.compactMap(resources.executable)
        guard paths.count == Self.programs.count else {
            throw Refusal(text: tr("tvplay cannot be copied to %1: %2.", host, tr("its own files are missing here")))
        }
        guard asks(paths) else { throw Refusal(text: tr("Nothing was copied.")) }
        do throws(ProgramError) {
            try copy(paths)
            try check()
        } catch {
            throw Refusal(text: error.description)
        }
        return Self.programs[0]
    }

    /// The C library, such as `glibc 2.36`.
    private static var library: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            guard confstr(Int32(_CS_GNU_LIBC_VERSION), text.baseAddress, text.count) > 0 else { return "" }
            return text.baseAddress.map { String(cString: $0) } ?? ""
        }
    }

    /// Asks on the terminal. Without one the answer is no.
    private func asks(_ paths: [String]) -> Bool {
        let bytes = paths.reduce(0) { total, path in
            var status = stat()
            return total + (stat(path, &status) == 0 ? Int(status.st_size) : 0)
        }
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        let question = tr(
            "Copy tvplay (%1 MB) to ~/%2 on %3? [y/N] ", "\((bytes + 999_999) / 1_000_000)", folder, host)
        guard WholeFile.write(Array(question.utf8), to: terminal) == 0 else { return false }
        var answer: UInt8 = 0
        return read(terminal, &answer, 1) == 1 && (answer | 0x20) == UInt8(ascii: "y")
    }

    private func copy(_ paths: [String]) throws(ProgramError) {
        let pipe = try OutputPipe(for: "tar")
        var archive = ProgramLaunch(["tar", "-cf", "-", "--dereference"] + paths.flatMap(Self.place))
        archive.output = .descriptor(pipe.writing)
        archive.errors = .inherited
        let tar = try archive.start()
        pipe.closeWriting()
        let place = "\"$HOME\"/" + ShellWords.quoted(folder)
        let script = "umask 077; mkdir -p \(place) && cd \(place) && tar -xf -"
        let outcome = try connection.run(
            connection.lines.run(ShellWords.script(script)), input: .descriptor(pipe.reading))
        tar.wait()
        guard outcome.status == 0 else {
            throw ProgramError(program: "tar", cause: .notStarted(EIO))
        }
    }

    /// Returns `-C FOLDER NAME`.
    private static func place(_ path: String) -> [String] {
        guard let slash = path.lastIndex(of: "/") else { return [path] }
        return ["-C", String(path[..<slash]), String(path[path.index(after: slash)...])]
    }

    /// Checks the copy: the other system's loader names missing libraries.
    private func check() throws(ProgramError) {
        let script =
            "\"$HOME\"/" + ShellWords.quoted(folder) + "/tvplay --version && ldd \"$HOME\"/"
            + ShellWords.quoted(folder) + "/tvplay-player | grep 'not found' || exit 0; exit 67"
        let outcome = try connection.run(connection.lines.run(ShellWords.script(script)))
        guard outcome.status == 67 else { return }
        let missing = outcome.output.split(separator: "\n").filter { $0.contains("not found") }.map {
            SafeText.clean($0.split(separator: " ").first.map { String($0.filter { $0 != "\t" }) } ?? "", limit: 60)
        }
        _ = StandardStream.error.write(
            "tvplay: " + tr("Libraries missing on %1: %2", host, missing.listed) + "\n")
    }
}
