import Testing
import XML

@Suite("XML")
struct XMLTests {
    private func read(_ text: String, elements: Int = 100, limits: XMLLimits = XMLLimits()) throws -> XMLElement {
        try XMLElement.read(Array(text.utf8), limits: limits, elements: elements)
    }

    @Test("a tree has names without prefixes, attributes with them, and texts")
    func tree() throws {
        let root = try read("<a:b x:c='1' d=\"2 &lt; 3\"> t <e/><e>u<![CDATA[<v>]]></e>w</a:b>")
        #expect(root.name == "b")
        #expect(root.attributes == ["x:c": "1", "d": "2 < 3"])
        #expect(root["d"] == "2 < 3")
        #expect(root.children("e").map(\.text) == ["", "u<v>"])
        #expect(root.first("e") == root.children.first)
        #expect(root.text == "w")
        #expect(root.wholeText == "u<v>w")
    }

    @Test("entities of the document, endless depth, texts and elements end the reading")
    func limits() {
        let bomb = """
            <!DOCTYPE a [<!ENTITY b "xxxxxxxxxx"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><a>&c;&c;&c;</a>
            """
        #expect(throws: XMLError.self) { try read(bomb) }
        #expect(throws: XMLError.self) { try read("<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>") }
        let deep = String(repeating: "<a>", count: 65) + String(repeating: "</a>", count: 65)
        #expect(throws: XMLError.self) { try read(deep) }
        #expect(throws: XMLError.self) { try read(String(repeating: "<a>", count: 1_000_000)) }
        #expect(throws: XMLError.self) {
            try read("<a>" + String(repeating: "x", count: 101) + "</a>", limits: XMLLimits(textBytes: 100))
        }
        #expect(throws: XMLError.self) { try read("<a>" + String(repeating: "<b/>", count: 100) + "</a>") }
        #expect(throws: XMLError.self) { try read("<a>123</a>", limits: XMLLimits(bytes: 9)) }
        #expect(throws: XMLError.self) { try read("") }
    }

    @Test("errors tell their line, and whether a character stood in the wrong place")
    func errors() {
        #expect(throws: XMLError(line: 2, reason: "mismatched tag", isInvalidToken: false)) { try read("<a>\n</b>") }
        #expect(throws: XMLError(line: 1, reason: "not well-formed (invalid token)", isInvalidToken: true)) {
            try read("<a b=\"1\"c=\"2\"/>")
        }
    }

    @Test(
        "attributes without a blank between them are mended, and nothing else is touched",
        arguments: [
            ("<a b=\"1\"c='2'd=\"3\"/>", "<a b=\"1\" c='2' d=\"3\"/>"),
            (
                "<?xml version=\"1.0\"encoding='x'?><a b=\"'\"c=\"\"></a>",
                "<?xml version=\"1.0\"encoding='x'?><a b=\"'\" c=\"\"></a>"
            ),
            (
                "<!-- a=\"1\"b --><a b=\"1\"c=\"2\"/><![CDATA[ <x y=\"1\"z ]]>",
                "<!-- a=\"1\"b --><a b=\"1\" c=\"2\"/><![CDATA[ <x y=\"1\"z ]]>"
            ),
            ("<a>\"b\"c</a><d e=\"1\"f=\"2\">\"g\"h</d>", "<a>\"b\"c</a><d e=\"1\" f=\"2\">\"g\"h</d>"),
        ])
    func repair(text: String, expected: String) {
        #expect(XMLRepair.spacingAttributes(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test("nothing to mend", arguments: ["<a b=\"1\" c=\"2\"/>", "<a b='1'/>", "", "<", "<a b=\"", "<!--"])
    func noRepair(text: String) { #expect(XMLRepair.spacingAttributes(Array(text.utf8)) == nil) }
}
