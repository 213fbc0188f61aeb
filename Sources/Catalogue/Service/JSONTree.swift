import FoundationEssentials
package import PlayCore

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

    /// Levels within each other; what services send has fewer than ten.
    package static let depthLimit = 64

    /// - Throws: `.malformed`.
    package static func parse(_ bytes: [UInt8]) throws(CatalogueError) -> JSONTree {
        guard depth(bytes) <= depthLimit else {
            throw CatalogueError(.malformed(path: "$", problem: "more than \(depthLimit) levels"))
        }
        do {
            return try JSONDecoder().decode(Coded.self, from: Data(bytes)).tree
        } catch {
            throw CatalogueError(.malformed(path: "$", problem: "not JSON"))
        }
    }

    package var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(Coded(tree: self)))
        } catch {
            preconditionFailure("JSON has no \(self)")
        }
    }

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
    /// Seconds; nil for what is none, and for what is before the start.
    package var seconds: MediaTime? { number.flatMap { $0 >= 0 ? MediaTime(seconds: $0) : nil } }
    /// An identifier, which some services have as a number.
    package var identifier: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        default: nil
        }
    }

    /// The deepest level of brackets outside of strings.
    private static func depth(_ bytes: [UInt8]) -> Int {
        var (depth, deepest, isInString, isEscaped) = (0, 0, false, false)
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                if byte == 0x5C { isEscaped = true }
                if byte == 0x22 { isInString = false }
            } else {
                switch byte {
                case 0x22: isInString = true
                case 0x5B, 0x7B:
                    depth += 1
                    deepest = max(deepest, depth)
                case 0x5D, 0x7D: depth -= 1
                default: break
                }
            }
        }
        return deepest
    }
}

private struct Coded: Codable {
    let tree: JSONTree

    init(tree: JSONTree) { self.tree = tree }

    /// Each `try?` asks whether it is of that type: another type is the next question, not a failure.
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            tree = .string(text)
        } else if value.decodeNil() {
            tree = .null
        } else if let integer = try? value.decode(Int64.self) {
            tree = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            tree = .number(number)
        } else if let flag = try? value.decode(Bool.self) {
            tree = .flag(flag)
        } else if let items = try? value.decode([Coded].self) {
            tree = .list(items.map(\.tree))
        } else {
            tree = .map(try value.decode([String: Coded].self).mapValues(\.tree))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch tree {
        case .null: try value.encodeNil()
        case .flag(let flag): try value.encode(flag)
        case .integer(let integer): try value.encode(integer)
        case .number(let number): number.isFinite ? try value.encode(number) : try value.encodeNil()
        case .string(let text): try value.encode(ByteText.shown(text))
        case .list(let items): try value.encode(items.map(Coded.init))
        case .map(let fields): try value.encode(fields.mapValues(Coded.init))
        }
    }
}
