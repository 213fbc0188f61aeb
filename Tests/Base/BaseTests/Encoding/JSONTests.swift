import PlayCore
import TestSupport
import Testing

@testable import Encoding

@Suite("JSON")
struct JSONTests {
    private func parse(_ text: String) throws -> JSONValue { try JSONValue(document: Array(text.utf8)) }

    @Test(
        "a document that is read and written again is the same",
        arguments: [
            "null", "true", "-12", "1.5", "\"\"", "[]", "{}", "[1,[2,{\"a\":null}]]", "{\"b\":1,\"a\":[true,false]}",
            "\"tab\\t quote\\\" back\\\\ 😀\"", "9223372036854775807",
        ])
    func roundTrip(text: String) throws {
        try expect(String(decoding: try parse(text).bytes, as: UTF8.self), is: text)
    }

    @Test("escapes are decoded, and half a surrogate pair becomes U+FFFD")
    func escapes() throws {
        try expect(parse(#""\u00e9\n\/\ud83d\ude00""#), is: .string("é\n/😀"))
        try expect(parse(#""\ud83d x""#), is: .string("\u{FFFD} x"))
        try expect(parse(#""\ud83d\u0041""#), is: .string("\u{FFFD}A"))
    }

    @Test("control characters of seven and eight bits are always written as escapes")
    func controls() {
        let text = String(decoding: JSONValue.string("\u{1B}[2J\u{9B}\u{7F}é").bytes, as: UTF8.self)
        expect(text, is: #""\u001b[2J\u009b\u007fé""#)
    }

    @Test(
        "malformed JSON is refused",
        arguments: [
            "", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "{a:1}", "01", "1.", "1e", "+1", "nul", "\"\n\"", "\"\\x\"", "\"",
            "[] []", "NaN", "1e999", "'a'", "\"\\u12\"", "[", "-",
        ])
    func refusals(text: String) { #expect(throws: JSONValue.Problem.self) { try parse(text) } }

    @Test("the depth of nesting is limited")
    func depth() throws {
        func nested(_ count: Int) -> String {
            String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
        _ = try parse(nested(JSONValue.depthLimit))
        #expect(throws: JSONValue.Problem.tooDeep) { try parse(nested(JSONValue.depthLimit + 1)) }
        #expect(throws: JSONValue.Problem.tooDeep) { try parse(String(repeating: "[", count: 1 << 20)) }
    }

    @Test("whole numbers are integers in any notation, and are written without a point")
    func numbers() throws {
        try expect(
            parse("[1.0,1e3,-0.5,1e30]"), is: .list([.integer(1), .integer(1000), .number(-0.5), .number(1e30)]))
        let numbers = JSONValue.list([.number(2), .number(0.25), .number(.nan), .number(.infinity)])
        expect(String(decoding: numbers.bytes, as: UTF8.self), is: "[2,0.25,null,null]")
    }

    @Test("of members with the same name the last one counts, and a byte order mark is skipped")
    func members() throws {
        let document = try JSONValue(document: [0xEF, 0xBB, 0xBF] + Array(#"{"a":1,"b":null,"a":2}"#.utf8))
        expect(document["a"], is: .integer(2))
        expect(document["b"], is: nil)
        expect(document.members?.count, is: 3)
        expect(document.fields, is: ["a": .integer(2), "b": .null])
    }

    @Test("a mutated document is refused or can be written and read again")
    func mutations() {
        var (readable, lost) = (0, 0)
        let seed = Array(
            #"{"jsonrpc":"2.0","id":1,"method":"aria2.tellStatus","params":["é😀",{"a":[1.5e3,null]}]}"#.utf8)
        var random = SeededGenerator(seed: 64)
        for _ in 0..<Rounds.of(20_000) {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                if Bool.random(using: &random) {
                    bytes[place] = .random(in: 0...255, using: &random)
                } else {
                    bytes.removeSubrange(place..<min(bytes.count, place + 3))
                }
            }
            guard let value = try? JSONValue(document: bytes) else { continue }
            readable += 1
            if (try? JSONValue(document: value.bytes)) == nil { lost += 1 }
        }
        #expect(readable > 0)
        expect(lost, is: 0)
    }

    @Test("a file name that is not UTF text keeps its bytes")
    func bytes() throws {
        let name = ByteText.text([0x66, 0xFF, 0x2F])
        let back = try JSONValue(document: JSONValue.string(name).bytes).text
        expect(back.map { ByteText.bytes($0) }, is: [0x66, 0xFF, 0x2F])
    }

    @Test("members that are not requested are skipped with any content")
    func keys() throws {
        let text = #"{"a":{"b":1,"x":{"y":["}",2]},"c":"\u0041"},"x\"":1,"d":[{"b":2,"x":-1.5e3}]}"#
        let value = try JSONValue(document: Array(text.utf8)[...], keys: JSONKeys("a", "b", "c", "d"))
        let expected = JSONValue.object([
            "a": .object(["b": .integer(1), "c": .string("A")]), "d": .list([.object(["b": .integer(2)])]),
        ])
        expect(value, is: expected)
    }

    @Test("an indented document has each member and element on its own line")
    func indented() throws {
        let text = String(decoding: try parse(#"{"a":[1,{}],"b":[]}"#).indentedBytes, as: UTF8.self)
        expect(text, is: "{\n  \"a\" : [\n    1,\n    {}\n  ],\n  \"b\" : []\n}\n")
    }
}
