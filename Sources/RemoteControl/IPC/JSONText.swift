import Commands
import FoundationEssentials
import PlayCore

/// JSON as text, from and to ``Commands/Node``. Any thread.
enum JSONText {
    /// Nil when it is no JSON.
    static func parse(_ bytes: [UInt8]) -> Node? {
        do {
            return try JSONDecoder().decode(JSONValue.self, from: Data(bytes)).node
        } catch {
            // The client reads that its line was no JSON; where exactly helps nobody.
            return nil
        }
    }

    /// One line without its end. Numbers that JSON has not become null.
    static func text(_ node: Node) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(JSONValue(node: node)))
        } catch {
            preconditionFailure("JSON has no \(node)")
        }
    }
}

private struct JSONValue: Codable {
    let node: Node

    init(node: Node) { self.node = node }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            node = .null
        } else if let flag = try? value.decode(Bool.self) {
            node = .flag(flag)
        } else if let integer = try? value.decode(Int64.self) {
            node = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            node = .number(number)
        } else if let text = try? value.decode(String.self) {
            node = .string(text)
        } else if let items = try? value.decode([JSONValue].self) {
            node = .list(items.map(\.node))
        } else {
            node = .map(try value.decode([String: JSONValue].self).mapValues(\.node))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch node {
        case .null: try value.encodeNil()
        case .flag(let flag): try value.encode(flag)
        case .integer(let integer): try value.encode(integer)
        case .number(let number): number.isFinite ? try value.encode(number) : try value.encodeNil()
        case .string(let text): try value.encode(ByteText.shown(text))
        case .list(let items): try value.encode(items.map(JSONValue.init))
        case .map(let fields): try value.encode(fields.mapValues(JSONValue.init))
        }
    }
}
