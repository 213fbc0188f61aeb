import Classes
import TestSupport
import Testing

@Suite("Addresses in chat messages")
struct LinkFinderTests {
    @Test(
        "ROOM-67: addresses are found without the surrounding sentence",
        arguments: [
            ("see https://example.org/a?b=1#c.", ["https://example.org/a?b=1#c"]),
            ("(http://example.org/x_(y))", ["http://example.org/x_(y)"]),
            ("https://a.example, http://b.example!", ["https://a.example", "http://b.example"]),
            ("看https://example.org谢谢", ["https://example.org"]),
            ("https://zh.example/wiki/线性代数，好", ["https://zh.example/wiki/%E7%BA%BF%E6%80%A7%E4%BB%A3%E6%95%B0"]),
            ("HTTPS://Example.org/", ["HTTPS://Example.org/"]),
            ("<https://a.example/>", ["https://a.example/"]), ("\"http://a.example\"", ["http://a.example"]),
            ("ftp://a.example file:///etc/passwd javascript://x", []), ("xhttp://a.example", []), ("http://", []),
            ("http://.../", []), ("no address: at all", []), ("http://a.example\u{1B}]8;;x", ["http://a.example"]),
        ] as [(String, [String])])
    func found(text: String, addresses: [String]) {
        let links = LinkFinder.links(in: text)
        expect(links.map(\.address), is: addresses)
    }

    @Test("ROOM-67: in random text, every address found is printable ASCII and lies within the text")
    func hostile() {
        var random = SeededGenerator(seed: 1)
        let parts = [
            "http://", "https://", "a.example", "/", "\u{7}", "\u{1B}", "é", "线", ")", " ", "\u{202E}", "?", "%", "://",
            ".",
        ]
        for _ in 0..<2000 {
            let text = (0..<12).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            var end = text.startIndex
            for link in LinkFinder.links(in: text) {
                #expect(link.address.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(text.debugDescription)")
                #expect(link.address.lowercased().hasPrefix("http"))
                #expect(link.range.lowerBound >= end)
                end = link.range.upperBound
            }
        }
        let long = "http://a.example/" + String(repeating: "线", count: 5000)
        #expect(LinkFinder.links(in: long).isEmpty)
        #expect(LinkFinder.links(in: String(repeating: "http://a.example ", count: 10_000)).count == 20)
    }

    @Test("ROOM-44: a field is an address only as a whole")
    func field() {
        #expect(LinkFinder.address("https://a.example/x") == "https://a.example/x")
        #expect(LinkFinder.address("see https://a.example/x") == nil)
        expect(LinkFinder.address("javascript:alert(1)"), is: nil)
    }
}
