import Classes

/// Events of a live class, at least one of each kind.
enum RandomLive {
    private static func terminal(_ id: String, _ isWhole: Bool, _ number: Int64) -> TerminalUpdate {
        var update = TerminalUpdate(user: id, columns: 80, rows: 3 + Int(number) % 3, isWhole: isWhole)
        var look = TerminalLine.Look()
        (look.foreground, look.attributes) = (Int(number), [.bold])
        update.scrolled = (0..<number % 4).map { TerminalLine("line \($0)") }
        update.changed = [.init(Int(number) % 3, TerminalLine("$ make \(number)", [.init(2, look)]))]
        update.cursor = number % 2 == 0 ? .init(column: 4, row: 2) : nil
        return update
    }

    static func events(_ id: String, _ flag: Bool, _ number: Int64) -> [LiveEvent] {
        let survey = Survey(
            id: "s\(number)", question: "1+1?", options: [.init(key: "A", text: "2", votes: 3, isCorrect: true)],
            responders: 3)
        return [
            .classInProgress(number > 9),
            .features(
                ClassFeatures(
                    owner: flag ? id : nil, canChangePresenter: flag, maxSpeakerCount: Int(number),
                    mediaLimit: flag ? .audioOnly : .audioAndVideo, roomType: flag ? "small" : nil)),
            .userCount(Int(number)),
            .speakingRequested(
                SpeakingRequest(user: id, number: Int(number), since: number, deadline: number + 30_000)),
            .speakingRequestEnded(SpeakingRequestEnd(user: id, flag ? .refused : .timedOut, by: flag ? "u1" : nil)),
            .speakingInvited(SpeakingInvitation(user: id, by: "u1")),
            .speakingInvitationEnded(SpeakingInvitationEnd(user: id, flag ? .refused : .cancelled)),
            .speakerAdded(Speaker(user: id, flag ? .request : .remote, by: "u1")),
            .speakerRemoved(SpeakerEnd(user: id, flag ? .stopped : .lowered)), .speakingRequestsForbidden(flag),
            .soundForbidden(SoundBan(flag, except: flag ? [id] : [])), .chatForbidden(flag),
            .recordingPlace("http://a/\(id)"), .chatSlowed(flag ? 5 : 0),
            .handTime(HandTime(milliseconds: flag ? 0 : 60_000, since: number)),
            .locked(flag), .waitingRoom(!flag),
            .privateMessagesForbidden(flag),
            .chatBanned(ChatBan(user: id, until: number, by: "u1")), .chatBanEnded(id),
            .drawingGranted(DrawingGrant(user: id, flag)), .liked(Like(user: id, count: Int(number), by: "u1")),
            .surveyOpened(OpenSurvey(id: "s\(number)", order: Int(number), deadline: flag ? number : nil)),
            .surveyResult(SurveyResult(survey: survey, order: Int(number), rightCount: 2, wrongCount: 1)),
            .serverRecording(flag), .terminalShared(terminal(id, flag, number)),
            .terminalShared(flag && number > 5 ? nil : terminal(id, false, number)),
        ]
    }
}
