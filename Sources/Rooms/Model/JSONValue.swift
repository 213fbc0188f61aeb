import FoundationEssentials

/// Any JSON value: what a broadcast carries, and what a kind of event has that this version does not know.
package enum JSONValue: Sendable, Hashable {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    /// Unverified text.
    case string(String)
    case list([JSONValue])
    case map([String: JSONValue])

    package subscript(key: String) -> JSONValue? {
        guard case .map(let fields) = self else { return nil }
        return fields[key]
    }
}

extension JSONValue: Codable {
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
        } else if let items = try? value.decode([JSONValue].self) {
            self = .list(items)
        } else {
            self = .map(try value.decode([String: JSONValue].self))
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
