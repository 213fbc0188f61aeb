import CPlatform
import PlayCore
import TestSupport
import Testing

@Suite struct TextWidthTests {
    /// Trigrams, fillers and controls whose width differs between Unicode 14 with glibc 2.36 and Unicode 16 with glibc
    /// 2.41.
    private static let changed: [ClosedRange<UInt32>] = [
        0x2630...0x2637, 0x268A...0x268F, 0x3164...0x3164, 0xFFA0...0xFFA0, 0xFFF9...0xFFFB, 0x1171E...0x1171E,
        0x13430...0x13438, 0x1D300...0x1D356, 0x1D360...0x1D376,
    ]

    /// The C library returns −1 for characters that cannot be printed.
    @Test("every scalar of Unicode 14 known to the C library has the same width as there")
    func agreesWithTheCLibrary() throws {
        let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
        let before = uselocale(locale)
        defer {
            uselocale(before)
            freelocale(locale)
        }
        var different: [String] = []
        var compared = 0
        for value in UInt32(0)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 14,
                !Self.changed.contains(where: { $0.contains(value) })
            else { continue }
            let library = wcwidth(wchar_t(value))
            guard library >= 0 else { continue }
            compared += 1
            if Int(library) != TextWidth.columns(of: scalar) { different.append(String(value, radix: 16)) }
        }
        #expect(different.isEmpty)
        #expect(compared > 80_000)
    }

    @Test(
        "known scalars have their widths",
        arguments: [
            ("A", 1), ("é", 1), ("本", 2), ("한", 2), ("Ａ", 2), ("🎬", 2), ("▀", 1), ("…", 1), ("\u{1FAE8}", 2),
            ("\u{31350}", 2), ("±", 1), ("\u{301}", 0), ("\u{200D}", 0), ("\u{7}", 0), ("\u{7F}", 0), ("\u{9B}", 0),
        ] as [(Character, Int)])
    func knownWidths(character: Character, width: Int) {
        expect(TextWidth.columns(of: character), is: width)
    }

    @Test(
        "a cluster of several scalars has the width of the scalar that is shown for it",
        arguments: [
            ("e\u{301}", 1), ("❤\u{FE0F}", 1), ("👨\u{200D}👩\u{200D}👧", 2), ("👍🏽", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
            ("か\u{3099}", 2),
        ] as [(Character, Int)])
    func clusters(character: Character, width: Int) {
        expect(TextWidth.columns(of: character), is: width)
    }

    @Test("a text is truncated with an ellipsis only if it is too wide")
    func truncation() {
        expect(TextWidth.truncated("title", columns: 5), is: "title")
        expect(TextWidth.truncated("titles", columns: 5), is: "titl…")
        expect(TextWidth.truncated("日本語", columns: 6), is: "日本語")
        expect(TextWidth.truncated("日本語", columns: 5), is: "日本…")
        expect(TextWidth.truncated("日本語", columns: 4), is: "日…")
        expect(TextWidth.truncated("titles", columns: 5, ellipsis: "..."), is: "ti...")
        expect(TextWidth.truncated("titles", columns: 2, ellipsis: "..."), is: "ti")
        #expect(TextWidth.truncated("titles", columns: 0).isEmpty)
        #expect(TextWidth.truncated("titles", columns: -3).isEmpty)
    }

    @Test("a truncated text is never too wide and wastes at most one column")
    func truncationBounds() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<2000 {
            let text = RandomText.make(using: &random)
            let columns = Int.random(in: 0...20, using: &random)
            let width = TextWidth.columns(of: TextWidth.truncated(text, columns: columns))
            #expect(width <= columns)
            if TextWidth.columns(of: text) > columns { #expect(width >= columns - 1) }
        }
    }
}
