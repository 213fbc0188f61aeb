import Cells
import PlayCore
import Processes
import TestSupport
import Testing

/// Tests of the real program in terminals that terminfo does not know.
@Suite(.serialized) struct UnknownTerminalTests {
    private let film = Fixtures.path("counter.mp4")
    /// An environment without terminfo entries.
    private let withoutEntries: [String: String?] = [
        "TERMINFO": "/nowhere", "TERMINFO_DIRS": "/nowhere", "COLORTERM": nil,
    ]

    private func run(_ term: String?, _ arguments: [String] = []) throws -> PlayerRun {
        try PlayerRun(
            arguments + [film], environment: withoutEntries.merging(["TERM": term]) { _, own in own })
    }

    @Test(
        "an unknown terminal that answers queries shows the picture, and is restored",
        arguments: ["no-such-terminal", "xterm-kitten", nil])
    func drawn(term: String?) throws {
        let run = try run(term)
        try run.waitForPictures(3)
        #expect(run.screen.modes.contains(1049))
        try run.quit()
        expect(run.errors, is: "")
    }

    @Test("an xterm under an unknown name has all colours, and another terminal has 256")
    func colors() throws {
        for (version, isDirect) in [("XTerm(379)", true), (nil, false)] {
            let run = try run("no-such-terminal", ["--control-bar=never"])
            run.terminal.version = version
            try run.wait(for: "a picture in its colours") { screen in
                (screen.counter ?? 0) > 0
                    && screen.cells.contains {
                        !$0.background.isDefault && ($0.background.paletteIndex == nil) == isDirect
                    }
            }
            try run.quit()
        }
    }

    @Test("on an unknown terminal that does not answer, the sound plays, and a message names the working keys")
    func silent() throws {
        let run = try run("no-such-terminal")
        run.terminal.isSilent = true
        #expect(run.terminal.wait { _ in run.errors.contains("q") }, "\(run.errors)")
        expect(
            run.errors,
            is: "tvplay: unknown terminal no-such-terminal, which does not respond: playing the sound only. "
                + "Keys: Space pauses, Left and Right seek, q quits.\n")
        #expect(!run.screen.modes.contains(1049))
        for _ in 0..<3 { run.type(Keys.right) }
        try expect(run.waitForExit(), is: .code(0))
        run.expectTerminalIsRestored()
    }

    @Test("with TERM=dumb nothing is queried, the sound plays, Space pauses and q quits", arguments: [true, false])
    func dumb(isPaused: Bool) throws {
        let run = try PlayerRun([film], environment: ["TERM": "dumb"])
        #expect(run.terminal.wait { _ in run.errors.hasSuffix("q quits.\n") }, "\(run.errors)")
        #expect(run.errors.hasPrefix("tvplay: the terminal dumb cannot position the cursor: playing the sound only."))
        if isPaused { run.type(" ") }
        try run.quit()
        #expect(run.terminal.output.isEmpty)
    }
}
