import Cells
import Foundation
import TestSupport

/// Subtitle files of texts that break programs.
enum Hostile {
    /// Lines of blns.txt and whole files of escape sequences.
    static func texts() throws -> [[UInt8]] {
        let strings = try Data(contentsOf: URL(fileURLWithPath: SharedMedia.path("terminal/blns.txt")))
        let folder = SharedMedia.path("terminal/xterm_escape_files")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).map {
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0)))
        }
        return strings.split(separator: 0x0A).map { [UInt8]($0) } + files
    }

    static func random(using random: inout SeededGenerator) -> [UInt8] {
        let pieces: [[UInt8]] = [
            [0x1B, 0x5B, 0x32, 0x4A], [0x1B, 0x5D, 0x30, 0x3B], [0x07], [0xC2, 0x9B], [0x9B], Array("\u{202E}".utf8),
            Array("&#27;[2J".utf8), Array("{\\an5\\c&HFFFFFF&}".utf8), Array("<b>".utf8), Array("\\N".utf8),
            Array("e\u{301}\u{301}".utf8), Array("本語".utf8), Array("👨‍👩‍👧".utf8), Array("\u{FEFF}".utf8),
            Array("مرحبا".utf8), Array("\u{E0041}".utf8), Array("\u{FE0F}".utf8), [0x00], [0x7F], [0x0D],
            Array("\u{2028}".utf8),
        ]
        return (0..<Int.random(in: 1...20, using: &random)).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
    }

    /// The text as a cue of each format, shown at the samples' time.
    static func files(_ text: [UInt8]) -> [(String, [UInt8])] {
        let line = text.map { $0 == 0x0A ? 0x20 : $0 }
        return [
            ("a.srt", Array("1\n00:12:30,000 --> 00:13:00,000\nx".utf8) + text),
            ("a.vtt", Array("WEBVTT\n\n12:30.000 --> 13:00.000\nx".utf8) + line),
            ("a.ass", Array("[Events]\nDialogue: 0,0:12:30.00,0:13:00.00,Default,,0,0,0,,x".utf8) + line),
        ]
    }

    /// The first glyph that is a control, or not ASCII where it has to be; nil: all can be printed.
    static func unprintable(_ chrome: CellBuffer, isASCII: Bool) -> UInt32? {
        chrome.cells.lazy.filter { !$0.isTransparent && $0.glyph != 0 }.map(\.glyph).first { glyph in
            let isControl = glyph < 0x20 || (0x7F..<0xA0).contains(glyph)
            let turns = (0x202A...0x202E).contains(glyph) || (0x2066...0x2069).contains(glyph)
            return isControl || turns || Unicode.Scalar(glyph) == nil || isASCII && glyph > 0x7E
        }
    }
}
