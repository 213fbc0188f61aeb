package struct LineBuffer: Sendable {
    /// Longer lines are rejected: no valid request reaches this length.
    package static let requestLimit = 1 << 20

    private let limit: Int

    private var rest: [UInt8] = []
    /// Bytes of ``rest`` known to contain no line end.
    private var searched = 0

    package init(limit: Int = requestLimit) { self.limit = limit }

    /// Returns the complete lines without line ends, or `nil` if one is too long.
    package mutating func append(_ bytes: some Sequence<UInt8>) -> [[UInt8]]? {
        rest += bytes
        guard let last = rest[searched...].lastIndex(of: UInt8(ascii: "\n")) else {
            searched = rest.count
            return rest.count <= limit ? [] : nil
        }
        searched = 0
        let lines = rest[..<last].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = Array(rest[(last + 1)...])
        guard rest.count <= limit, lines.allSatisfy({ $0.count <= limit }) else { return nil }
        return lines.map { line in Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line) }
    }
}
