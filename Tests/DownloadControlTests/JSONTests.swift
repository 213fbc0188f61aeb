import PlayCore
import Testing

@testable import DownloadControl

@Suite("JSON without Foundation")
struct JSONTests {
    private func parse(_ text: String) throws -> JSONValue { try JSONReader.parse(Array(text.utf8)) }

    @Test(
        "what is read and written again is the same",
        arguments: [
            "null", "true", "-12", "1.5", "\"\"", "[]", "{}", "[1,[2,{\"a\":null}]]", "{\"b\":1,\"a\":[true,false]}",
            "\"tab\\u0009 quote\\\" back\\\\ 😀\"", "9223372036854775807",
        ])
    func roundTrip(text: String) throws {
        #expect(String(decoding: try parse(text).bytes, as: UTF8.self) == text)
    }

    @Test("escapes become what they stand for; half a pair is U+FFFD")
    func escapes() throws {
        #expect(try parse(#""\u00e9\n\/\ud83d\ude00""#) == .string("é\n/😀"))
        #expect(try parse(#""\ud83d x""#) == .string("\u{FFFD} x"))
        #expect(try parse(#""\ud83d\u0041""#) == .string("\u{FFFD}A"))
    }

    @Test("controls never come out as they are, those of eight bits neither")
    func controls() {
        let text = String(decoding: JSONValue.string("\u{1B}[2J\u{9B}\u{7F}é").bytes, as: UTF8.self)
        #expect(text == #""\u001b[2J\u009b\u007fé""#)
    }

    @Test(
        "what is no JSON is refused",
        arguments: [
            "", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "{a:1}", "01", "1.", "1e", "+1", "nul", "\"\n\"", "\"\\x\"", "\"",
            "[] []", "NaN", "1e999", "'a'", "\"\\u12\"", "[", "-",
        ])
    func refusals(text: String) { #expect(throws: JSONReader.Failure.self) { try parse(text) } }

    @Test("levels within each other are counted")
    func depth() throws {
        func nested(_ count: Int) -> String {
            String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
        _ = try parse(nested(JSONReader.depthLimit))
        #expect(throws: JSONReader.Failure.self) { try parse(nested(JSONReader.depthLimit + 2)) }
        #expect(throws: JSONReader.Failure.self) { try parse(String(repeating: "[", count: 1 << 20)) }
    }

    @Test("no mutation of a document ends the process")
    func mutations() {
        let seed = Array(
            #"{"jsonrpc":"2.0","id":1,"method":"aria2.tellStatus","params":["é😀",{"a":[1.5e3,null]}]}"#.utf8)
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                if Bool.random(using: &random) {
                    bytes[place] = .random(in: 0...255, using: &random)
                } else {
                    bytes.removeSubrange(place..<min(bytes.count, place + 3))
                }
            }
            _ = try? JSONReader.parse(bytes)
        }
    }

    @Test("a name of a file that is no text keeps its bytes")
    func bytes() throws {
        let name = ByteText.text([0x66, 0xFF, 0x2F])
        let back = try JSONReader.parse(JSONValue.string(name).bytes).text
        #expect(back.map { ByteText.bytes($0) } == [0x66, 0xFF, 0x2F])
    }
}
