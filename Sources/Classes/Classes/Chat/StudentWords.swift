extension ClassEvent {
    package var hidingPhoneNumbers: ClassEvent {
        switch kind {
        case .message(let message): ClassEvent(time, .message(message.hidingPhoneNumbers))
        // An edit does not name the author, so it is always masked.
        case .messageEdited(let id, let text): ClassEvent(time, .messageEdited(id: id, text: PhoneMask.masked(text)))
        case .messagePinned(let message?): ClassEvent(time, .messagePinned(message.hidingPhoneNumbers))
        case .questionPublished(let question): ClassEvent(time, .questionPublished(question.hidingPhoneNumbers))
        case .questionReplied(let question): ClassEvent(time, .questionReplied(question.hidingPhoneNumbers))
        default: self
        }
    }
}

extension ChatMessage {
    var hidingPhoneNumbers: ChatMessage {
        guard ClassUser.isStudent(author) else { return self }
        var masked = self
        masked.text = PhoneMask.masked(text)
        return masked
    }
}

extension Question {
    fileprivate var hidingPhoneNumbers: Question {
        var masked = self
        if ClassUser.isStudent(author) { masked.text = PhoneMask.masked(text) }
        masked.replies = replies.map { reply in
            ClassUser.isStudent(reply.author)
                ? Reply(author: reply.author, text: PhoneMask.masked(reply.text)) : reply
        }
        return masked
    }
}

extension ClassUser {
    /// Returns whether the author is a student. An unknown author counts as one.
    fileprivate static func isStudent(_ author: ClassUser?) -> Bool {
        author.map { $0.role == .student || $0.role == .guest } ?? true
    }
}
