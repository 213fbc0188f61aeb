import TestSupport
import Testing
import XML

@Suite("XML")
struct XMLTests {
    private func read(_ text: String, elements: Int = 100, limits: XMLLimits = XMLLimits()) throws -> XMLElement {
        try XMLElement.read(Array(text.utf8), limits: limits, elements: elements)
    }

    @Test("a tree has names without prefixes, attributes with prefixes, and texts")
    func tree() throws {
        let root = try read("<a:b x:c='1' d=\"2 &lt; 3\"> t <e/><e>u<![CDATA[<v>]]></e>w</a:b>")
        expect(root.name, is: "b")
        expect(root.attributes, is: ["x:c": "1", "d": "2 < 3"])
        expect(root["d"], is: "2 < 3")
        expect(root.children("e").map(\.text), is: ["", "u<v>"])
        expect(root.first("e"), is: root.children.first)
        expect(root.text, is: "w")
        expect(root.wholeText, is: "u<v>w")
    }

    @Test("entities, endless depth and too many or too long elements and texts are errors")
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

    @Test("errors have a line, and say whether a character was invalid")
    func errors() {
        #expect(throws: XMLError(line: 2, reason: "mismatched tag", isInvalidToken: false)) { try read("<a>\n</b>") }
        #expect(throws: XMLError(line: 1, reason: "not well-formed (invalid token)", isInvalidToken: true)) {
            try read("<a b=\"1\"c=\"2\"/>")
        }
    }

    @Test(
        "missing blanks between attributes are inserted, and nothing else is changed",
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
        expect(XMLRepair.spacingAttributes(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }, is: expected)
    }

    @Test("spaced attributes are kept", arguments: ["<a b=\"1\" c=\"2\"/>", "<a b='1'/>", "", "<", "<a b=\"", "<!--"])
    func noRepair(text: String) { expect(XMLRepair.spacingAttributes(Array(text.utf8)), is: nil) }
}

@Suite struct XMLStreamTests {
    /// Returns the pieces of a document that is fed `size` bytes at a time, and the error's reason.
    private func pieces(_ text: String, by size: Int, limits: XMLLimits = XMLLimits()) -> ([XMLElement], String?) {
        var found: [XMLElement] = []
        let handler = XMLPieces(limit: 4) { found.append($0) }
        let stream = XMLStream(limits: limits, handler: handler)
        let bytes = Array(text.utf8)
        do {
            for start in stride(from: 0, to: bytes.count, by: size) {
                try stream.feed(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            try stream.finish()
        } catch {
            handler.flush()
            return (found, error.reason)
        }
        return (found, nil)
    }

    @Test(
        "pieces arrive one by one with their text, in chunks of any size", arguments: [1, 7, 1000])
    func whole(size: Int) {
        let (found, reason) = pieces("<r>x<p>one<br/>two &amp; <b>three</b> </p> <q a='1'/></r>", by: size)
        expect(reason, is: nil)
        expect(found.map(\.name), is: ["p", "q"])
        expect(found.first?.children.map(\.name), is: ["", "br", "", "b"])
        expect(found.first?.wholeText, is: "onetwo & three ")
    }

    @Test("pieces before a fault are delivered with open elements, up to the limit of a piece")
    func faults() {
        let (found, reason) = pieces("<r><p>a</p><q><s>b</s><t>c", by: 3)
        expect(reason, is: "no element found")
        expect(found.map(\.name), is: ["p", "q"])
        expect(found.last?.children.map(\.name), is: ["s", "t"])
        expect(pieces("<r><a/><a/><a/><a/><a/><b><c/><c/><c/><c/></b></r>", by: 9).1, is: "too many elements")
    }

    @Test("a document type without declarations is allowed on request, and one with entities never is")
    func documentTypes() {
        let limits = XMLLimits(allowsDocumentType: true)
        let plain = "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://localhost/x.dtd\"><svg><g/></svg>"
        expect(pieces(plain, by: 50, limits: limits).0.map(\.name), is: ["g"])
        expect(pieces(plain, by: 50).1, is: "a document type declaration")
        let bomb = "<!DOCTYPE svg [<!ENTITY a \"aa\">]><svg><g>&a;</g></svg>"
        expect(pieces(bomb, by: 50, limits: limits).1, is: "a document type declaration")
    }
}
