package import Encoding

extension JSONValue {
    /// As mpv writes it: `yes`, `12`, `1.500000`. `nil` for lists and objects.
    package var propertyText: String? {
        switch self {
        case .null: nil
        case .flag(let flag): flag ? "yes" : "no"
        case .integer(let value): "\(value)"
        case .number(let value): Self.text(value)
        case .string(let text): text
        case .list, .object: nil
        }
    }

    /// Returns six digits after the point, as C's `%f` does.
    private static func text(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 9e12 else { return "\(value)" }
        let millionths = Int64((abs(value) * 1e6).rounded())
        let fraction = String(1_000_000 + millionths % 1_000_000).dropFirst()
        return (value < 0 && millionths != 0 ? "-" : "") + "\(millionths / 1_000_000)." + fraction
    }

    /// Returns a choice as mpv's clients receive it: `yes`, `no` and integers are not texts.
    static func word(_ text: String) -> JSONValue {
        switch text {
        case "yes": .flag(true)
        case "no": .flag(false)
        default: Int64(text).map(JSONValue.integer) ?? .string(text)
        }
    }

    package var exactInteger: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }
}
