import CPlatform
import ClassKeeper
import Encoding
import Glibc
import Options
import PlayCore
import Storage

/// The server of live classes: `up` with its own chat server, `run` beside one, and commands for classes and codes.
enum KeeperProgram {
    static func run() -> Int32 {
        // Before any thread starts: threads inherit the mask.
        let signals = blockSignals()
        Localization.start(localeDirectory: ResourceLocator().localeDirectory)
        switch KeeperCommandLine.read(ByteText.commandLine) {
        case .show(let text): return Output.print(text)
        case .mistake(let words): return Output.fail(words)
        case .command(let line):
            do throws(KeeperError) {
                return try run(line, signals)
            } catch {
                return Output.fail(error.message + "\n")
            }
        }
    }

    private static func run(_ line: KeeperCommandLine, _ signals: Int32) throws(KeeperError) -> Int32 {
        if line.action == .film { return try FilmCommand(line, signals).run() }
        let folder = try folder(line)
        switch line.action {
        case .up: return try UpProgram(line, folder, signals).run()
        case .run: return try RunProgram(line, folder, signals).run()
        case .addClass: try ClassCommands(folder).add(line)
        case .listClasses: try ClassCommands(folder).list(line)
        case .reportClass: try ClassCommands(folder).report(line)
        case .removeClass: try ClassCommands(folder).remove(line)
        case .addCode: try CodeCommands(folder).add(line)
        case .listCodes: try CodeCommands(folder).list(line)
        case .removeCode: try CodeCommands(folder).remove(line)
        case .people: try ClassCommands(folder).people(line)
        case .bans: try BanCommands(folder).list(line)
        case .removeBan: try BanCommands(folder).remove(line)
        case .audit: try AuditCommand(folder).list(line)
        case .backup: try BackupCommands(folder).backup(absolute(line.words[0]))
        case .restore: try BackupCommands(folder).restore(absolute(line.words[0]))
        case .listRecordings: try RecordingCommands(folder).list(line)
        case .closeRecording: try RecordingCommands(folder).close(line, true)
        case .openRecording: try RecordingCommands(folder).close(line, false)
        case .deleteRecording: try RecordingCommands(folder).delete(line)
        case .film: break
        }
        return 0
    }

    private static func folder(_ line: KeeperCommandLine) throws(KeeperError) -> String {
        guard let given = line.given("dir") else {
            guard let state = StateFolder.path() else {
                throw .server(tr("no state folder: name a folder with --dir"))
            }
            return state + "/classes"
        }
        return try absolute(given)
    }

    /// A chat server that is started has its own working folder, and SQLite gives some names a meaning.
    static func absolute(_ path: String) throws(KeeperError) -> String {
        guard !path.hasPrefix("/") else { return path }
        guard let here = getcwd(nil, 0) else { throw .server(String(cString: strerror(errno))) }
        defer { free(here) }
        return String(cString: here) + "/" + path
    }

    /// Blocks the signals that end the keeper, which waits for them. A lost connection does not end it.
    private static func blockSignals() -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        return signalfd(-1, &set, Int32(SFD_CLOEXEC))
    }
}

/// Standard output and standard error, written without a buffer.
enum Output {
    /// Prints rows with tabs and `-` for empty texts, or objects without `nil` for `--json`. A text of `nil` is no
    /// column. Texts are unverified.
    static func print(_ rows: [[(name: String, text: String?, json: JSONValue?)]], _ line: KeeperCommandLine) {
        if line.has("json") {
            let objects = rows.map { row in
                JSONValue.object(row.compactMap { cell in cell.json.map { JSONValue.Member(cell.name, $0) } })
            }
            print(String(decoding: JSONValue.list(objects).bytes, as: UTF8.self) + "\n")
        } else {
            for row in rows {
                let cells = row.compactMap(\.text).map { $0.isEmpty ? "-" : ByteText.shown($0) }
                print(cells.joined(separator: "\t") + "\n")
            }
        }
    }

    @discardableResult
    static func print(_ text: String) -> Int32 {
        let number = WholeFile.write(Array(text.utf8), to: STDOUT_FILENO)
        // A reader that has closed the pipe (`| head`) is no failure.
        return number == 0 || number == EPIPE ? 0 : ExitCode.startFailed.rawValue
    }

    static func warn(_ text: String) {
        if logsObjects.withLock({ $0 }) { return log(.warning, text) }
        _ = WholeFile.write(Array("tvplay-keeper: \(text)".utf8), to: STDERR_FILENO)
    }

    /// Whether standard error gets JSON objects, one a line.
    private static let logsObjects = Monitor(false)

    /// Writes the log, and later warnings and errors, as JSON objects to standard error.
    static func logObjects(_ level: Log.Level) {
        logsObjects.withLock { $0 = true }
        _ = Log.shared.listen(level) { log($0.level, $0.module + ": " + $0.text) }
    }

    private static func log(_ level: Log.Level, _ message: String) {
        let object = JSONValue.object([
            JSONValue.Member("time", .integer(WallTime.now.milliseconds)),
            JSONValue.Member("level", .string(level.name)),
            JSONValue.Member("message", .string(message.hasSuffix("\n") ? String(message.dropLast()) : message)),
        ])
        _ = WholeFile.write(object.bytes + [0x0A], to: STDERR_FILENO)
    }

    static func fail(_ text: String) -> Int32 {
        if logsObjects.withLock({ $0 }) { log(.error, text) } else { warn(text) }
        return ExitCode.startFailed.rawValue
    }
}
