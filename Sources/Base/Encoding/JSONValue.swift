import PlayCore

/// A JSON document as a value, without Foundation: whoever sends a quick command has no time for loading it. Members
/// keep their order. What is read from it by the optional properties is lenient: another type is nil.
package enum JSONValue: Sendable, Hashable {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    /// Unverified text. A name of a file that is no text is in it as ``ByteText`` has it.
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

    /// Members whose value is nil are left out.
    package static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { member in member.value.map { Member(member.key, $0) } })
    }

    /// Members in the order of their names.
    package static func object(sorting fields: [String: JSONValue]) -> JSONValue {
        .object(fields.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
    }

    /// A member of an object, of several with the same name the last; nil for what is absent and for null.
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
    /// The members of an object by their names, of several with the same the last; none for what is no object.
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

    /// The nearest whole number.
    package var integer: Int? {
        switch self {
        case .integer(let value): Int(exactly: value)
        case .number(let value): Int(exactly: value.rounded())
        default: nil
        }
    }
}
