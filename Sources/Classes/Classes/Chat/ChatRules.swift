/// The rules for messages before they are shown, copied or written to a log.
package struct ChatRules: Sendable, Equatable {
    /// −1 selects all groups, and 0 the lecturers and assistants of the large class. Any other number selects that
    /// group in addition to these.
    package var groupID: Int
    package var hidesPhoneNumbers: Bool

    package init(groupID: Int = -1, hidesPhoneNumbers: Bool = false) {
        self.groupID = groupID
        self.hidesPhoneNumbers = hidesPhoneNumbers
    }

    /// Returns `nil` if the message belongs to another chat.
    package func applied(to message: ChatMessage) -> ChatMessage? {
        guard belongs(message) else { return nil }
        return hidesPhoneNumbers ? message.hidingPhoneNumbers : message
    }

    /// Whether a message belongs to the chat. Lecturers and assistants of the large class are those in group 0.
    /// Messages of the room itself belong to all groups.
    private func belongs(_ message: ChatMessage) -> Bool {
        if groupID < 0 { return true }
        guard let author = message.author else { return message.kind == .system || message.group == groupID }
        if author.role.leadsRoom, author.group == 0 { return true }
        return groupID > 0 && (message.group ?? author.group) == groupID
    }
}
