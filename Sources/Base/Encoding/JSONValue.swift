import PlayCore

/// A JSON document without Foundation, which takes too long to load for a quick command. Members keep their order. Each
/// optional property is `nil` for a value of another type.
package enum JSONValue: Sendable, Hashable {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    /// Unverified text. A file name that is not UTF-8 is encoded as ``ByteText``.
    case string(String)
    case list([JSONValue])
    case object([Member])

    package struct Member: Sendable, Hashable {
        package let name: String
        package let value: JSONValue

        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Omits members whose value is `nil`.
    package static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { member in member.value.map { Member(member.key, $0) } })
    }

    package static func object(sorting fields: [String: JSONValue]) -> JSONValue {
        .object(fields.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
    }

    /// The last of several members with the same name counts. Returns `nil` if it is absent or null.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members.last(where: { $0.name == name })?.value,
            value != .null
        else { return nil }
        return value
    }

    package var text: String? { if case .string(let text) = self { text } else { nil } }
    package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    package var items: [JSONValue]? { if case .list(let items) = self { items } else { nil } }
    package var members: [Member]? { if case .object(let members) = self { members } else { nil } }
    /// The last of several members with the same name counts. Empty for values other than objects.
    package var fields: [String: JSONValue] {
        Dictionary((members ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    package var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The nearest integer.
    package var integer: Int? {
        switch self {
        case .integer(let value): Int(exactly: value)
        case .number(let value): Int(exactly: value.rounded())
        default: nil
        }
    }
}
