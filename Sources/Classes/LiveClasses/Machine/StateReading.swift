import ClassWire
import Classes

struct StateReading: Sendable {
    private(set) var lines: [String] = []
    private(set) var bytes = 0
    private(set) var total = 0
    private var snapshot: EventChain?

    enum Step: Equatable {
        case next(StateRequest)
        case done(StatePage, [ClassEvent])
        /// The pages do not match or exceed the limits. The state must be read again.
        case broken
    }

    /// 0 to 1.
    var progress: Double { total > 0 ? Double(lines.count) / Double(total) : 0 }

    /// - Parameter reached: changes the addresses in a text to those that the viewer reaches.
    mutating func add(_ page: StatePage, room: String, reached: (String) -> String = { $0 }) -> Step {
        guard page.from == lines.count, snapshot ?? page.chain == page.chain, let new = page.lines.lines else {
            return .broken
        }
        snapshot = page.chain
        total = page.total
        lines += new
        bytes += page.lines.bytes
        guard bytes <= StatePage.totalLimit else { return .broken }
        if let next = page.next(room: room) { return .next(next) }
        guard lines.count >= page.total else { return .broken }
        let text = reached(lines.joined(separator: "\n"))
        return .done(page, JSONLines.read(ClassEvent.self, Array(text.utf8), file: "state").lines)
    }
}
