import Commands
import Encoding
import PlayCore

/// JSON as text, from and to ``Commands/Node``. Any thread.
enum JSONText {
    /// Nil when it is no JSON.
    static func parse(_ bytes: [UInt8]) -> Node? {
        do throws(JSONValue.Problem) {
            return Node(try JSONValue(document: bytes))
        } catch {
            // The client reads that its line was no JSON; where exactly helps nobody.
            return nil
        }
    }

    /// One line without its end. Numbers that JSON has not become null.
    static func text(_ node: Node) -> [UInt8] { JSONValue(node).shown.bytes }
}

extension Node {
    fileprivate init(_ value: JSONValue) {
        self =
            switch value {
            case .null: .null
            case .flag(let flag): .flag(flag)
            case .integer(let number): .integer(number)
            case .number(let number): .number(number)
            case .string(let text): .string(text)
            case .list(let items): .list(items.map(Node.init))
            case .object: .map(value.fields.mapValues(Node.init))
            }
    }
}

extension JSONValue {
    /// Members are in the order of their names.
    fileprivate init(_ node: Node) {
        self =
            switch node {
            case .null: .null
            case .flag(let flag): .flag(flag)
            case .integer(let number): .integer(number)
            case .number(let number): .number(number)
            case .string(let text): .string(text)
            case .list(let items): .list(items.map { JSONValue($0) })
            case .map(let fields):
                .object(fields.sorted { $0.key < $1.key }.map { Member($0.key, JSONValue($0.value)) })
            }
    }
}
