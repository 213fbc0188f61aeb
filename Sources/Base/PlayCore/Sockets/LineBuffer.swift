/// Cuts a stream of bytes into lines. Pure.
package struct LineBuffer: Sendable {
    /// Longer lines are nobody's honest request.
    package static let requestLimit = 1 << 20

    private let limit: Int

    private var rest: [UInt8] = []
    /// How much of ``rest`` is known to have no end of a line.
    private var searched = 0

    /// - Parameter limit: bytes of a line.
    package init(limit: Int = requestLimit) { self.limit = limit }

    /// The lines that are complete now, without their ends; nil: one is too long.
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
