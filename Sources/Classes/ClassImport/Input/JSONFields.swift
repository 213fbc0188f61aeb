import Classes
import Encoding
import PlayCore

extension JSONValue {
    var isTrue: Bool { self == .flag(true) }

    var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .string(let text): Numbers.number(text)
        default: nil
        }
    }

    var whole: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value.rounded())
        case .string(let text): Int64(text)
        default: nil
        }
    }

    var seconds: MediaTime? { double.map(MediaTime.init(seconds:)) }

    var identifier: String? {
        switch self {
        case .string(let text): text.isEmpty ? nil : text
        case .integer(let number): "\(number)"
        default: nil
        }
    }

    func at(_ path: String...) -> JSONValue? {
        var value = self
        for step in path {
            guard let next = step == "0" ? value.items?.first : value[step] else { return nil }
            value = next
        }
        return value
    }
}
