import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct LiveReducerTests {
    private func state(_ kinds: ClassEvent.Kind...) -> ClassState {
        ClassLog(kinds.enumerated().map { ClassEvent(.seconds($0.offset), $0.element) }).state(at: .seconds(1000))
    }

    private func request(_ user: String, _ number: Int) -> ClassEvent.Kind {
        .live(.speakingRequested(SpeakingRequest(user: user, number: number, since: 0, deadline: 30_000)))
    }

    private func added(_ user: String, _ cause: Speaker.Cause = .request) -> ClassEvent.Kind {
        .live(.speakerAdded(Speaker(user: user, cause)))
    }

    private func likedTwice(_ user: String) -> ClassEvent.Kind { .live(.liked(Like(user: user, count: 2))) }

    @Test("LIVE-55: requests are in the order of raising, and users with a request have a raised hand")
    func requests() {
        let waiting = state(.usersEntered([user("a"), user("b")]), request("b", 1), request("a", 2))
        expect(waiting.live.requests.elements.map(\.user), is: ["b", "a"])
        expect(waiting.users.list["a"]?.hasHandRaised, is: true)
        let answered = state(.usersEntered([user("a"), user("b")]), request("b", 1), request("a", 2), added("b"))
        expect(answered.live.requests.elements.map(\.user), is: ["a"])
        expect(answered.live.speakers["b"]?.cause, is: .request)
        expect(answered.users.list["b"]?.hasHandRaised, is: false)
        let ended = state(
            .usersEntered([user("a")]), request("a", 1),
            .live(.speakingRequestEnded(SpeakingRequestEnd(user: "a", .timedOut))))
        #expect(ended.live.requests.isEmpty)
        expect(ended.users.list["a"]?.hasHandRaised, is: false)
    }

    @Test("LIVE-15, LIVE-79: the end of the class ends speaking, requests, grants and likes, but not bans")
    func stop() {
        let ended = state(
            .live(.classInProgress(true)), .usersEntered([user("a"), user("b"), user("c")]), request("a", 1),
            added("b"), .live(.speakingInvited(SpeakingInvitation(user: "c", by: "t"))), likedTwice("a"),
            .live(.drawingGranted(DrawingGrant(user: "b", true))), .live(.chatBanned(ChatBan(user: "a", until: 9))),
            .live(.classInProgress(false)))
        #expect(!ended.live.isInProgress)
        #expect(ended.live.requests.isEmpty && ended.live.speakers.isEmpty && ended.live.invitations.isEmpty)
        #expect(ended.live.likes.isEmpty && ended.live.drawingGrants.isEmpty)
        expect(ended.live.chatBans.keys.sorted(), is: ["a"])
        expect(ended.users.list["a"]?.hasHandRaised, is: false)
    }

    @Test("LIVE-69: leaving ends requests, speaking and grants, but not bans and likes")
    func leaving() {
        let left = state(
            .usersEntered([user("a"), user("b")]), request("a", 1), added("b"),
            .live(.drawingGranted(DrawingGrant(user: "b", true))), .live(.chatBanned(ChatBan(user: "a", until: 9))),
            likedTwice("a"), .usersLeft(["a", "b"]))
        #expect(left.live.requests.isEmpty && left.live.speakers.isEmpty && left.live.drawingGrants.isEmpty)
        expect(left.live.chatBans["a"]?.until, is: 9)
        expect(left.live.likes, is: ["a": 2])
    }

    @Test("LIVE-30: a student asked to speak during a ban of sound may be heard until the speaking ends")
    func soundExceptions() {
        let ban = ClassEvent.Kind.live(.soundForbidden(SoundBan(true)))
        #expect(state(added("a"), ban).live.soundExceptions.isEmpty)
        expect(state(ban, added("a", .remote)).live.soundExceptions, is: ["a"])
        let invited = ClassEvent.Kind.live(.speakingInvited(SpeakingInvitation(user: "a", by: "t")))
        expect(state(ban, invited).live.soundExceptions, is: ["a"])
        let cancelled = ClassEvent.Kind.live(.speakingInvitationEnded(SpeakingInvitationEnd(user: "a", .cancelled)))
        #expect(state(ban, invited, cancelled).live.soundExceptions.isEmpty)
        let lowered = ClassEvent.Kind.live(.speakerRemoved(SpeakerEnd(user: "a", .lowered)))
        #expect(state(ban, added("a"), lowered).live.soundExceptions.isEmpty)
        let lifted = state(ban, added("a"), .live(.soundForbidden(SoundBan(false)))).live
        #expect(!lifted.isSoundForbidden && lifted.soundExceptions.isEmpty)
    }

    @Test("LIVE-76: only the newest hundred of ended surveys are kept")
    func history() {
        var area = ClassState()
        for order in 1...130 {
            let result = SurveyResult(
                survey: Survey(id: "\(order)", question: "?", options: []), order: order, rightCount: 0, wrongCount: 0)
            ClassReducer.reduce(&area, ClassEvent(.zero, .live(.surveyResult(result))))
        }
        expect(area.live.surveyHistory.map(\.order), is: Array(31...130))
    }
}
