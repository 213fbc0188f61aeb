package struct TerminalArea: Sendable, Equatable {
    package var revision = 0
    package private(set) var shared: SharedTerminal?

    var weight: Int { shared.map { $0.screen.count + $0.scrollback.count } ?? 0 }

    mutating func follow(_ update: TerminalUpdate?) {
        guard let update else { return end() }
        guard update.isValid else { return }
        revision += 1
        if update.isWhole || shared?.user != update.user { shared = SharedTerminal(update) }
        shared?.follow(update)
    }

    mutating func end() {
        guard shared != nil else { return }
        revision += 1
        shared = nil
    }

    mutating func leave(_ ids: [String]) {
        if let shared, ids.contains(shared.user) { end() }
    }
}

/// A screen and its scrollback. The texts are unverified.
package struct SharedTerminal: Sendable, Equatable {
    package let user: String
    package private(set) var columns: Int
    package private(set) var screen: [TerminalLine]
    package private(set) var scrollback: [TerminalLine] = []
    package private(set) var cursor: TerminalUpdate.Cursor?

    package static let scrollbackLimit = 2000

    init(_ update: TerminalUpdate) {
        user = update.user
        columns = update.columns
        screen = Array(repeating: TerminalLine(), count: update.rows)
    }

    fileprivate mutating func follow(_ update: TerminalUpdate) {
        columns = update.columns
        if screen.count > update.rows { screen.removeLast(screen.count - update.rows) }
        while screen.count < update.rows { screen.append(TerminalLine()) }
        scrollback += update.scrolled.map(\.bounded)
        if scrollback.count > Self.scrollbackLimit { scrollback.removeFirst(scrollback.count - Self.scrollbackLimit) }
        for row in update.changed { screen[row.row] = row.line.bounded }
        cursor = update.cursor
    }

    package var whole: TerminalUpdate {
        var update = TerminalUpdate(user: user, columns: columns, rows: screen.count, isWhole: true)
        update.scrolled = scrollback
        update.changed = screen.enumerated().filter { $0.element != TerminalLine() }.map {
            .init($0.offset, $0.element)
        }
        update.cursor = cursor
        return update
    }
}
