import TestSupport
import Testing

@testable import Encoding

@Suite("JSON of Codable types")
struct JSONCodingTests {
    private struct Item: Codable, Equatable {
        var name: String
        var size: Int64?
        var ratio = 0.5
        var isOn = true
        var places: [UInt8] = []
        var byName: [String: Item]? = nil
        var rest: JSONValue? = nil
    }

    private func parse(_ text: String) throws -> JSONValue { try JSONValue(document: Array(text.utf8)) }

    @Test("a value is the same after it was written and read")
    func roundTrip() throws {
        var item = Item(name: "ü\"\n", size: .max, places: [1, 255])
        item.byName = ["b": Item(name: ""), "a": Item(name: "x", rest: .list([.null, .object(["k": .number(1.5)])]))]
        let bytes = try JSONValue(encoding: item).bytes
        try expect(JSONValue(document: bytes).decoded(as: Item.self), is: item)
    }

    @Test("members are ordered by name, and nil members are left out")
    func order() throws {
        let bytes = try JSONValue(encoding: Item(name: "a", ratio: 2, places: [3])).bytes
        expect(String(decoding: bytes, as: UTF8.self), is: #"{"isOn":true,"name":"a","places":[3],"ratio":2}"#)
    }

    @Test("every member of a large object is found, and of several with the same name the last one counts")
    func manyMembers() throws {
        let text = "{" + (0..<40).map { "\"m\($0)\":\($0)" }.joined(separator: ",") + ",\"m7\":70}"
        let table = try parse(text).decoded(as: [String: Int].self)
        expect(table.count, is: 40)
        expect(table["m7"], is: 70)
        expect(table["m39"], is: 39)
    }

    @Test(
        "an error names the place in the document and its kind",
        arguments: [
            (#"{"ratio":1}"#, "isOn,name,places", "missing"), (#"{"name":5}"#, "name", "type"),
            (#"{"name":"a","size":1.5}"#, "size", "value"), (#"{"name":null}"#, "name", "null"),
            (#"{"name":"a","ratio":1,"isOn":true,"places":[1,256]}"#, "places.1", "value"),
            (#"{"name":"a","ratio":1,"isOn":true,"places":{}}"#, "places", "type"), ("[]", "", "type"),
        ])
    func errors(text: String, path: String, kind: String) throws {
        let error = #expect(throws: DecodingError.self) { try parse(text).decoded(as: Item.self) }
        let (found, context): (String, DecodingError.Context) =
            switch try #require(error) {
            case .keyNotFound(let key, _): ("missing", .init(codingPath: [key], debugDescription: ""))
            case .typeMismatch(_, let context): ("type", context)
            case .valueNotFound(_, let context): ("null", context)
            case .dataCorrupted(let context): ("value", context)
            @unknown default: ("", .init(codingPath: [], debugDescription: ""))
            }
        expect(found, is: kind)
        #expect(
            path.split(separator: ",").contains { $0 == context.codingPath.map(\.stringValue).joined(separator: ".") }
                || path.isEmpty)
    }
}
