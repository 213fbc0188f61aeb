import ClassRules
import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct ClassChatTests {
    @Test("LIVE-68, LIVE-70: a ban of all chat applies to students, whose messages are removed")
    func all() throws {
        var room = Classroom()
        #expect(room.machine.message("m1", by: "s1", at: room.now).isEmpty)
        let forbidden = try room.wish(.forbidChat(true), by: "t")
        #expect(forbidden.events == [.live(.chatForbidden(true))] && forbidden.count == 1)
        expect(room.machine.chatRefusal(of: "s1", at: room.now)?.reason, is: .chatForbidden)
        expect(room.machine.chatRefusal(of: "a", at: room.now), is: nil)
        #expect(room.machine.message("m2", by: "t", at: room.now).isEmpty)
        let caught = room.machine.message("m3", by: "s1", at: room.now)
        expect(caught.events, is: [.messageRemoved("m3")])
        expect(caught.suffix(2), is: [.removeMessage("m3"), .allowChat("s1", false)])
        // Users who enter during the ban must not write either.
        expect(room.machine.enter(Classroom.student("new"), at: room.now).last, is: .allowChat("new", false))
        let lifted = try room.wish(.forbidChat(false), by: "t")
        expect(lifted.suffix(2), is: [.allowChat("new", true), .allowChat("s1", true)])
    }

    @Test("LIVE-69: the ban of one user lasts through leaving and entering again, until its end")
    func one() throws {
        var room = Classroom()
        let banned = try room.wish(.banFromChat(ChatBanWish(user: "s1", seconds: 60)), by: "a")
        expect(banned.events, is: [.live(.chatBanned(ChatBan(user: "s1", until: room.now + 60_000, by: "a")))])
        expect(banned.last, is: .allowChat("s1", false))
        room.pass(30_000)
        _ = room.machine.leave("s1", at: room.now)
        try room.wish(.start(false), by: "t")
        expect(room.machine.enter(Classroom.student("s1"), at: room.now).last, is: .allowChat("s1", false))
        expect(room.machine.chatRefusal(of: "s1", at: room.now)?.reason, is: .chatBanned)
        #expect(room.pass(29_999).isEmpty)
        expect(room.machine.chatRefusal(of: "s1", at: room.now + 1), is: nil)
        let ended = room.pass(1)
        expect(ended.events, is: [.live(.chatBanEnded("s1"))])
        expect(ended.last, is: .allowChat("s1", true))
    }

    @Test("LIVE-69: a ban ends during the user's absence, can be lifted early, and is separate from the ban of all")
    func lifting() throws {
        var room = Classroom()
        try room.wish(.banFromChat(ChatBanWish(user: "s1", seconds: 10)), by: "t")
        _ = room.machine.leave("s1", at: room.now)
        expect(room.pass(10_000).count, is: 1)
        try room.wish(.banFromChat(ChatBanWish(user: "s2", seconds: 10)), by: "t")
        try room.wish(.forbidChat(true), by: "t")
        try expect(room.wish(.banFromChat(ChatBanWish(user: "s2", seconds: 0)), by: "t").count, is: 1)
        expect(room.refusal(.banFromChat(ChatBanWish(user: "s2", seconds: 0)), by: "t"), is: .unchanged)
        try expect(room.wish(.forbidChat(false), by: "t").last, is: .allowChat("s2", true))
        for (target, seconds) in [("t", 5), ("a", 5), ("s1", -1), ("s3", ClassLimits.longestDuration + 1)] {
            let wish = ClassWish.banFromChat(ChatBanWish(user: target, seconds: seconds))
            #expect(room.refusal(wish, by: "t") != nil, "\(target)")
        }
    }

    @Test("LIVE-73: the slow mode's interval is bounded, and a wish for the current interval is refused")
    func slow() throws {
        var room = Classroom()
        expect(room.refusal(.slowChat(601), by: "t"), is: .badDuration)
        try expect(room.wish(.slowChat(10), by: "t").events, is: [.live(.chatSlowed(10))])
        expect(room.refusal(.slowChat(10), by: "t"), is: .unchanged)
        try expect(room.wish(.slowChat(0), by: "t").events, is: [.live(.chatSlowed(0))])
    }

    @Test("LIVE-73: slow mode tells students how long to wait, and teachers never wait")
    func waiting() throws {
        var room = Classroom()
        expect(room.machine.chatWait(of: "s1", since: room.now, at: room.now), is: 0)
        try room.wish(.slowChat(10), by: "t")
        expect(room.machine.chatWait(of: "s1", since: nil, at: room.now), is: 0)
        expect(room.machine.chatWait(of: "s1", since: room.now, at: room.now + 3_000), is: 7_000)
        expect(room.machine.chatWait(of: "s1", since: room.now, at: room.now + 10_000), is: 0)
        expect(room.machine.chatWait(of: "s1", since: room.now + 99_000, at: room.now), is: 10_000)
        expect(room.machine.chatWait(of: "t", since: room.now, at: room.now), is: 0)
        for (last, time) in [(Int64.min, Int64.max), (.max, .min), (.min, 0)] {
            #expect((0...10_000).contains(room.machine.chatWait(of: "s1", since: last, at: time)))
        }
        var state = ClassState()
        ClassReducer.reduce(&state, ClassEvent(.zero, .live(.chatSlowed(.max))))
        expect(state.live.chatInterval, is: 600)
    }

    // MARK: Private messages

    private func message(_ user: String, _ text: String = "psst") -> ClassWish {
        .privateMessage(PrivateMessageWish(to: user, text))
    }

    @Test("only its reader and its author receive a private message, and it is not an event")
    func privately() throws {
        var room = Classroom(isInProgress: false)
        let actions = try room.wish(.privateMessage(PrivateMessageWish(to: "t", "may I?", replyTo: "m1")), by: "s1")
        guard case .privateMessage(let told)? = actions.notices(to: "t").first else {
            Issue.record("not told")
            return
        }
        #expect(told.from.id == "s1" && told.to.id == "t" && told.text == "may I?" && told.replyTo == "m1")
        expect(actions, is: [.tell("t", .privateMessage(told)), .tell("s1", .privateMessage(told))])
        #expect(try room.wish(message("s2"), by: "a").notices(to: "s1").isEmpty)
        // The keeper stores none of it.
        expect(room.machine.memory.kept, is: Classroom(isInProgress: false).machine.memory.kept)
    }

    @Test(
        "students write privately to teachers and assistants, who write to everyone, and a teacher can forbid it to students"
    )
    func readers() throws {
        var room = Classroom()
        for reader in ["t", "a"] { expect(room.refusal(message(reader), by: "s1"), is: nil) }
        for reader in ["s2", "g"] { expect(room.refusal(message(reader), by: "s1"), is: .staffOnly) }
        for (author, reader) in [("t", "s1"), ("t", "a"), ("a", "s1"), ("t", "g")] {
            expect(room.refusal(message(reader), by: author), is: nil)
        }
        expect(room.refusal(message("s1"), by: "s1"), is: .targetMayNot)
        expect(room.refusal(message("x"), by: "t"), is: .userNotPresent)
        expect(room.refusal(message("t", " "), by: "s1"), is: .unchanged)
        let long = String(repeating: "x", count: ClassLimits.messageLength + 1)
        expect(room.refusal(message("t", long), by: "s1"), is: .tooLong)
        // A closed chat allows messages to the teacher, but a ban does not.
        try room.wish(.forbidChat(true), by: "t")
        expect(room.refusal(message("t"), by: "s1"), is: nil)
        try room.wish(.banFromChat(ChatBanWish(user: "s1", seconds: 60)), by: "t")
        expect(room.refusal(message("t"), by: "s1"), is: .chatBanned)
        try expect(
            room.wish(.forbidPrivateMessages(true), by: "t").events, is: [.live(.privateMessagesForbidden(true))])
        expect(room.refusal(message("t"), by: "s2"), is: .privateForbidden)
        expect(room.refusal(message("s2"), by: "t"), is: nil)
    }

    @Test("a person who returns within a quarter of an hour receives the private messages again")
    func repeated() throws {
        var room = Classroom(isInProgress: false)
        try room.wish(message("t", "one"), by: "s1")
        try room.wish(message("s2", "two"), by: "t")
        func texts(_ user: ClassUser) -> [String] {
            room.machine.enter(user, at: room.now).notices(to: user.id).compactMap {
                if case .privateMessage(let message) = $0 { message.text } else { nil }
            }
        }
        _ = room.machine.leave("t", at: room.now)
        #expect(texts(Classroom.teacher) == ["one", "two"] && texts(Classroom.student("s2")) == ["two"])
        room.pass(ClassLimits.privateMemory)
        #expect(texts(Classroom.teacher).isEmpty)
    }

    @Test("LIVE-70: a text has a maximum length, and absent users cannot write")
    func text() {
        let room = Classroom()
        let longest = String(repeating: "字", count: ClassLimits.messageLength)
        expect(room.machine.chatRefusal(of: "s1", longest, at: room.now), is: nil)
        expect(room.machine.chatRefusal(of: "t", longest + "!", at: room.now)?.reason, is: .tooLong)
        expect(room.machine.chatRefusal(of: "nobody", at: room.now)?.reason, is: .notPresent)
    }
}
