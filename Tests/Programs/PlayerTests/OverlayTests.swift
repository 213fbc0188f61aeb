import Cells
import Foundation
import Processes
import TestSupport
import Testing

/// Tests of layers over the picture, and of the picture as a small pane, in the real program.
@Suite(.serialized) struct OverlayTests {
    private let counter = Fixtures.path("counter.mp4")

    private func column(_ run: PlayerRun) -> Int? {
        let text = run.row(0)
        return text.firstRange(of: "Mei 42").map { text.distance(from: text.startIndex, to: $0.lowerBound) }
    }

    @Test(
        "CTRL-09, CTRL-08, ARCH-34: c floats the picture as a small pane beside pages, Shift and arrows move it, also with --background-audio"
    )
    func floating() throws {
        let run = try PlayerRun(["--pause", "--start=1", "--background-audio", counter], columns: 104, rows: 30)
        try run.wait(for: "the first picture") { $0.counter == 25 }
        run.type("c")
        try run.wait(for: "the border") { self.corner($0) != nil }
        let corner = try #require(self.corner(run.screen))
        #expect(corner.column > 60)
        run.type("?")
        try run.wait(for: "the keys beside it") {
            $0.text.contains("play or pause") && self.corner($0)?.column == corner.column && self.isPicture($0, corner)
        }
        run.type("?\u{1B}[1;2D")
        try run.wait(for: "the pane further left") { self.corner($0)?.column == corner.column - 4 }
        run.terminal.resize(columns: 36, rows: 20)
        try run.wait(for: "the whole picture") { self.corner($0) == nil }
        run.terminal.resize(columns: 104, rows: 30)
        try run.wait(for: "the pane again") { self.corner($0)?.column == corner.column - 4 }
        run.type("c")
        try run.wait(for: "the whole picture") { $0.counter == 25 && self.corner($0) == nil }
        try run.quit()
    }

    /// Returns the upper left corner of the pane, the lowest one on the screen.
    private func corner(_ screen: VTScreen) -> (column: Int, row: Int)? {
        for row in (0..<screen.rows).reversed() {
            if let column = (0..<screen.columns).last(where: { screen[$0, row].glyph == 0x250C }) {
                return (column, row)
            }
        }
        return nil
    }

    /// Returns whether the middle of the pane has direct colours.
    private func isPicture(_ screen: VTScreen, _ corner: (column: Int, row: Int)) -> Bool {
        let row = (corner.row..<screen.rows).last { screen[corner.column, $0].glyph == 0x2502 } ?? corner.row
        let middle = screen[corner.column + 8, (corner.row + row + 1) / 2]
        return middle.background.rawValue >> 24 == 0 || middle.foreground.rawValue >> 24 == 0
    }

    @Test(
        "INFO-16, PLAY-12, PLAY-34: a cover file beside the sound or from --cover is shown in place of a picture that is off"
    )
    func cover() throws {
        let run = try PlayerRun(
            ["--pause", "sound.m4a"],
            environment: ["SOUND": Fixtures.path("audio-only.m4a"), "STILL": Fixtures.path("still.png")],
            script: #"cd "$HOME"; cp "$SOUND" sound.m4a; cp "$STILL" cover.png; "$0" "$@""#)
        try run.wait(for: "the cover") { self.isCover($0) }
        run.type("q")
        try expect(run.waitForExit(), is: .code(0))
        let film = try PlayerRun([
            "--pause", "--start=1", "--definition=audio", "--cover=" + Fixtures.path("still.png"), counter,
        ])
        try film.wait(for: "the cover alone") { self.isCover($0) && $0.title == "Counter" }
        film.type("a")
        try film.wait(for: "the film") { $0.counter == 25 }
        film.type("a")
        try film.wait(for: "the cover") { self.isCover($0) }
        film.type("a")
        try film.wait(for: "the film again") { $0.counter == 25 }
        try film.quit()
    }

    /// Returns whether the screen is blue at the left and red at the right.
    private func isCover(_ screen: VTScreen) -> Bool {
        func color(_ column: Int) -> UInt32 { VTScreen.Look(screen[column, 8]).background }
        return color(20) >> 24 == 0 && color(20) & 0xFF > 200 && color(60) >> 24 == 0 && color(60) >> 16 & 0xFF > 200
    }
}
