/// The rules for messages before they are shown, copied or written to a log.
package struct ChatRules: Sendable, Equatable {
    /// −1: all groups; 0: lecturers and assistants of the large class; otherwise that group and those.
    package var groupID: Int
    package var hidesPhoneNumbers: Bool

    package init(groupID: Int = -1, hidesPhoneNumbers: Bool = false) {
        self.groupID = groupID
        self.hidesPhoneNumbers = hidesPhoneNumbers
    }

    /// Returns the message in the form in which it may be shown, or `nil` if it does not belong to this chat.
    package func applied(to message: ChatMessage) -> ChatMessage? {
        guard belongs(message) else { return nil }
        return hidesPhoneNumbers ? message.hidingPhoneNumbers : message
    }

    /// Lecturers and assistants of the large class are those in group 0. The room's own messages belong to all.
    private func belongs(_ message: ChatMessage) -> Bool {
        if groupID < 0 { return true }
        guard let author = message.author else { return message.kind == .system || message.group == groupID }
        if author.role.leadsRoom, author.group == 0 { return true }
        return groupID > 0 && (message.group ?? author.group) == groupID
    }
}
