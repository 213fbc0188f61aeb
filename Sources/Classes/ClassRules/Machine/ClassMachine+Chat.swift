import Classes

extension ClassMachine {
    /// Returns why a user must not write, or `nil`. Clients check it themselves, since messages go to the room without
    /// the keeper.
    package func chatRefusal(of user: String, _ text: String = "", at time: Int64) -> ClassError? {
        guard let role = role(of: user) else { return ClassError(.notPresent) }
        if !role.isStaff {
            if let ban = live.chatBans[user], ban.until > time { return ClassError(.chatBanned) }
            if live.isChatForbidden { return ClassError(.chatForbidden) }
        }
        return text.length > ClassLimits.messageLength ? ClassError(.tooLong) : nil
    }

    /// Returns milliseconds; 0 for now. `last` is the time of the user's last message.
    package func chatWait(of user: String, since last: Int64?, at time: Int64) -> Int64 {
        guard let last, live.chatInterval > 0, role(of: user)?.isStaff == false else { return 0 }
        let whole = Int64(live.chatInterval) * 1000
        // A keeper may report any time.
        return min(max(0, whole &- (time &- last)), whole)
    }

    /// Removes a message whose author must not write. Also removes the author's permission at the room server until
    /// writing is allowed again. Removing everyone's permission would notify everyone of each change.
    package mutating func message(_ id: String, by user: String, at time: Int64) -> [ClassAction] {
        call(at: time) { machine in
            guard id.isIdentifier, machine.chatRefusal(of: user, at: machine.now) != nil else { return }
            machine.remove(id)
            guard machine.user(user) != nil else { return }
            machine.memory.silenced.insert(user)
            machine.act(.allowChat(user, false))
        }
    }

    package mutating func excess(_ id: String, at time: Int64) -> [ClassAction] {
        call(at: time) { machine in if id.isIdentifier { machine.remove(id) } }
    }

    /// Bans a user who floods the chat from writing for `seconds`. Teachers and assistants are exempt.
    package mutating func silence(_ user: String, seconds: Int, at time: Int64) -> [ClassAction] {
        call(at: time) { machine in
            let until = machine.now + Int64(seconds) * 1000
            guard machine.role(of: user)?.isStaff == false,
                machine.live.chatBans[user].map({ $0.until < until }) ?? true
            else { return }
            machine.ban(ChatBan(user: user, until: until))
        }
    }

    package mutating func liftBan(of user: String, at time: Int64) -> [ClassAction] {
        call(at: time) { machine in if machine.live.chatBans[user] != nil { machine.endBan(of: user) } }
    }

    func judgeChat(_ wish: ClassWish) throws(ClassError) {
        switch wish {
        case .forbidChat(let isForbidden): try demand(live.isChatForbidden != isForbidden, .unchanged)
        case .slowChat(let seconds):
            try demand((0...LiveArea.longestChatInterval).contains(seconds), .badDuration)
            try demand(live.chatInterval != seconds, .unchanged)
        case .banFromChat(let ban): try judgeBan(ban)
        case .removeMessage(let id): try demand(id.isIdentifier, .badIdentifier)
        default: preconditionFailure("nothing of the chat: \(wish.name)")
        }
    }

    private func judgeBan(_ ban: ChatBanWish) throws(ClassError) {
        try demand((0...ClassLimits.longestDuration).contains(ban.seconds), .badDuration)
        guard ban.seconds > 0 else { return try demand(live.chatBans[ban.user] != nil, .unchanged) }
        guard let role = role(of: ban.user) else { throw ClassError(.userNotPresent) }
        try demand(role != .teacher, .targetIsTeacher)
        try demand(role != .assistant, .targetMayNot)
    }

    mutating func fulfilChat(_ wish: ClassWish, by user: String) {
        switch wish {
        case .forbidChat(let isForbidden):
            publish(.chatForbidden(isForbidden))
            if !isForbidden { restoreChat() }
        case .slowChat(let seconds):
            publish(.chatSlowed(seconds))
        case .banFromChat(let ban) where ban.seconds == 0: endBan(of: ban.user)
        case .banFromChat(let ban):
            self.ban(ChatBan(user: ban.user, until: now + Int64(ban.seconds) * 1000, by: user))
        case .removeMessage(let id): remove(id)
        default: preconditionFailure("nothing of the chat: \(wish.name)")
        }
    }

    private mutating func ban(_ ban: ChatBan) {
        publish(.chatBanned(ban))
        memory.silenced.insert(ban.user)
        act(.allowChat(ban.user, false))
    }

    mutating func endBan(of user: String) {
        publish(.chatBanEnded(user))
        restoreChat()
    }

    private mutating func restoreChat() {
        for user in memory.silenced.sorted() where chatRefusal(of: user, at: now) == nil {
            memory.silenced.remove(user)
            act(.allowChat(user, true))
        }
    }

    private mutating func remove(_ message: String) {
        publish(.messageRemoved(message))
        act(.removeMessage(message))
    }
}
