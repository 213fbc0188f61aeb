import Classes

/// Private messages between a student and a teacher or an assistant.
extension ClassMachine {
    func judgePrivate(_ wish: ClassWish, by user: String, at time: Int64) throws(ClassError) {
        switch wish {
        case .forbidPrivateMessages(let isForbidden):
            try demand(live.arePrivateMessagesForbidden != isForbidden, .unchanged)
        case .privateMessage(let message): try judge(message, by: user, at: time)
        default: preconditionFailure("nothing private: \(wish.name)")
        }
    }

    private func judge(_ message: PrivateMessageWish, by user: String, at time: Int64) throws(ClassError) {
        guard let reader = role(of: message.user) else { throw ClassError(.userNotPresent) }
        try demand(message.user != user, .targetMayNot)
        if role(of: user)?.isStaff != true {
            try demand(!live.arePrivateMessagesForbidden, .privateForbidden)
            try demand(reader.isStaff, .staffOnly)
            try demand(live.chatBans[user].map { $0.until <= time } ?? true, .chatBanned)
        }
        try demand(message.text.contains { !$0.isWhitespace }, .unchanged)
        try demand(message.text.length <= ClassLimits.messageLength, .tooLong)
        try demand(message.replyTo?.isIdentifier ?? true, .badIdentifier)
    }

    mutating func fulfilPrivate(_ wish: ClassWish, by user: String) {
        switch wish {
        case .forbidPrivateMessages(let isForbidden): publish(.privateMessagesForbidden(isForbidden))
        case .privateMessage(let message): write(message, by: user)
        default: preconditionFailure("nothing private: \(wish.name)")
        }
    }

    private mutating func write(_ wish: PrivateMessageWish, by user: String) {
        guard let from = self.user(user)?.slim, let to = self.user(wish.user)?.slim else { return }
        let number = (memory.privateCount ?? 0) + 1
        memory.privateCount = number
        let message = PrivateMessage(
            id: "private-\(now)-\(number)", from: from, to: to, text: wish.text, replyTo: wish.replyTo, time: now)
        var recent = recentPrivate
        recent.append(message)
        memory.privateMessages = Array(recent.suffix(ClassLimits.rememberedPrivateMessages))
        for reader in [to.id, from.id] { tell(reader, .privateMessage(message)) }
    }

    /// Repeats a user's recent private messages, because some may have been lost with the connection.
    mutating func repeatPrivate(to user: String) {
        for message in recentPrivate where [message.from.id, message.to.id].contains(user) {
            tell(user, .privateMessage(message))
        }
    }

    private var recentPrivate: [PrivateMessage] {
        (memory.privateMessages ?? []).filter { $0.time > now - ClassLimits.privateMemory }
    }
}

extension ClassUser {
    fileprivate var slim: ClassUser { ClassUser(id: id, name: name, role: role, group: group) }
}
