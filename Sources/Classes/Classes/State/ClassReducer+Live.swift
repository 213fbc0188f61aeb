import PlayCore

extension ClassReducer {
    static func reduceLive(_ state: inout ClassState, _ event: LiveEvent, _ time: MediaTime) {
        state.live.revision += 1
        switch event {
        case .classInProgress(true): state.live.start(at: time)
        case .classInProgress(false):
            state.users.lowerHands(of: state.live.requests)
            state.live.stop()
            state.terminal.end()
        case .features(let features): state.live.set(features)
        case .userCount(let count): state.users.setTotal(count)
        case .privateMessagesForbidden(let isForbidden): state.live.arePrivateMessagesForbidden = isForbidden
        case .locked(let isLocked): state.live.isLocked = isLocked
        case .waitingRoom(let isOpen): state.live.hasWaitingRoom = isOpen
        case .drawingGranted(let grant): state.live.grant(grant)
        case .liked(let like): state.live.like(like)
        case .surveyOpened(let survey): state.live.open(survey)
        case .surveyResult(let result): state.live.add(result)
        case .serverRecording(let isRecording): state.live.isRecording = isRecording
        case .recordingPlace(let address): state.live.note(recording: address)
        case .terminalShared(let update): state.terminal.follow(update)
        case .chatForbidden, .chatSlowed, .chatBanned, .chatBanEnded: reduceChatBans(&state.live, event)
        case .speakingRequested, .speakingRequestEnded, .speakingInvited, .speakingInvitationEnded, .speakerAdded,
            .speakerRemoved, .speakingRequestsForbidden, .soundForbidden, .handTime:
            reduceSpeaking(&state, event)
        }
    }

    private static func reduceChatBans(_ area: inout LiveArea, _ event: LiveEvent) {
        switch event {
        case .chatForbidden(let isForbidden): area.isChatForbidden = isForbidden
        case .chatSlowed(let seconds): area.chatInterval = min(max(0, seconds), LiveArea.longestChatInterval)
        case .chatBanned(let ban): area.ban(ban)
        case .chatBanEnded(let user): area.endBan(of: user)
        default: preconditionFailure("no ban: \(event.name)")
        }
    }

    /// The raised hand beside a name follows the request.
    private static func reduceSpeaking(_ state: inout ClassState, _ event: LiveEvent) {
        switch event {
        case .speakingRequested(let request):
            state.live.request(request)
            state.users.setHand(of: request.user, true)
        case .speakingRequestEnded(let end):
            state.live.endRequest(of: end.user)
            state.users.setHand(of: end.user, false)
        case .speakerAdded(let speaker):
            state.live.add(speaker)
            state.users.setHand(of: speaker.user, false)
        case .speakerRemoved(let end): state.live.removeSpeaker(end.user)
        case .speakingInvited(let invitation): state.live.invite(invitation)
        case .speakingInvitationEnded(let end): state.live.endInvitation(of: end.user)
        case .speakingRequestsForbidden(let isForbidden): state.live.areRequestsForbidden = isForbidden
        case .soundForbidden(let ban): state.live.setSound(ban)
        case .handTime(let time): state.live.set(time)
        default: preconditionFailure("nothing of speaking: \(event.name)")
        }
    }
}

extension UsersArea {
    fileprivate mutating func setHand(of user: String, _ isRaised: Bool) {
        revision += 1
        list.update(user) { $0.hasHandRaised = isRaised }
    }

    fileprivate mutating func lowerHands(of requests: KeyedList<SpeakingRequest>) {
        revision += 1
        for request in requests.elements { list.update(request.user) { $0.hasHandRaised = false } }
    }
}
