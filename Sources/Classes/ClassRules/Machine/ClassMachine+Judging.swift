import Classes

extension ClassMachine {
    /// Checks in this order: presence, rate, role, state of the class, values.
    func judge(_ wish: ClassWish, by user: String, at time: Int64) throws(ClassError) {
        guard let role = role(of: user) else { throw ClassError(.notPresent) }
        try demand(memory.wishRates.allows(user, ClassLimits.wishes, at: time), .tooManyWishes)
        if let reason = wish.right.refusal(to: role) { throw ClassError(reason) }
        if wish.needsClassInProgress { try demand(live.isInProgress, .notInProgress) }
        switch wish {
        case .start, .presenter, .broadcast, .notice, .record, .expel: try judgeClass(wish, by: user, at: time)
        case .lock, .waitingRoom, .admit, .admitAll: try judgeDoor(wish)
        case .requestToSpeak, .withdrawRequest, .answerInvitation, .stopSpeaking:
            try judgeOwnSpeaking(wish, of: user, at: time)
        case .reply, .invite, .lowerHand, .lowerAllHands, .forbidRequests, .forbidSound, .handTime:
            try judgeSpeaking(wish)
        case .remote(let remote): try judgeRemote(remote)
        case .shareTerminal(let update): try judgeSharing(update, by: user)
        case .endTerminal: try judgeEndOfSharing(by: user)
        case .addDocument, .removeDocument, .describePages, .showPage, .clearBoard: try judgeDocuments(wish)
        case .draw, .undoShapes, .grantDrawing: try judgeDrawing(wish, by: user, at: time)
        case .forbidChat, .slowChat, .banFromChat, .removeMessage: try judgeChat(wish)
        case .privateMessage, .forbidPrivateMessages: try judgePrivate(wish, by: user, at: time)
        case .publishSurvey, .endSurvey, .answerSurvey: try judgeSurvey(wish, by: user)
        case .setTimer, .pauseTimer: try judgeTimer(wish)
        case .like(let target): try judgeLike(of: target)
        }
    }

    mutating func fulfil(_ wish: ClassWish, by user: String) {
        switch wish {
        case .start, .presenter, .broadcast, .notice, .record, .expel: fulfilClass(wish, by: user)
        case .lock, .waitingRoom, .admit, .admitAll: fulfilDoor(wish)
        case .requestToSpeak, .withdrawRequest, .answerInvitation, .stopSpeaking: fulfilOwnSpeaking(wish, of: user)
        case .reply, .invite, .lowerHand, .lowerAllHands, .forbidRequests, .forbidSound, .handTime:
            fulfilSpeaking(wish, by: user)
        case .remote(let remote): fulfilRemote(remote, by: user)
        case .shareTerminal(let update): share(update, by: user)
        case .endTerminal: publish(.terminalShared(nil))
        case .addDocument, .removeDocument, .describePages, .showPage, .clearBoard: fulfilDocuments(wish)
        case .draw, .undoShapes, .grantDrawing: fulfilDrawing(wish, by: user)
        case .forbidChat, .slowChat, .banFromChat, .removeMessage: fulfilChat(wish, by: user)
        case .privateMessage, .forbidPrivateMessages: fulfilPrivate(wish, by: user)
        case .publishSurvey, .endSurvey, .answerSurvey: fulfilSurvey(wish, by: user)
        case .setTimer, .pauseTimer: fulfilTimer(wish)
        case .like(let target): like(target, by: user)
        }
    }
}

extension String {
    /// In Unicode scalars, because one character may consist of many.
    var length: Int { unicodeScalars.count }

    func bounded(_ length: Int) -> String {
        utf8.count <= length ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(length)))
    }

    var isIdentifier: Bool { !isEmpty && length <= ClassLimits.identifierLength }
}
