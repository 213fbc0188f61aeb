import Cells
import Foundation
import TUI

/// Screens as text. Each row stands between bars, `·` is a transparent cell (the picture), and repeated rows are
/// counted.
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

    /// Returns the text of a row without bars and with blanks for transparent cells.
    static func text(row: Int, of chrome: CellBuffer) -> String {
        String(render(row: row, of: chrome).dropFirst().dropLast()).replacingOccurrences(of: "·", with: " ")
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures")

    /// Returns the stored screen. With TVPLAY_UPDATE_SCREENS=1 the given text is stored first.
    static func fixture(_ name: String, updatedTo text: String) throws -> String {
        if ProcessInfo.processInfo.environment["TVPLAY_UPDATE_SCREENS"] == "1" {
            try Data(text.utf8).write(to: file(name))
        }
        return try stored(name)
    }

    static func stored(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: file(name)), as: UTF8.self)
    }

    static func storedNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".screen") }
            .map { String($0.dropLast(".screen".count)) }
    }

    private static func file(_ name: String) -> URL { folder.appendingPathComponent(name + ".screen") }
}

/// The styles of a stored screen. Under each row with styled cells, a line that begins with `~` has a letter below each
/// of them (``letter(of:)``). Plain cells have none.
extension ScreenText {
    static func file(_ chrome: CellBuffer) -> String {
        var lines: [String] = []
        var repeats = 0
        var last: [String] = []
        func closeRun() {
            if repeats > 0 { lines.append(":\(repeats)") }
            repeats = 0
        }
        for row in 0..<chrome.rows {
            let line = [render(row: row, of: chrome)] + styles(row: row, of: chrome)
            guard line != last else {
                repeats += 1
                continue
            }
            closeRun()
            lines += line
            last = line
        }
        closeRun()
        return lines.joined(separator: "\n") + "\n"
    }

    private static func styles(row: Int, of chrome: CellBuffer) -> [String] {
        let letters = (0..<chrome.columns).map { letter(of: chrome[$0, row]) }
        let text = String(letters)
        let end = text.lastIndex { $0 != " " }
        return end.map { ["~" + text[...$0]] } ?? []
    }

    /// Returns the letter of a cell's style. In the default colour it is d for dim, b bold, u underlined, r reversed
    /// and i italic. In a colour of the palette it is k for black, e red, g green, y yellow, n blue, m magenta, c cyan
    /// and w white. Bold text in such a colour has a capital letter. A link is l, the focus is F, and any other style
    /// is a digit.
    private static func letter(of cell: Cell) -> Character {
        guard !cell.isTransparent else { return " " }
        let background = cell.background.isDefault ? 0 : 1
        switch (cell.foreground.paletteIndex, cell.attributes, background) {
        case (nil, [], 0) where cell.foreground.isDefault: return " "
        case (nil, .dim, 0) where cell.foreground.isDefault: return "d"
        case (nil, .bold, 0) where cell.foreground.isDefault: return "b"
        case (nil, .underline, 0) where cell.foreground.isDefault: return "u"
        case (nil, .reverse, 0) where cell.foreground.isDefault: return "r"
        case (nil, .italic, 0) where cell.foreground.isDefault: return "i"
        case (let index?, [], 0): return colour(index)
        case (let index?, .bold, 0): return Character(colour(index).uppercased())
        case (let index?, .underline, 0): return index == 6 ? "l" : "5"
        case (let index?, [.bold, .underline], 0): return index == 6 ? "F" : "6"
        case (nil, _, 0) where !cell.foreground.isDefault: return "7"
        case (_, _, 1): return "8"
        default: return "9"
        }
    }

    private static func colour(_ index: UInt8) -> Character {
        let names: [Character] = ["k", "e", "g", "y", "n", "m", "c", "w"]
        return index < 16 ? names[Int(index % 8)] : "4"
    }
}
