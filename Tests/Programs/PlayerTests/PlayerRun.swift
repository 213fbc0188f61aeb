import CPlatform
import Cells
import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

/// The built `tvplay` in a pseudo terminal, on a sound device that accepts everything and plays nothing.
///
/// Standard error goes to a file, so the screen shows only the program's own output.
final class PlayerRun {
    /// The sound device of the machine.
    enum Sound { case null, none }

    let terminal: PseudoTerminal
    let folder: URL
    private let modesBefore: termios

    /// - Parameters:
    ///   - environment: variables in addition to the default ones; `nil` removes a variable.
    ///   - script: a bash script, in which the program is `"$0" "$@"`, or `nil` to run the program directly.
    init(
        _ arguments: [String], columns: Int = 80, rows: Int = 24, environment: [String: String?] = [:],
        sound: Sound = .null, script: String? = nil
    ) throws {
        // The model of the terminal asks libc for widths.
        setlocale(LC_CTYPE, "C.UTF-8")
        folder = try BuiltProgram.temporaryFolder()
        terminal = try PseudoTerminal(columns: columns, rows: rows)
        modesBefore = terminal.modes
        let alsa = folder.appendingPathComponent("alsa.conf")
        try Data((sound == .null ? "pcm.!default { type null }\n" : "").utf8).write(to: alsa)
        var variables: [String: String?] = [
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "HOME": folder.path,
            "ALSA_CONFIG_PATH": alsa.path, "SWIFT_BACKTRACE": "enable=no",
        ]
        for name in ["PATH", "LD_LIBRARY_PATH"] { variables[name] = ProcessInfo.processInfo.environment[name] }
        variables.merge(environment) { _, own in own }
        let program = BuiltProgram.path("tvplay")
        try terminal.spawn(
            script == nil ? program : "/bin/bash", script.map { ["-c", $0, program] + arguments } ?? arguments,
            environment: variables.compactMap { name, value in value.map { name + "=" + $0 } }, errorPath: errorPath)
    }

    deinit { BuiltProgram.remove(folder) }

    /// The player's process, started by the program that the terminal runs.
    var player: pid_t {
        get throws {
            let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
            return try #require(processes.first { Self.parent(of: $0) == terminal.processID })
        }
    }

    /// Returns a process's parent, or `nil` if the process no longer exists.
    static func parent(of process: pid_t) -> pid_t? {
        let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data()
        let fields = String(decoding: data, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 1 ? pid_t(fields[1]) : nil
    }

    private var errorPath: String { folder.appendingPathComponent("errors").path }

    /// All of standard error so far.
    var errors: String { text(of: "errors") }

    /// Returns the text of a file in ``folder``, or an empty text if the file is missing.
    func text(of file: String) -> String {
        let data = FileManager.default.contents(atPath: folder.appendingPathComponent(file).path)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Makes a client of the socket take a screenshot, and waits until the file is complete.
    ///
    /// - Parameter number: the number of the file; names count from 1.
    func screenshot(_ number: Int, _ client: SocketClient) throws -> Data {
        _ = try client.ask(#"["screenshot"]"#)
        let path = folder.appendingPathComponent("counter-000\(number).png").path
        var data = Data()
        let isThere = terminal.wait { _ in
            data = FileManager.default.contents(atPath: path) ?? Data()
            return data.suffix(8).starts(with: Data("IEND".utf8))
        }
        try #require(isThere, "no \(path): \(errors)")
        return data
    }

    var screen: VTScreen { terminal.screen }
    func type(_ text: String) { terminal.type(text) }

    /// Returns the text of a row, counted from the end if negative.
    func row(_ row: Int) -> String { screen.text(row: row < 0 ? screen.rows + row : row) }

    /// Reads output until the condition holds. The test ends if it never does.
    func wait(
        for what: String, sourceLocation: SourceLocation = #_sourceLocation, until condition: (VTScreen) -> Bool
    ) throws {
        let holds = terminal.wait { condition($0.screen) }
        let ending = terminal.exit.map { "the program ended with \($0)" } ?? "the program goes on"
        try #require(holds, "\(what); \(ending): \(errors)\n\(screen.text)", sourceLocation: sourceLocation)
    }

    /// Waits until the counter's picture is shown and returns its number. It fails for picture 0, which looks like a
    /// black screen, so a run that is paused at its beginning uses `--start=1`.
    @discardableResult
    func waitForPicture(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int {
        var first = 0
        try wait(for: "a picture", sourceLocation: sourceLocation) { screen in
            first = screen.counter ?? 0
            return first > 0
        }
        return first
    }

    func waitForPictures(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let first = try waitForPicture(sourceLocation: sourceLocation)
        try wait(for: "\(count) pictures more", sourceLocation: sourceLocation) { ($0.counter ?? 0) >= first + count }
    }

    func waitForExit(sourceLocation: SourceLocation = #_sourceLocation) throws -> ProcessEnd {
        try #require(
            terminal.waitForExit(), "still running: \(screen.text)", sourceLocation: sourceLocation)
    }

    /// Checks that the tty and the screen are as before the program, and that it wrote only known sequences.
    func expectTerminalIsRestored(sourceLocation: SourceLocation = #_sourceLocation) {
        let modes = terminal.modes
        expect(
            modes.c_lflag, is: modesBefore.c_lflag,
            "tty modes", sourceLocation: sourceLocation)
        expect(
            modes.c_iflag, is: modesBefore.c_iflag,
            "tty modes", sourceLocation: sourceLocation)
        expect(
            modes.c_oflag, is: modesBefore.c_oflag,
            "tty modes", sourceLocation: sourceLocation)
        expect(
            modes.c_cflag, is: modesBefore.c_cflag,
            "tty modes", sourceLocation: sourceLocation)
        // Cursor and autowrap; no alternate screen, mouse, paste brackets, cursor keys or open update.
        expect(screen.modes, is: [7, 25], sourceLocation: sourceLocation)
        expect(screen.problems, is: [], sourceLocation: sourceLocation)
    }

    /// Quits with `q`.
    ///
    /// - Parameter code: the expected exit code, or `nil` for any.
    func quit(expecting code: Int32? = 0, sourceLocation: SourceLocation = #_sourceLocation) throws {
        type("q")
        let exit = try waitForExit(sourceLocation: sourceLocation)
        if let code { expect(exit, is: .code(code), sourceLocation: sourceLocation) }
        expectTerminalIsRestored(sourceLocation: sourceLocation)
    }
}

/// Keys as xterm sends them.
enum Keys {
    static let right = "\u{1B}[C"
    static let delete = "\u{1B}[3~"
    static let escape = "\u{1B}"
    static func control(_ letter: Character) -> String { String(UnicodeScalar((letter.asciiValue ?? 0) & 0x1F)) }

    /// Returns a click of the left button; columns and rows count from 0.
    static func click(column: Int, row: Int) -> String { press(column, row) + "\u{1B}[<0;\(column + 1);\(row + 1)m" }
    static func press(_ column: Int, _ row: Int) -> String { "\u{1B}[<0;\(column + 1);\(row + 1)M" }
    static func drag(_ column: Int, _ row: Int) -> String { "\u{1B}[<32;\(column + 1);\(row + 1)M" }
    static func release(_ column: Int, _ row: Int) -> String { "\u{1B}[<0;\(column + 1);\(row + 1)m" }
    static func wheelUp(_ column: Int, _ row: Int) -> String { "\u{1B}[<64;\(column + 1);\(row + 1)M" }
}
