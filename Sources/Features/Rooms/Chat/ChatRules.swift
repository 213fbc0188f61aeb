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
