package import PlayCore

/// Which lines of the chat are wanted. A value.
package struct ChatWish: Sendable, Equatable {
    /// The line that is looked at; nil: the newest, whatever comes.
    package var place: ChatPosition?
    package var query = ChatQuery()
    /// Lines before and after it: as many as the pane has rows.
    package var count = 0
    /// Comments fly over the picture.
    package var flies = false

    package init() {}
}

/// The lines of the chat around the place that is looked at. A value; its texts are unverified.
package struct ChatWindow: Sendable, Equatable {
    /// The oldest first.
    package var lines: [ChatPage.Line] = []
    /// Older lines are being read.
    package var isReadingOlder = false
    /// The slice without which there are no older ones; nil: there is an end, or enough.
    package var missing: Int?
    /// What messages among ``lines`` answer, by id.
    package var answered: [String: ChatMessage] = [:]
    /// Lines written since the place that is looked at, up to ``newerLimit``.
    package var newerCount = 0
    /// Nil: the lines are the chat, and not what was found in it.
    package var search: SearchProgress?

    package static let newerLimit = 999

    package init() {}

    /// How far a search is. A value.
    package struct SearchProgress: Sendable, Equatable {
        package var found: Int
        /// There may be more.
        package var isFull: Bool
        /// Per cent of the chat; 100: all of it.
        package var share: Int
        /// Some of the chat could not be read.
        package var isIncomplete: Bool
        /// The line that is looked at, an index in ``ChatWindow/lines``; nil: nothing was found.
        package var current: Int?
    }
}

extension ChatWindow {
    /// The chat at a position.
    package init(of chat: ChatStore, at now: MediaTime, _ wish: ChatWish) {
        guard let end = chat.end(at: now) else { return }
        let count = max(1, wish.count)
        // The newest is looked at where the place is in the future, after a seek back.
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

    /// What was found in all of it, before the position and after it.
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
