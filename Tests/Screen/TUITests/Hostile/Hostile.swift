@testable import Cells

/// Subtitle files with hostile texts.
enum Hostile {
    /// Returns the text as a cue of each format, shown at the samples' time.
    static func files(_ text: [UInt8]) -> [(String, [UInt8])] {
        let line = text.map { $0 == 0x0A ? 0x20 : $0 }
        return [
            ("a.srt", Array("1\n00:12:30,000 --> 00:13:00,000\nx".utf8) + text),
            ("a.vtt", Array("WEBVTT\n\n12:30.000 --> 13:00.000\nx".utf8) + line),
            ("a.ass", Array("[Events]\nDialogue: 0,0:12:30.00,0:13:00.00,Default,,0,0,0,,x".utf8) + line),
        ]
    }

    /// Returns the first glyph that is a control character, or not ASCII if only ASCII is allowed, or `nil` if there is
    /// none.
    static func unprintable(_ chrome: CellBuffer, isASCII: Bool) -> UInt32? {
        let chrome = isASCII ? asShown(chrome) : chrome
        for cell in chrome.cells where cell.glyph > 0x7E || cell.glyph < 0x20 {
            let glyph = cell.glyph
            if glyph == 0 || cell.isTransparent { continue }
            let isControl = glyph < 0xA0
            let turns = (0x202A...0x202E).contains(glyph) || (0x2066...0x2069).contains(glyph)
            if isControl || turns || Unicode.Scalar(glyph) == nil || isASCII { return glyph }
        }
        return nil
    }

    /// Returns the cells as the encoder writes them for a terminal without UTF-8.
    static func asShown(_ chrome: CellBuffer) -> CellBuffer {
        var shown = chrome
        let columns = chrome.columns
        shown.withMutableCells { cells in
            for row in 0..<chrome.rows {
                guard let start = cells.baseAddress else { return }
                GlyphRules.sanitize(start + row * columns, count: columns, isUTF8: false)
            }
        }
        return shown
    }
}
