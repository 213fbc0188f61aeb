/// The requested bytes of a file (RFC 9110, 14).
enum ByteRangeRequest: Equatable {
    /// The whole file, also for a range that is invalid.
    case whole
    case part(Range<Int>)
    case beyondEnd

    /// `text` is the value of the field `Range`. Several ranges are answered with the whole file, as the RFC allows.
    init(_ text: String, size: Int) {
        let prefix = "bytes="
        guard text.lowercased().hasPrefix(prefix) else {
            self = .whole
            return
        }
        let sides = text.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false).map {
            HTTPText.trimmed($0)
        }
        self = sides.count == 2 ? Self.range(sides[0], sides[1], size) : .whole
    }

    private static func range(_ first: String, _ last: String, _ size: Int) -> Self {
        if first.isEmpty {
            guard let count = number(last) else { return .whole }
            return count == 0 || size == 0 ? .beyondEnd : .part(max(0, size - count)..<size)
        }
        guard let start = number(first) else { return .whole }
        guard let end = last.isEmpty ? Int.max : number(last), end >= start else { return .whole }
        return start >= size ? .beyondEnd : .part(start..<min(size - 1, end) + 1)
    }

    private static func number(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text) ?? .max
    }
}
