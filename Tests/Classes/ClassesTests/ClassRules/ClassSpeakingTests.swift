import ClassRules
import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct ClassSpeakingTests {
    private func remote(_ user: String, _ audio: Bool, _ video: Bool) -> ClassWish {
        .remote(RemoteSwitch(user: user, hasAudio: audio, hasVideo: video))
    }

    @Test("LIVE-45: teachers speak while the class is in progress, students when they are allowed to")
    func whoSpeaks() throws {
        var room = Classroom()
        #expect(room.machine.isSpeaking("t") && room.machine.isSpeaking("a") && !room.machine.isSpeaking("s1"))
        try room.letSpeak("s1")
        #expect(room.machine.isSpeaking("s1"))
        try room.wish(.start(false), by: "t")
        #expect(!room.machine.isSpeaking("t") && !room.machine.isSpeaking("s1"))
    }

    @Test("LIVE-46: a refused hand names the first obstacle, in the order of the rules")
    func obstacles() throws {
        var room = Classroom(isInProgress: false)
        _ = room.machine.leave("t", at: room.now)
        try room.wish(.forbidRequests(true), by: "a")
        expect(room.refusal(.requestToSpeak, by: "s1"), is: .teacherAbsent)
        _ = room.machine.enter(Classroom.teacher, at: room.now)
        expect(room.refusal(.requestToSpeak, by: "s1"), is: .notInProgress)
        try room.wish(.start(true), by: "t")
        expect(room.refusal(.requestToSpeak, by: "s1"), is: .requestsForbidden)
        try room.wish(remote("s1", true, false), by: "t")
        try room.wish(.forbidRequests(false), by: "a")
        expect(room.refusal(.requestToSpeak, by: "s1"), is: .alreadySpeaking)
        expect(room.refusal(.requestToSpeak, by: "s2"), is: nil)
    }

    @Test("LIVE-46, LIVE-51: hands raised while the teacher is disconnected wait in order for the teacher's return")
    func teacherLost() throws {
        var room = Classroom()
        _ = room.machine.leave("t", at: room.now)
        room.pass(20_000)
        try room.wish(.requestToSpeak, by: "s2")
        try room.wish(.requestToSpeak, by: "s1")
        expect(room.refusal(.requestToSpeak, by: "s1"), is: .alreadyRequested)
        expect(room.live.requests.elements.map(\.user), is: ["s2", "s1"])
        expect(room.live.requests["s1"]?.deadline, is: room.now + 40_000 + 30_000)
        room.pass(39_999)
        expect(room.refusal(.requestToSpeak, by: "s3"), is: nil)
        _ = room.machine.enter(Classroom.teacher, at: room.now)
        expect(room.live.requests.count, is: 2)
        try room.wish(.requestToSpeak, by: "s3")
        expect(room.live.requests["s3"]?.deadline, is: room.now + 30_000)
        // Hands do not wait for a teacher who has ended the class.
        try room.wish(.start(false), by: "t")
        _ = room.machine.leave("t", at: room.now)
        expect(room.refusal(.requestToSpeak, by: "s4"), is: .teacherAbsent)
    }

    @Test("LIVE-46: a restarted keeper still waits for the lost teacher, and a client waits for a minute")
    func teacherlessMemory() throws {
        var room = Classroom()
        let before = room.machine.memory
        _ = room.machine.leave("t", at: room.now)
        #expect(!room.machine.memory.isKept(as: before))
        room.machine = ClassMachine(state: room.machine.state, memory: room.machine.memory.kept)
        expect(room.refusal(.requestToSpeak, by: "s1"), is: nil)
        var client = ClassMachine(state: Classroom().machine.state)
        client.follow(ClassEvent(.milliseconds(1_000_000), .usersLeft(["t"])))
        expect(client.refusal(of: .requestToSpeak, by: "s1", at: 1_059_999), is: nil)
        expect(client.refusal(of: .requestToSpeak, by: "s1", at: 1_060_000)?.reason, is: .teacherAbsent)
    }

    @Test("LIVE-48: only students can raise a hand, and only once")
    func raise() throws {
        var room = Classroom()
        expect(room.kind(.requestToSpeak, by: "t"), is: .invalidUserRole)
        try room.wish(.requestToSpeak, by: "s1")
        expect(room.kind(.requestToSpeak, by: "s1"), is: .invalidCalling)
    }

    @Test("LIVE-55: requests are ordered by the time of raising, with number and time")
    func order() throws {
        var room = Classroom()
        for user in ["s3", "s1", "g"] {
            room.pass(500)
            try room.wish(.requestToSpeak, by: user)
        }
        let requests = room.live.requests.elements
        expect(requests.map(\.user), is: ["s3", "s1", "g"])
        expect(requests.map(\.number), is: [1, 2, 3])
        expect(requests.map(\.since), is: [1_000_500, 1_001_000, 1_001_500])
        try room.wish(.reply(ClassReply(user: "s3", false)), by: "a")
        try room.wish(.requestToSpeak, by: "s3")
        expect(room.live.requests.elements.map(\.user), is: ["s1", "g", "s3"])
        expect(room.live.requests["s3"]?.number, is: 4)
    }

    @Test("LIVE-49, LIVE-55: an answer grants or refuses speaking, and the event names its author")
    func reply() throws {
        var room = Classroom()
        expect(room.refusal(.reply(ClassReply(user: "s1", true)), by: "t"), is: .userNotRequested)
        try room.wish(.requestToSpeak, by: "s1")
        try room.wish(.requestToSpeak, by: "s2")
        try expect(
            room.wish(.reply(ClassReply(user: "s1", true)), by: "a").events,
            is: [.live(.speakerAdded(Speaker(user: "s1", .request, by: "a")))])
        try expect(
            room.wish(.reply(ClassReply(user: "s2", false)), by: "t").events,
            is: [.live(.speakingRequestEnded(SpeakingRequestEnd(user: "s2", .refused, by: "t")))])
        #expect(room.machine.isSpeaking("s1") && !room.machine.isSpeaking("s2"))
    }

    @Test("LIVE-28, LIVE-49: at the limit of speakers, requests, answers, invitations and switches are refused")
    func limit() throws {
        var room = Classroom(ClassFeatures(maxSpeakerCount: 2))
        try room.wish(.requestToSpeak, by: "s3")
        try room.wish(.invite(ClassPermission(user: "s4", true)), by: "t")
        try room.letSpeak("s1")
        room.send("t", audio: true)
        for (wish, user) in [
            (ClassWish.requestToSpeak, "s2"), (.reply(ClassReply(user: "s3", true)), "t"),
            (.answerInvitation(true), "s4"), (.invite(ClassPermission(user: "s2", true)), "t"),
            (remote("s2", true, false), "t"),
        ] {
            expect(room.refusal(wish, by: user), is: .speakerLimit, "\(wish.name)")
        }
        expect(room.machine.refusalToSend("a", audio: true, video: false)?.reason, is: .speakerLimit)
        // A speaker keeps the place, and other requests can still be refused.
        expect(room.machine.refusalToSend("s1", audio: true, video: true), is: nil)
        expect(room.refusal(.reply(ClassReply(user: "s3", false)), by: "t"), is: nil)
        room.send("t", audio: false)
        expect(room.refusal(.reply(ClassReply(user: "s3", true)), by: "t"), is: nil)
    }

    @Test("LIVE-51: an unanswered request times out after thirty seconds, or after the configured time")
    func timeout() throws {
        var room = Classroom()
        try room.wish(.requestToSpeak, by: "s1")
        expect(room.live.requests["s1"]?.deadline, is: room.now + 30_000)
        expect(room.machine.nextDeadline, is: room.now + 30_000)
        #expect(room.pass(29_999).isEmpty)
        expect(room.pass(1).events, is: [.live(.speakingRequestEnded(SpeakingRequestEnd(user: "s1", .timedOut)))])
        expect(room.machine.nextDeadline, is: nil)
        _ = room.machine.configure(ClassFeatures(requestTimeout: 5_000), at: room.now)
        try room.wish(.requestToSpeak, by: "s1")
        // A late answer finds no request, even before the timeout is processed.
        room.now += 5_000
        expect(room.refusal(.reply(ClassReply(user: "s1", true)), by: "t"), is: .userNotRequested)
        expect(room.live.requests.count, is: 1)
        expect(room.refusal(.requestToSpeak, by: "s1"), is: nil)
    }

    @Test("after :hands stay, hands stay raised until they are answered, and another setting limits them again")
    func staying() throws {
        var room = Classroom()
        try room.wish(.requestToSpeak, by: "s1")
        try expect(
            room.wish(.handTime(0), by: "a").events,
            is: [.live(.handTime(HandTime(milliseconds: 0, since: room.now)))])
        try room.wish(.requestToSpeak, by: "s2")
        expect(room.machine.nextDeadline, is: nil)
        #expect(room.pass(86_400_000).isEmpty && room.live.requests.elements.map(\.user) == ["s1", "s2"])
        expect(room.refusal(.handTime(0), by: "a"), is: .unchanged)
        for seconds in [-1, 3_601, .max, 1 << 61] {
            expect(room.refusal(.handTime(seconds), by: "t"), is: .badDuration)
        }
        try room.wish(.handTime(60), by: "t")
        expect(room.machine.nextDeadline, is: room.now + 60_000)
        expect(room.pass(60_000).events.count, is: 2)
        // A late participant has the same state.
        try room.wish(.requestToSpeak, by: "s3")
        var late = ClassState()
        for event in room.machine.state.snapshotEvents { ClassReducer.reduce(&late, event) }
        #expect(late.live.requestTimeout == 60_000 && late.live.requests["s3"] == room.live.requests["s3"])
    }

    @Test("a class whose server sets no time for raised hands keeps them, and the server's newer setting applies")
    func stayingByServer() throws {
        var room = Classroom(ClassFeatures(requestTimeout: 0))
        expect(room.machine.features.requestTimeout, is: 0)
        try room.wish(.requestToSpeak, by: "s1")
        expect(room.live.requests["s1"]?.deadline, is: nil)
        try room.wish(.handTime(90), by: "t")
        _ = room.machine.configure(ClassFeatures(requestTimeout: 45_000), at: room.now)
        expect(room.live.requestTimeout, is: 45_000)
    }

    @Test("LIVE-52: a hand can be withdrawn, and a student who stops speaking must stop sending")
    func withdraw() throws {
        var room = Classroom()
        expect(room.refusal(.withdrawRequest, by: "s1"), is: .notRequested)
        try room.wish(.requestToSpeak, by: "s1")
        try expect(
            room.wish(.withdrawRequest, by: "s1").events,
            is: [.live(.speakingRequestEnded(SpeakingRequestEnd(user: "s1", .withdrawn)))])
        try room.letSpeak("s1")
        room.send("s1", audio: true, video: true)
        let stopped = try room.wish(.stopSpeaking, by: "s1")
        expect(stopped, is: stopped.filter { if case .publish = $0 { true } else { false } })
        room.send("s1", audio: false, video: true)
        expect(room.pass(ClassLimits.obedience), is: [.stopMedia("s1", audio: false, video: true)])
    }

    @Test("LIVE-53: switching off both microphone and camera ends speaking")
    func lastOff() throws {
        var room = Classroom()
        try room.letSpeak("s1")
        room.send("s1", audio: true)
        expect(room.send("s1", audio: true, video: true).events.count, is: 1)
        expect(room.send("s1", audio: false, video: true).events.count, is: 1)
        #expect(room.machine.isSpeaking("s1"))
        expect(
            room.send("s1", audio: false).events.last, is: .live(.speakerRemoved(SpeakerEnd(user: "s1", .stopped))))
        #expect(!room.machine.isSpeaking("s1"))
    }

    @Test("LIVE-54: an invitation is accepted, refused or cancelled, and the invited person is notified")
    func invitation() throws {
        var room = Classroom()
        let invited = try room.wish(.invite(ClassPermission(user: "s1", true)), by: "t")
        expect(invited.notices(to: "s1"), is: [.invitation(by: "t", true)])
        expect(room.refusal(.invite(ClassPermission(user: "s1", true)), by: "a"), is: .userInvited)
        expect(room.refusal(.requestToSpeak, by: "s1"), is: .alreadyInvited)
        expect(room.refusal(.answerInvitation(true), by: "s2"), is: .notInvited)
        try room.wish(.answerInvitation(true), by: "s1")
        expect(room.live.speakers["s1"], is: Speaker(user: "s1", .invitation, by: "t"))
        try room.wish(.invite(ClassPermission(user: "s2", true)), by: "a")
        try room.wish(.answerInvitation(false), by: "s2")
        #expect(room.live.invitations.isEmpty && !room.machine.isSpeaking("s2"))
        try room.wish(.invite(ClassPermission(user: "s2", true)), by: "a")
        let cancelled = try room.wish(.invite(ClassPermission(user: "s2", false)), by: "t")
        expect(cancelled.notices(to: "s2"), is: [.invitation(by: "t", false)])
        expect(room.refusal(.answerInvitation(true), by: "s2"), is: .notInvited)
        expect(room.refusal(.invite(ClassPermission(user: "a", true)), by: "t"), is: .targetMayNot)
    }

    @Test("LIVE-47, LIVE-50: a remote switch first changes microphone and camera, then speaking")
    func remoteOrder() throws {
        var room = Classroom()
        let on = try room.wish(remote("s1", true, false), by: "t")
        expect(on.first, is: .tell("s1", .remote(RemoteSwitch(user: "s1", hasAudio: true, hasVideo: false), by: "t")))
        expect(on.events, is: [.live(.speakerAdded(Speaker(user: "s1", .remote, by: "t")))])
        room.send("s1", audio: true)
        // A change of only one of the two does not affect speaking.
        #expect(try room.wish(remote("s1", true, true), by: "a").events.isEmpty)
        let off = try room.wish(remote("s1", false, false), by: "a")
        expect(off.first, is: .tell("s1", .remote(RemoteSwitch(user: "s1", hasAudio: false, hasVideo: false), by: "a")))
        expect(off.events, is: [.live(.speakerRemoved(SpeakerEnd(user: "s1", .remote, by: "a")))])
        expect(off.count, is: 2)
        expect(room.pass(ClassLimits.obedience), is: [.stopMedia("s1", audio: true, video: false)])
    }

    @Test("LIVE-56: teachers cannot be switched remotely, and only speakers can be switched off")
    func remoteTargets() throws {
        var room = Classroom(ClassFeatures(mediaLimit: .audioOnly))
        expect(room.kind(remote("t", true, false), by: "a"), is: .invalidArguments)
        expect(room.kind(remote("s1", true, false), by: "s2"), is: .invalidUserRole)
        expect(room.refusal(remote("nobody", true, false), by: "t"), is: .userNotPresent)
        expect(room.refusal(remote("s1", false, false), by: "t"), is: .userNotSpeaking)
        expect(room.refusal(remote("s1", true, true), by: "t"), is: .videoForbidden)
        room.send("a", audio: true)
        try room.wish(remote("a", false, false), by: "t")
        expect(room.send("a", audio: false).events.count, is: 1)
        #expect(room.pass(ClassLimits.obedience).isEmpty)
    }

    @Test("LIVE-29, LIVE-30: a ban of sound applies to all students except those asked to speak since")
    func soundFlags() throws {
        var room = Classroom()
        try room.letSpeak("s1")
        room.send("s1", audio: true, video: true)
        expect(room.kind(.forbidSound(true), by: "s1"), is: .invalidUserRole)
        // Case 1: both flags.
        try room.wish(.forbidSound(true), by: "a")
        #expect(room.live.isSoundForbidden && room.machine.isSoundForbidden(for: "s1"))
        #expect(!room.machine.isSoundForbidden(for: "t"))
        expect(room.machine.refusalToSend("s1", audio: true, video: false)?.reason, is: .soundForbidden)
        expect(room.machine.refusalToSend("s1", audio: false, video: true), is: nil)
        expect(room.pass(ClassLimits.obedience), is: [.stopMedia("s1", audio: true, video: false)])
        // Case 3: one of them. Case 4: both again.
        try room.wish(.invite(ClassPermission(user: "s2", true)), by: "t")
        #expect(room.live.isSoundForbidden && !room.machine.isSoundForbidden(for: "s2"))
        try room.wish(.invite(ClassPermission(user: "s2", false)), by: "t")
        #expect(room.machine.isSoundForbidden(for: "s2"))
        try room.wish(remote("s2", true, false), by: "t")
        #expect(!room.machine.isSoundForbidden(for: "s2"))
        try room.wish(.lowerHand("s2"), by: "t")
        #expect(room.machine.isSoundForbidden(for: "s2"))
        // Case 2: neither.
        try room.wish(.forbidSound(false), by: "t")
        #expect(!room.live.isSoundForbidden && !room.machine.isSoundForbidden(for: "s1"))
    }

    @Test("LIVE-26: a refusal to send names its reason: a group, no speaking right, no video, or absence")
    func sending() throws {
        var room = Classroom(ClassFeatures(mediaLimit: .audioOnly))
        _ = room.machine.enter(Classroom.student("s9", group: 3), at: room.now)
        func reason(_ user: String, _ audio: Bool, _ video: Bool) -> ClassError.Reason? {
            room.machine.refusalToSend(user, audio: audio, video: video)?.reason
        }
        expect(reason("s9", true, false), is: .inGroup)
        expect(reason("s1", true, false), is: .notSpeaking)
        expect(reason("t", true, true), is: .videoForbidden)
        expect(reason("nobody", true, false), is: .notPresent)
        expect(reason("nobody", false, false), is: nil)
        // A user who sends all the same is cut off at once.
        expect(room.send("s1", audio: true).last, is: .stopMedia("s1", audio: true, video: false))
        expect(room.send("nobody", audio: true), is: [.stopMedia("nobody", audio: true, video: false)])
        #expect(room.send("nobody", audio: false).isEmpty)
    }

    @Test("LIVE-55: one hand or all hands can be lowered, and raising hands can be forbidden")
    func lowering() throws {
        var room = Classroom()
        for user in ["s1", "s2", "s3"] { try room.wish(.requestToSpeak, by: user) }
        try room.wish(.lowerHand("s2"), by: "a")
        expect(room.live.requests.elements.map(\.user), is: ["s1", "s3"])
        expect(room.refusal(.lowerHand("s2"), by: "t"), is: .userNotRequested)
        let lowered = try room.wish(.lowerAllHands, by: "t")
        expect(
            lowered.events,
            is: ["s1", "s3"].map {
                .live(.speakingRequestEnded(SpeakingRequestEnd(user: $0, .lowered, by: "t")))
            })
        expect(room.refusal(.lowerAllHands, by: "t"), is: .unchanged)
        try room.wish(.forbidRequests(true), by: "t")
        expect(room.refusal(.requestToSpeak, by: "s1"), is: .requestsForbidden)
        // Lowering a speaker's hand ends the speaking.
        try room.wish(remote("s1", true, false), by: "t")
        let silenced = try room.wish(.lowerHand("s1"), by: "t")
        expect(silenced.notices(to: "s1").count, is: 1)
        expect(silenced.events, is: [.live(.speakerRemoved(SpeakerEnd(user: "s1", .lowered, by: "t")))])
    }

    @Test("LIVE-10: leaving ends hand, speaking, invitation and grant permanently")
    func leaving() throws {
        var room = Classroom()
        try room.letSpeak("s1")
        room.send("s1", audio: true)
        try room.wish(.grantDrawing(ClassPermission(user: "s1", true)), by: "t")
        try room.wish(.requestToSpeak, by: "s2")
        let left = room.machine.leave("s1", at: room.now)
        expect(left.last, is: .stopMedia("s1", audio: true, video: false))
        _ = room.machine.leave("s2", at: room.now)
        _ = room.machine.enter(Classroom.student("s1"), at: room.now)
        #expect(room.live.requests.isEmpty && room.live.speakers.isEmpty && room.live.drawingGrants.isEmpty)
        expect(room.machine.state.users.list["s1"]?.hasAudio, is: false)
    }
}
