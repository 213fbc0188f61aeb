import FoundationEssentials
import PlayCore

/// A JSON document as a value. What is read from it by the optional properties is lenient: another type is nil.
package enum JSONTree: Sendable, Hashable {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    /// Unverified text.
    case string(String)
    case list([JSONTree])
    case map([String: JSONTree])

    package enum Problem: Error {
        /// More levels than ``JSONDepth`` allows.
        case tooDeep
        case notJSON

        package var words: String {
            switch self {
            case .tooDeep: "more than \(JSONDepth.limit) levels"
            case .notJSON: "not JSON"
            }
        }
    }

    package init(document bytes: [UInt8]) throws(Problem) {
        guard JSONDepth.isAllowed(bytes) else { throw .tooDeep }
        do {
            self = try JSONDecoder().decode(JSONTree.self, from: Data(bytes))
        } catch {
            throw .notJSON
        }
    }

    /// The document; paths that are no UTF-8 as people see them.
    package var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(shown))
        } catch {
            preconditionFailure("JSON has no \(self)")
        }
    }

    /// A member of an object; nil for what is absent and for null.
    package subscript(key: String) -> JSONTree? {
        guard case .map(let fields) = self, let value = fields[key], value != .null else { return nil }
        return value
    }

    package var text: String? { if case .string(let text) = self { text } else { nil } }
    package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    package var items: [JSONTree] { if case .list(let items) = self { items } else { [] } }
    package var fields: [String: JSONTree] { if case .map(let fields) = self { fields } else { [:] } }
    package var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
    package var integer: Int? {
        switch self {
        case .integer(let value): Int(exactly: value)
        case .number(let value): Int(exactly: value.rounded())
        default: nil
        }
    }

    private var shown: JSONTree {
        switch self {
        case .string(let text): .string(ByteText.shown(text))
        case .list(let items): .list(items.map(\.shown))
        case .map(let fields): .map(fields.mapValues(\.shown))
        case .null, .flag, .integer, .number: self
        }
    }
}

extension JSONTree: Codable {
    /// Each `try?` asks whether it is of that type: another type is the next question, not a failure.
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let items = try? value.decode([JSONTree].self) {
            self = .list(items)
        } else {
            self = .map(try value.decode([String: JSONTree].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .flag(let flag): try value.encode(flag)
        case .integer(let integer): try value.encode(integer)
        // JSON has no infinities.
        case .number(let number): number.isFinite ? try value.encode(number) : try value.encodeNil()
        case .string(let text): try value.encode(text)
        case .list(let items): try value.encode(items)
        case .map(let fields): try value.encode(fields)
        }
    }
}
