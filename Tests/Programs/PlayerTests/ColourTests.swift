import Cells
import Foundation
import Processes
import TestSupport
import Testing

/// Tests of the real program's output to terminals of different abilities.
@Suite(.serialized) struct ColourTests {
    /// A still picture, red on the left and blue on the right.
    private let still = Fixtures.path("still.png")

    /// Returns the different colours of the screen once the middle row shows a picture with enough cells and colours. A
    /// message fills fewer cells, and the picture's place is empty before it arrives.
    private func colours(
        _ options: [String], _ environment: [String: String?] = [:], of file: String? = nil, inCells count: Int = 60,
        inColours kinds: Int = 2
    ) throws -> Set<Color> {
        let run = try PlayerRun(["--control-bar=never"] + options + [file ?? still], environment: environment)
        try run.wait(for: "a picture") { screen in
            let row = (0..<screen.columns).map { screen[$0, 12] }
            let colours = Set(row.flatMap { [$0.foreground, $0.background] }).subtracting([.terminalDefault])
            return row.count { $0 != .blank } >= count && colours.count >= kinds && screen.modes.contains(1049)
        }
        let found = Set(run.screen.cells.flatMap { [$0.foreground, $0.background] })
        try run.quit()
        return found.subtracting([.terminalDefault])
    }

    private func isGrey(_ color: Color) -> Bool {
        if let index = color.paletteIndex {
            return index >= 232 || [0, 7, 8, 15, 16, 59, 102, 145, 188, 231].contains(index)
        }
        return color.red == color.green && color.green == color.blue
    }

    @Test("the picture keeps its colours, NO_COLOR makes it grey, and --color overrides both with 16, all or none")
    func depths() throws {
        let own = try colours([])
        #expect(own.contains { $0.paletteIndex == nil && $0.red > 200 && $0.blue < 60 })
        #expect(own.contains { $0.paletteIndex == nil && $0.blue > 200 && $0.red < 60 })
        let grey = try colours([], ["NO_COLOR": "1"])
        #expect(!grey.isEmpty)
        #expect(grey.allSatisfy(isGrey), "\(grey)")
        #expect(try colours(["--color=truecolor"], ["NO_COLOR": "1"]).contains { !isGrey($0) })
        let few = try colours(["--color=16"])
        #expect(!few.isEmpty)
        #expect(few.allSatisfy { $0.paletteIndex.map { $0 < 16 } ?? false }, "\(few)")
        #expect(
            try colours(["--color=mono", "--pause"], of: Fixtures.path("odd-size.mkv"), inCells: 8, inColours: 0)
                .isEmpty)
    }

    @Test("--ascii or a locale other than UTF-8 leads to ASCII bytes only", arguments: [true, false])
    func ascii(byOption: Bool) throws {
        let run = try PlayerRun(
            (byOption ? ["--ascii"] : []) + ["--control-bar=always", Fixtures.path("counter.mp4")],
            environment: ["LANG": byOption ? "C.UTF-8" : "C"])
        try run.wait(for: "picture and bar") { screen in
            screen.text(row: 23).contains("00:10") && (0..<80).contains { screen[$0, 11] != .blank }
        }
        run.type("?")
        try run.wait(for: "the keys") { $0.text.contains("play or pause") }
        run.type("?i")
        try run.wait(for: "the statistics") { $0.text.contains("h264") }
        try run.quit()
        #expect(run.terminal.output.allSatisfy { $0 < 0x80 })
    }
}
