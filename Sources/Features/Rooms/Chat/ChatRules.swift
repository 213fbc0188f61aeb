package import PlayCore

/// What applies to every message before it is shown, copied or written to a log. A value.
package struct ChatRules: Sendable, Equatable {
    /// −1: all groups; 0: lecturers and assistants of the large class; else that group and those.
    package var groupID: Int
    package var hidesPhoneNumbers: Bool

    package init(groupID: Int = -1, hidesPhoneNumbers: Bool = false) {
        self.groupID = groupID
        self.hidesPhoneNumbers = hidesPhoneNumbers
    }

    /// What becomes of a message; nil: it is not of this chat.
    package func applied(to message: ChatMessage) -> ChatMessage? {
        guard belongs(message) else { return nil }
        return hidesPhoneNumbers ? message.hidingPhoneNumbers : message
    }

    /// A large-class lecturer or assistant is one whose own group is 0. What the room itself says is for all.
    private func belongs(_ message: ChatMessage) -> Bool {
        if groupID < 0 { return true }
        guard let author = message.author else { return message.kind == .system || message.group == groupID }
        if author.role.leadsRoom, author.group == 0 { return true }
        return groupID > 0 && (message.group ?? author.group) == groupID
    }
}

/// Which messages are taken back, and when. A value.
package struct ChatRemovals: Sendable, Equatable {
    private var messages: [String: MediaTime] = [:]
    /// In the order of their times.
    private var authors: [String: [MediaTime]] = [:]
    private var clears: [MediaTime] = []

    package init() {}

    package init(_ events: some Sequence<RoomEvent>) {
        for event in events { add(event) }
    }

    /// - Parameter event: not before those added already.
    package mutating func add(_ event: RoomEvent) {
        switch event.kind {
        case .messageRemoved(let id): messages[id] = min(messages[id] ?? event.time, event.time)
        case .messagesRemoved(let author): authors[author, default: []].append(event.time)
        case .chatCleared: clears.append(event.time)
        default: break
        }
    }

    /// Whether a message that was written is no longer to be seen at `time`.
    package func hide(_ message: ChatMessage, at time: MediaTime) -> Bool {
        if let removed = messages[message.id], removed <= time { return true }
        if let author = message.author?.id, let times = authors[author], hide(message, times, time) { return true }
        return hide(message, clears, time)
    }

    /// The last removal up to `time` took all that came before it.
    private func hide(_ message: ChatMessage, _ times: [MediaTime], _ time: MediaTime) -> Bool {
        let passed = times.partitioningIndex { $0 > time }
        return passed > 0 && message.time <= times[passed - 1]
    }

    /// Whether an event takes messages back.
    package static func changes(_ kind: RoomEvent.Kind) -> Bool {
        switch kind {
        case .messageRemoved, .messagesRemoved, .chatCleared: true
        default: false
        }
    }
}
