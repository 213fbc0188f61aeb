import Foundation
import Processes
import TestSupport
import Testing

/// Tests that the program ends while a drive does not answer.
@Suite(.serialized, .enabled(if: HeldDrive.isPresent, "no C compiler"), .timeLimit(.minutes(10)))
struct HeldDriveTests {
    enum State: String, CaseIterable, CustomTestStringConvertible {
        case opening, folder, playing, paused, subtitles, home, list, room, history, downloads
        var testDescription: String { rawValue }
    }

    enum End: String, CaseIterable, CustomTestStringConvertible {
        case key = "q"
        case control = "Ctrl+C"
        case terminate = "SIGTERM"
        case hangUp = "the terminal closes"
        var testDescription: String { rawValue }
    }

    /// Returns the program in a state in which a call blocks.
    private func run(_ state: State, _ drive: HeldDrive) throws -> PlayerRun {
        let film = try drive.addFilm()
        let own = Fixtures.path("counter.mp4")
        let holdsFirst = ![.playing, .paused, .list].contains(state)
        if holdsFirst { try drive.hold() }
        let arguments: [String] =
            switch state {
            case .opening: [film]
            case .folder: [drive.folder.path]
            case .playing: [film]
            case .paused: ["--pause", "--start=1", film]
            case .subtitles: ["--loop-file=inf", "--sub-file=" + drive.folder.path + "/film.srt", own]
            case .home, .list, .history: ["--library=" + drive.folder.path]
            case .room: ["class", drive.folder.path]
            case .downloads: ["downloads"]
            }
        let run = try PlayerRun(arguments, columns: 100, rows: 30, environment: drive.environment)
        switch state {
        case .opening, .folder, .room: try run.wait(for: "a screen") { $0.modes.contains(1049) }
        case .playing, .paused: try run.wait(for: "a picture") { $0.text.contains("▄") }
        case .subtitles: try run.waitForPicture()
        case .home: try run.wait(for: "home") { $0.text.contains("Library") }
        case .list:
            try run.wait(for: "home") { $0.text.contains("1 item") }
            try drive.hold()
            run.type("\r")
        case .history:
            try run.wait(for: "home") { $0.text.contains("Library") }
            run.type("\u{8}")
        case .downloads: try run.wait(for: "the page") { $0.modes.contains(1049) && !$0.text.isEmpty }
        }
        if state == .playing {
            try drive.hold()
            run.type(Keys.right)
        }
        if state == .paused {
            try drive.hold()
            run.type(Keys.right + Keys.right)
        }
        if ![.downloads].contains(state) { #expect(run.terminal.wait { _ in drive.isHolding }, "nothing is held") }
        return run
    }

    /// Every state with a key, and the two that block different threads with every other end.
    private static let cases =
        State.allCases.map { ($0, End.key) }
        + [State.opening, .playing].flatMap { state in End.allCases.dropFirst().map { (state, $0) } }

    @Test("q, Ctrl+C, SIGTERM and the end of the terminal end the program while a drive blocks", arguments: cases)
    func end(state: State, by end: End) throws {
        let drive = try HeldDrive()
        let run = try run(state, drive)
        switch end {
        case .key:
            // The first key may lead home; then the second one ends the program.
            run.type("q")
            if [.list, .history].contains(state) { run.type("qq") }
        case .control: run.type(Keys.control("c"))
        case .terminate: run.terminal.signal(SIGTERM)
        case .hangUp: run.terminal.hangUp()
        }
        let code = try run.waitForExit()
        guard end != .hangUp else { return expect(code, is: .code(4)) }
        if end != .key { expect(code, is: .code(4)) }
        run.expectTerminalIsRestored()
    }

    @Test("the position is saved even if a drive stops answering")
    func place() throws {
        let drive = try HeldDrive()
        let state = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(state) }
        let film = try drive.addFilm()
        let environment = drive.environment.merging(["XDG_STATE_HOME": state.path]) { $1 }
        let run = try PlayerRun(["--start=100", film], environment: environment)
        try run.wait(for: "a picture") { $0.text.contains("▄") }
        try drive.hold()
        run.type(Keys.right)
        #expect(run.terminal.wait { _ in drive.isHolding })
        run.type("q")
        _ = try run.waitForExit()
        let again = try PlayerRun(["--pause", film], environment: ["XDG_STATE_HOME": state.path])
        try again.wait(for: "the place") { $0.text.contains("01:4") }
        try again.quit()
    }
}
