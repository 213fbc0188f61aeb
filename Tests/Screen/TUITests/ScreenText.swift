import Cells
import Foundation
import TUI

/// Screens as text: `·` is transparent (the picture), each row between bars; rows that repeat the one above are counted.
enum ScreenText {
    static func render(_ chrome: CellBuffer) -> String {
        var lines: [String] = []
        var repeats = 0
        func closeRun() {
            if repeats > 0 { lines.append(":\(repeats)") }
            repeats = 0
        }
        var last = ""
        for row in 0..<chrome.rows {
            let line = render(row: row, of: chrome)
            if line == last {
                repeats += 1
                continue
            }
            closeRun()
            lines.append(line)
            last = line
        }
        closeRun()
        return lines.joined(separator: "\n") + "\n"
    }

    static func render(row: Int, of chrome: CellBuffer) -> String {
        var text = String.UnicodeScalarView()
        for column in 0..<chrome.columns {
            let cell = chrome[column, row]
            if cell.isTransparent {
                text.append("·")
            } else if cell.glyph != 0, let scalar = Unicode.Scalar(cell.glyph) {
                text.append(scalar)
            }
        }
        return "|" + String(text) + "|"
    }

    /// The text of a row without bars, transparent cells as blanks.
    static func text(row: Int, of chrome: CellBuffer) -> String {
        String(render(row: row, of: chrome).dropFirst().dropLast()).replacingOccurrences(of: "·", with: " ")
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures")

    /// The stored screen; with TVPLAY_UPDATE_SCREENS=1 the given one is stored first.
    static func fixture(_ name: String, updatedTo text: String) throws -> String {
        let file = folder.appendingPathComponent(name + ".screen")
        if ProcessInfo.processInfo.environment["TVPLAY_UPDATE_SCREENS"] == "1" {
            try Data(text.utf8).write(to: file)
        }
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
}
