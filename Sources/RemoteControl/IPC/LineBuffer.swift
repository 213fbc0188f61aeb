/// Cuts a stream of bytes into lines. Pure.
struct LineBuffer {
    /// Longer lines are nobody's honest request.
    static let limit = 1 << 20

    private var rest: [UInt8] = []

    /// The lines that are complete now, without their ends; nil: one is too long.
    mutating func append(_ bytes: some Sequence<UInt8>) -> [[UInt8]]? {
        rest += bytes
        guard let last = rest.lastIndex(of: UInt8(ascii: "\n")) else { return rest.count <= Self.limit ? [] : nil }
        let lines = rest[..<last].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = Array(rest[(last + 1)...])
        guard rest.count <= Self.limit, lines.allSatisfy({ $0.count <= Self.limit }) else { return nil }
        return lines.map { line in Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line) }
    }
}
