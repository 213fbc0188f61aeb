package import PlayCore

/// Changes of messages after they were written: edits, reactions and removals, each with its time.
package struct ChatChanges: Sendable, Equatable {
    private struct Edit: Sendable, Equatable {
        var time: MediaTime
        var text: String
    }

    private struct Reaction: Sendable, Equatable {
        var time: MediaTime
        var reaction: MessageReaction
    }

    private var removed: [String: MediaTime] = [:]
    /// By author. Like edits, reactions and clears, the times are in order.
    private var authors: [String: [MediaTime]] = [:]
    private var clears: [MediaTime] = []
    private var edits: [String: [Edit]] = [:]
    private var reactions: [String: [Reaction]] = [:]

    /// Per message. In a class of a thousand people, each gives a few.
    private static let reactionLimit = 4096
    private static let emojiLimit = 32

    package init() {}

    package init(_ events: some Sequence<ClassEvent>) {
        for event in events { add(event) }
    }

    package mutating func add(_ event: ClassEvent) {
        switch event.kind {
        case .messageRemoved(let id): removed[id] = min(removed[id] ?? event.time, event.time)
        case .messagesRemoved(let author): authors[author, default: []].append(event.time)
        case .chatCleared: clears.append(event.time)
        case .messageEdited(let id, let text): edits[id, default: []].append(Edit(time: event.time, text: text))
        case .messageReaction(let reaction) where reactions[reaction.message]?.count ?? 0 < Self.reactionLimit:
            reactions[reaction.message, default: []].append(Reaction(time: event.time, reaction: reaction))
        default: break
        }
    }

    /// Returns a message as it appears at `time`, with edits and reactions, or `nil` if it was removed by then.
    package func seen(_ message: ChatMessage, at time: MediaTime) -> ChatMessage? {
        guard !hide(message, at: time) else { return nil }
        var seen = message
        if let edits = edits[message.id] {
            let passed = edits.partitioningIndex { $0.time > time }
            if passed > 0 {
                seen.text = edits[passed - 1].text
                seen.isEdited = true
            }
        }
        if let reactions = reactions[message.id] { add(reactions.prefix { $0.time <= time }, to: &seen) }
        return seen
    }

    func versions(of message: ChatMessage) -> [ChatMessage] {
        [message]
            + (edits[message.id] ?? []).map { edit in
                var version = message
                version.text = edit.text
                return version
            }
    }

    private func add(_ reactions: ArraySlice<Reaction>, to message: inout ChatMessage) {
        // Pairs of user and emoji. A repeated reaction counts once.
        var given: Set<[String]> = []
        for reaction in reactions.map(\.reaction) {
            let key = [reaction.user, reaction.emoji]
            guard reaction.isGiven ? given.insert(key).inserted : given.remove(key) != nil else { continue }
            if let place = message.reactions.firstIndex(where: { $0.emoji == reaction.emoji }) {
                message.reactions[place].count += reaction.isGiven ? 1 : -1
            } else if message.reactions.count < Self.emojiLimit {
                message.reactions.append(ChatMessage.Reaction(emoji: reaction.emoji, count: 1))
            }
        }
        message.reactions.removeAll { $0.count < 1 }
    }

    private func hide(_ message: ChatMessage, at time: MediaTime) -> Bool {
        if let removed = removed[message.id], removed <= time { return true }
        if let author = message.author?.id, let times = authors[author], hide(message, times, time) { return true }
        return hide(message, clears, time)
    }

    private func hide(_ message: ChatMessage, _ times: [MediaTime], _ time: MediaTime) -> Bool {
        let passed = times.partitioningIndex { $0 > time }
        return passed > 0 && message.time <= times[passed - 1]
    }

    package static func changes(_ kind: ClassEvent.Kind) -> Bool {
        switch kind {
        case .messageRemoved, .messagesRemoved, .chatCleared, .messageEdited, .messageReaction: true
        default: false
        }
    }
}
