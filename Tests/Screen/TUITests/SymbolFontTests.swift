import Foundation
import ScreenKit
import TestSupport
import Testing

@testable import DownloadScreen
@testable import TUI

@Suite struct SymbolFontTests {
    /// The characters of U+2000 … 2BFF that four fonts share (`fc-query --format '%{charset}'`): DejaVu Sans Mono 2.37,
    /// Liberation Mono 2.1.5, Noto Sans Mono (2020) and Terminus 4.48.
    private static let common: [ClosedRange<UInt32>] = [
        0x2010...0x2011, 0x2013...0x2015, 0x2017...0x201E, 0x2020...0x2022, 0x2026...0x2026, 0x2030...0x2030,
        0x2032...0x2033, 0x2039...0x203A, 0x203C...0x203C, 0x203E...0x203E, 0x207F...0x207F, 0x20A7...0x20A7,
        0x20AC...0x20AC, 0x2116...0x2116, 0x2122...0x2122, 0x2126...0x2126, 0x2190...0x2195, 0x2206...0x2206,
        0x2212...0x2212, 0x2219...0x221A, 0x221E...0x221E, 0x2229...0x2229, 0x2248...0x2248, 0x2260...0x2261,
        0x2264...0x2265, 0x2310...0x2310, 0x2320...0x2321, 0x2500...0x2500, 0x2502...0x2502, 0x250C...0x250C,
        0x2510...0x2510, 0x2514...0x2514, 0x2518...0x2518, 0x251C...0x251C, 0x2524...0x2524, 0x252C...0x252C,
        0x2534...0x2534, 0x253C...0x253C, 0x2550...0x256C, 0x2580...0x2580, 0x2584...0x2584, 0x2588...0x2588,
        0x258C...0x258C, 0x2590...0x2593, 0x25A0...0x25A0, 0x25AC...0x25AC, 0x25B2...0x25B2, 0x25BA...0x25BA,
        0x25BC...0x25BC, 0x25C4...0x25C4, 0x25CA...0x25CB, 0x25CF...0x25CF, 0x25D8...0x25D9,
    ]

    /// Returns whether a character is a symbol, not a letter of a language.
    private func isSymbol(_ scalar: Unicode.Scalar) -> Bool {
        (0x2000...0x2BFF).contains(scalar.value) || scalar.value > 0x1EFFF
    }

    private func strange(_ text: String) -> Set<String> {
        Set(
            text.unicodeScalars.filter { scalar in
                isSymbol(scalar) && !Self.common.contains { $0.contains(scalar.value) }
            }.map { "\($0) U+\(String($0.value, radix: 16))" })
    }

    @Test("symbols of the chrome exist in the usual fonts of terminals")
    func symbols() {
        let glyphs = Glyphs(isASCII: false)
        let all =
            [
                glyphs.play, glyphs.pause, glyphs.stop, glyphs.jumpBack, glyphs.times,
                glyphs.screenMode, glyphs.route, glyphs.done, glyphs.head, glyphs.buffered, glyphs.rest, glyphs.chapter,
                glyphs.ellipsis, glyphs.separator, glyphs.horizontal, glyphs.vertical, glyphs.topLeft, glyphs.topRight,
                glyphs.bottomLeft, glyphs.bottomRight, glyphs.selected, glyphs.checked, glyphs.live, glyphs.branch,
            ] + glyphs.spinner
        expect(strange(all.joined()), is: [])
        #expect(!strange("\u{26F6}").isEmpty)
    }

    @Test("symbols of the stored screens exist in the usual fonts of terminals")
    func screens() throws {
        let folder = Checkout.folder.appendingPathComponent("Tests/Screen/TUITests/Fixtures").path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            // The viewer's own layout contains the viewer's own symbols.
            .filter { $0.hasSuffix(".screen") && !$0.hasPrefix("layout-own") }
        #expect(files.count > 100)
        for file in files {
            let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            expect(strange(text), is: [], "\(file)")
        }
    }
}
