import Classes

extension ClassMachine {
    /// Whether a user may send sound or video: teachers, assistants and speakers, while the class is in progress.
    package func isSpeaking(_ user: String) -> Bool {
        live.isInProgress && (role(of: user)?.isStaff == true || live.speakers[user] != nil)
    }

    /// Whether one more user can speak. Counts speakers, and teachers and assistants who send.
    var hasFreePlace: Bool {
        let staffOnAir = state.users.list.count {
            $0.media.sends && ClassRole($0.user.role).isStaff
        }
        return live.speakers.count + staffOnAir < features.maxSpeakerCount
    }

    // MARK: Own speaking

    func judgeOwnSpeaking(_ wish: ClassWish, of user: String, at time: Int64) throws(ClassError) {
        switch wish {
        case .requestToSpeak: try judgeRequest(of: user, at: time)
        case .withdrawRequest: try demand(live.requests[user] != nil, .notRequested)
        case .answerInvitation(let isAccepted):
            try demand(live.invitations[user] != nil, .notInvited)
            if isAccepted { try demand(hasFreePlace, .speakerLimit) }
        case .stopSpeaking: try demand(live.speakers[user] != nil, .notSpeaking)
        default: preconditionFailure("nothing of speaking: \(wish.name)")
        }
    }

    /// Checks in the order in which obstacles are reported. After a reconnection, students may arrive before the
    /// teacher.
    private func judgeRequest(of user: String, at time: Int64) throws(ClassError) {
        try demand(isTeacherPresent || waitForTeacher(at: time) != nil, .teacherAbsent)
        try demand(live.isInProgress, .notInProgress)
        try demand(!live.areRequestsForbidden, .requestsForbidden)
        try demand(live.speakers[user] == nil, .alreadySpeaking)
        try demand(live.requests[user] == nil, .alreadyRequested)
        try demand(live.invitations[user] == nil, .alreadyInvited)
        try demand(hasFreePlace, .speakerLimit)
        try demand(live.requests.count < ClassLimits.requests, .tooManyHands)
        try demand((memory.handRates ?? RateLimiter()).allows(user, ClassLimits.hands, at: time), .tooManyWishes)
    }

    mutating func fulfilOwnSpeaking(_ wish: ClassWish, of user: String) {
        switch wish {
        case .requestToSpeak: request(user)
        case .withdrawRequest: endRequest(of: user, .withdrawn)
        case .answerInvitation(true): addSpeaker(Speaker(user: user, .invitation, by: live.invitations[user]?.by))
        case .answerInvitation(false):
            publish(.speakingInvitationEnded(SpeakingInvitationEnd(user: user, .refused)))
        case .stopSpeaking: removeSpeaker(SpeakerEnd(user: user, .stopped))
        default: preconditionFailure("nothing of speaking: \(wish.name)")
        }
    }

    private mutating func request(_ user: String) {
        list(user)
        var rates = memory.handRates ?? RateLimiter()
        rates.note(user, at: now)
        memory.handRates = rates
        let last = live.requests.elements.last?.number ?? 0
        // The time to answer starts when a teacher can see the request.
        let timeout = live.requestTimeout
        let deadline = timeout == 0 ? nil : now + (waitForTeacher(at: now) ?? 0) + timeout
        publish(
            .speakingRequested(SpeakingRequest(user: user, number: last + 1, since: now, deadline: deadline)))
    }

    // MARK: Speaking of other users

    func judgeSpeaking(_ wish: ClassWish) throws(ClassError) {
        switch wish {
        case .reply(let reply):
            try demand(live.requests[reply.user] != nil, .userNotRequested)
            if reply.isAllowed { try demand(hasFreePlace, .speakerLimit) }
        case .invite(let invitation): try judgeInvitation(invitation)
        case .lowerHand(let user):
            try demand(live.requests[user] != nil || live.speakers[user] != nil, .userNotRequested)
        case .lowerAllHands: try demand(!live.requests.isEmpty, .unchanged)
        case .forbidRequests(let isForbidden): try demand(live.areRequestsForbidden != isForbidden, .unchanged)
        case .forbidSound(let isForbidden):
            let isSame = live.isSoundForbidden == isForbidden && live.soundExceptions.isEmpty
            try demand(!isSame, .unchanged)
        case .handTime(let seconds):
            let longest = Int(ClassLimits.requestTimeouts.upperBound / 1000)
            try demand((0...longest).contains(seconds), .badDuration)
            try demand(live.requestTimeout != Int64(seconds) * 1000, .unchanged)
        default: preconditionFailure("nothing of speaking: \(wish.name)")
        }
    }

    private func judgeInvitation(_ invitation: ClassPermission) throws(ClassError) {
        let user = invitation.user
        guard invitation.isGiven else { return try demand(live.invitations[user] != nil, .userNotInvited) }
        guard let role = role(of: user) else { throw ClassError(.userNotPresent) }
        try demand(role != .teacher, .targetIsTeacher)
        try demand(role != .assistant, .targetMayNot)
        try demand(live.speakers[user] == nil, .userSpeaking)
        try demand(live.requests[user] == nil, .userRequested)
        try demand(live.invitations[user] == nil, .userInvited)
        try demand(hasFreePlace, .speakerLimit)
    }

    mutating func fulfilSpeaking(_ wish: ClassWish, by user: String) {
        switch wish {
        case .reply(let reply) where reply.isAllowed: addSpeaker(Speaker(user: reply.user, .request, by: user))
        case .reply(let reply): endRequest(of: reply.user, .refused, by: user)
        case .invite(let invitation): invite(invitation, by: user)
        case .lowerHand(let target):
            if live.requests[target] != nil {
                endRequest(of: target, .lowered, by: user)
            } else {
                tell(target, .remote(RemoteSwitch(user: target, hasAudio: false, hasVideo: false), by: user))
                removeSpeaker(SpeakerEnd(user: target, .lowered, by: user))
            }
        case .lowerAllHands:
            for request in live.requests.elements { endRequest(of: request.user, .lowered, by: user) }
        case .forbidRequests(let isForbidden): publish(.speakingRequestsForbidden(isForbidden))
        case .forbidSound(let isForbidden): forbidSound(isForbidden)
        case .handTime(let seconds): publish(.handTime(HandTime(milliseconds: Int64(seconds) * 1000, since: now)))
        default: preconditionFailure("nothing of speaking: \(wish.name)")
        }
    }

    private mutating func invite(_ invitation: ClassPermission, by user: String) {
        let target = invitation.user
        list(target)
        publish(
            invitation.isGiven
                ? .speakingInvited(SpeakingInvitation(user: target, by: user))
                : .speakingInvitationEnded(SpeakingInvitationEnd(user: target, .cancelled)))
        tell(target, .invitation(by: user, invitation.isGiven))
    }

    // MARK: Events

    mutating func endRequest(of user: String, _ outcome: SpeakingRequestEnd.Outcome, by: String? = nil) {
        publish(.speakingRequestEnded(SpeakingRequestEnd(user: user, outcome, by: by)))
    }

    mutating func addSpeaker(_ speaker: Speaker) {
        list(speaker.user)
        memory.orders[speaker.user] = nil
        publish(.speakerAdded(speaker))
    }

    mutating func removeSpeaker(_ end: SpeakerEnd) {
        publish(.speakerRemoved(end))
        switchOff(end.user, audio: true, video: true)
    }
}
