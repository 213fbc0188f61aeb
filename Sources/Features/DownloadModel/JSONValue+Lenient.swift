package import Encoding

/// Accepts numbers written as text, as aria2 and its clients do.
extension JSONValue {
    package var wholeNumber: Int64? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        case .string(let text): Int64(text)
        default: nil
        }
    }

    package var anyNumber: Double? {
        if case .string(let text) = self { Double(text).flatMap { $0.isFinite ? $0 : nil } } else { number }
    }
}
