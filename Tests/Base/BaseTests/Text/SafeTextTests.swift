import PlayCore
import TestSupport
import Testing

@Suite struct SafeTextTests {
    @Test(
        "terminal controls and invisible characters are removed",
        arguments: [
            ("plain", "plain"), ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"), ("a\u{9B}2Jb", "a2Jb"),
            ("\u{1B}]52;c;aGk=\u{7}x", "]52;c;aGk=x"), ("a\u{90}q\u{9C}b", "aqb"), ("a\u{8}\u{7F}b\0", "ab"),
            ("a\tb\nc\r\nd\re", "a b c d e"), ("a\u{85}b\u{2028}c\u{2029}d", "a b c d"),
            ("exe\u{202E}4pm.\u{202C}", "exe4pm."), ("\u{2066}x\u{2069}\u{200F}", "x"), ("\u{FEFF}x\u{FFFE}", "x"),
            ("a\u{10FEE9}b", "a\u{FFFD}b"), ("日本 é 🎬", "日本 é 🎬"), ("👨\u{200D}👩\u{200D}👧", "👨\u{200D}👩\u{200D}👧"),
        ])
    func cleaning(text: String, expected: String) {
        expect(SafeText.clean(text), is: expected)
    }

    @Test("a text is limited in clusters, and each cluster in scalars")
    func bounds() {
        expect(SafeText.clean("abcdef", limit: 3), is: "abc")
        expect(SafeText.clean("éèêë", limit: 2), is: "éè")
        #expect(SafeText.clean("abc", limit: 0).isEmpty)
        expect(SafeText.clean("abc", limit: .max), is: "abc")
        expect(SafeText.clean("ab\u{7}c", limit: .max), is: "abc")
        let zalgo = "Z" + String(repeating: "\u{301}", count: 100_000) + "x"
        let cleaned = SafeText.clean(zalgo)
        expect(cleaned.count, is: 2)
        #expect(cleaned.unicodeScalars.count <= 2 * SafeText.scalarsPerCluster)
    }

    @Test("cleaned text has no controls or direction changes, and cleaning it again changes nothing")
    func properties() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<3000 {
            let text = RandomText.make(using: &random)
            let cleaned = SafeText.clean(text, limit: 20)
            #expect(cleaned.count <= 20)
            for scalar in cleaned.unicodeScalars {
                let value = scalar.value
                #expect(value >= 0x20)
                #expect(!(0x7F..<0xA0).contains(value))
                #expect(!(0x202A...0x202E).contains(value))
                #expect(!(0x2066...0x2069).contains(value))
                #expect(value != 0xFEFF)
            }
            for cluster in cleaned { #expect(cluster.unicodeScalars.count <= SafeText.scalarsPerCluster) }
            expect(SafeText.clean(cleaned, limit: 20), is: cleaned)
        }
    }
}
