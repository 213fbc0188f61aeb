/// The texts of students without their phone numbers, for showing, copying and printing.
extension RoomEvent {
    package var hidingPhoneNumbers: RoomEvent {
        switch kind {
        case .message(let message): RoomEvent(time, .message(message.hidingPhoneNumbers))
        // An edit does not name the author, so it is always masked.
        case .messageEdited(let id, let text): RoomEvent(time, .messageEdited(id: id, text: PhoneMask.masked(text)))
        case .messagePinned(let message?): RoomEvent(time, .messagePinned(message.hidingPhoneNumbers))
        case .questionPublished(let question): RoomEvent(time, .questionPublished(question.hidingPhoneNumbers))
        case .questionReplied(let question): RoomEvent(time, .questionReplied(question.hidingPhoneNumbers))
        default: self
        }
    }
}

extension ChatMessage {
    var hidingPhoneNumbers: ChatMessage {
        guard RoomUser.isStudent(author) else { return self }
        var masked = self
        masked.text = PhoneMask.masked(text)
        return masked
    }
}

extension Question {
    fileprivate var hidingPhoneNumbers: Question {
        var masked = self
        if RoomUser.isStudent(author) { masked.text = PhoneMask.masked(text) }
        masked.replies = replies.map { reply in
            RoomUser.isStudent(reply.author)
                ? Reply(author: reply.author, text: PhoneMask.masked(reply.text)) : reply
        }
        return masked
    }
}

extension RoomUser {
    /// Returns whether an author is a student; an unknown author counts as one.
    fileprivate static func isStudent(_ author: RoomUser?) -> Bool {
        author.map { $0.role == .student || $0.role == .guest } ?? true
    }
}
