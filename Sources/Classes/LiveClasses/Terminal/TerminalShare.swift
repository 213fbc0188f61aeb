package import Classes

package struct TerminalShare: Sendable, Equatable {
    private let user: String
    private var last: TmuxScreen?

    /// Approximate, in JSON. The class accepts 32 KiB.
    private static let partBytes = 20 << 10

    package init(user: String) { self.user = user }

    package mutating func updates(to screen: TmuxScreen) -> [TerminalUpdate] {
        defer { last = screen }
        var update = TerminalUpdate(user: user, columns: screen.columns, rows: screen.lines.count)
        update.cursor = screen.cursor
        guard let last else {
            update.isWhole = true
            update.scrolled = screen.history
            update.changed = screen.lines.enumerated().filter { $0.element != TerminalLine() }
                .map { .init($0.offset, $0.element) }
            return update.parts(of: Self.partBytes)
        }
        guard screen != last else { return [] }
        update.scrolled = Array(screen.history.suffix(Self.scrolled(from: last, to: screen)))
        update.changed = screen.lines.enumerated()
            .filter {
                last.lines.indices.contains($0.offset)
                    ? last.lines[$0.offset] != $0.element : $0.element != TerminalLine()
            }
            .map { .init($0.offset, $0.element) }
        return update.parts(of: Self.partBytes)
    }

    private static func scrolled(from old: TmuxScreen, to new: TmuxScreen) -> Int {
        let count = new.history.count
        // A cleared history is shorter, and only its new lines count.
        guard new.historySize >= new.historyLimit else {
            return min(max(0, new.historySize - old.historySize), count)
        }
        // A full history drops a line for each new one. Its overlap with the old history shows how many are new.
        return (max(0, count - old.history.count)...count).first { number in
            new.history.prefix(count - number).elementsEqual(old.history.suffix(count - number))
        } ?? count
    }
}
