/// A value of a property or a parameter of a command: what JSON can say.
package indirect enum Node: Sendable, Hashable {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case list([Node])
    case map([String: Node])

    /// As mpv writes it where text is wanted: `yes`, `12`, `1.500000`; nil for lists and maps.
    package var text: String? {
        switch self {
        case .null: nil
        case .flag(let flag): flag ? "yes" : "no"
        case .integer(let value): "\(value)"
        case .number(let value): Self.text(value)
        case .string(let text): text
        case .list, .map: nil
        }
    }

    /// Six digits after the point, as C's `%f` has them.
    private static func text(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 9e12 else { return "\(value)" }
        let millionths = Int64((abs(value) * 1e6).rounded())
        let fraction = String(1_000_000 + millionths % 1_000_000).dropFirst()
        return (value < 0 && millionths != 0 ? "-" : "") + "\(millionths / 1_000_000)." + fraction
    }

    package var string: String? { if case .string(let text) = self { text } else { nil } }
    package var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }
}
