package import PlayCore

package struct ChatWish: Sendable, Equatable {
    /// The line that the viewer looks at; `nil` for the newest.
    package var place: ChatPosition?
    package var query = ChatQuery()
    /// Lines before and after ``place``: the pane's height.
    package var count = 0
    package var flies = false

    package init() {}
}

/// The lines of the chat around the one that the viewer looks at. The texts are unverified.
package struct ChatWindow: Sendable, Equatable {
    package var lines: [ChatPage.Line] = []
    package var isReadingOlder = false
    /// Must be loaded for older lines; `nil` if there are enough or none.
    package var missing: Int?
    /// The messages that ``lines`` answer, by ID.
    package var answered: [String: ChatMessage] = [:]
    /// Lines after the one that the viewer looks at, up to ``newerLimit``.
    package var newerCount = 0
    /// The search whose results are shown; `nil` if the lines are the chat itself.
    package var search: SearchProgress?

    package static let newerLimit = 999

    package init() {}

    package struct SearchProgress: Sendable, Equatable {
        package var found: Int
        package var isFull: Bool
        /// In per cent of the chat.
        package var share: Int
        package var isIncomplete: Bool
        /// The index in ``ChatWindow/lines`` of the line that the viewer looks at; `nil` without results.
        package var current: Int?
    }
}

extension ChatWindow {
    package init(of chat: ChatStore, at now: MediaTime, _ wish: ChatWish) {
        guard let end = chat.end(at: now) else { return }
        let count = max(1, wish.count)
        // A place in the future, as after a seek back, shows the newest line instead.
        let place = wish.place.flatMap { $0 < end ? $0 : nil }
        let after = place.map { ChatPosition(slice: $0.slice, offset: $0.offset + 1) } ?? end
        let older = chat.page(before: after, count: count, at: now)
        lines = older.lines
        if place != nil {
            let newer = chat.page(from: after, count: Self.newerLimit, at: now).lines
            newerCount = newer.count
            lines += newer.prefix(count)
        }
        missing = older.missing
        isReadingOlder = missing != nil
        for line in lines {
            guard let id = line.message.replyTo, let place = chat.position(of: id) else { continue }
            answered[id] = chat[place].flatMap { chat.changes.seen($0, at: now) }
        }
    }

    package init(of found: ChatSearch, in chat: ChatStore, at now: MediaTime, _ wish: ChatWish) {
        let results = found.results.compactMap { line in
            chat.changes.seen(line.message, at: now).map { ChatPage.Line(position: line.position, message: $0) }
        }.filter { found.query.matches($0.message) }
        let passed: Int
        if let place = wish.place {
            passed = results.partitioningIndex { $0.position >= place }
        } else {
            passed = results.partitioningIndex { $0.message.time > now } - 1
        }
        let centre = min(max(0, passed), results.count - 1)
        let count = max(1, wish.count)
        let first = max(0, centre - count)
        if !results.isEmpty { lines = Array(results[first..<min(results.count, centre + count + 1)]) }
        search = SearchProgress(
            found: results.count, isFull: found.isFull,
            share: found.wanted == nil ? 100 : found.readCount * 100 / max(1, found.sliceCount),
            isIncomplete: found.failures > 0, current: results.isEmpty ? nil : centre - first)
    }
}
