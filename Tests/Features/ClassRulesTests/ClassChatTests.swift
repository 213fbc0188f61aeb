import ClassRules
import PlayCore
import Rooms
import Testing

@Suite struct ClassChatTests {
    @Test("LIVE-68, LIVE-70: chat that is forbidden to all is forbidden to students, and who writes loses the message")
    func all() throws {
        var room = Classroom()
        #expect(room.machine.message("m1", by: "s1", at: room.now).isEmpty)
        let forbidden = try room.wish(.forbidChat(true), by: "t")
        #expect(forbidden.events == [.live(.chatForbidden(true))] && forbidden.count == 1)
        #expect(room.machine.chatRefusal(of: "s1", at: room.now)?.reason == .chatForbidden)
        #expect(room.machine.chatRefusal(of: "a", at: room.now) == nil)
        #expect(room.machine.message("m2", by: "t", at: room.now).isEmpty)
        let caught = room.machine.message("m3", by: "s1", at: room.now)
        #expect(caught.events == [.messageRemoved("m3")])
        #expect(caught.suffix(2) == [.removeMessage("m3"), .allowChat("s1", false)])
        // Who comes meanwhile may not write either.
        #expect(room.machine.enter(Classroom.student("new"), at: room.now).last == .allowChat("new", false))
        let lifted = try room.wish(.forbidChat(false), by: "t")
        #expect(lifted.suffix(2) == [.allowChat("new", true), .allowChat("s1", true)])
    }

    @Test("LIVE-69: a ban of one holds through leaving and coming again, until its end")
    func one() throws {
        var room = Classroom()
        let banned = try room.wish(.banFromChat(ChatBanWish(user: "s1", seconds: 60)), by: "a")
        #expect(banned.events == [.live(.chatBanned(ChatBan(user: "s1", until: room.now + 60_000, by: "a")))])
        #expect(banned.last == .allowChat("s1", false))
        room.pass(30_000)
        _ = room.machine.leave("s1", at: room.now)
        try room.wish(.start(false), by: "t")
        #expect(room.machine.enter(Classroom.student("s1"), at: room.now).last == .allowChat("s1", false))
        #expect(room.machine.chatRefusal(of: "s1", at: room.now)?.reason == .chatBanned)
        #expect(room.pass(29_999).isEmpty)
        #expect(room.machine.chatRefusal(of: "s1", at: room.now + 1) == nil)
        let ended = room.pass(1)
        #expect(ended.events == [.live(.chatBanEnded("s1"))])
        #expect(ended.last == .allowChat("s1", true))
    }

    @Test("LIVE-69: a ban ends while the person is away, is lifted early, and does not outrank the ban of all")
    func lifting() throws {
        var room = Classroom()
        try room.wish(.banFromChat(ChatBanWish(user: "s1", seconds: 10)), by: "t")
        _ = room.machine.leave("s1", at: room.now)
        #expect(room.pass(10_000).count == 1)
        try room.wish(.banFromChat(ChatBanWish(user: "s2", seconds: 10)), by: "t")
        try room.wish(.forbidChat(true), by: "t")
        #expect(try room.wish(.banFromChat(ChatBanWish(user: "s2", seconds: 0)), by: "t").count == 1)
        #expect(room.refusal(.banFromChat(ChatBanWish(user: "s2", seconds: 0)), by: "t") == .unchanged)
        #expect(try room.wish(.forbidChat(false), by: "t").last == .allowChat("s2", true))
        for (target, seconds) in [("t", 5), ("a", 5), ("s1", -1), ("s3", ClassLimits.longestDuration + 1)] {
            let wish = ClassWish.banFromChat(ChatBanWish(user: target, seconds: seconds))
            #expect(room.refusal(wish, by: "t") != nil, "\(target)")
        }
    }

    @Test("LIVE-73: slow mode has its bounds, and is changed to something else")
    func slow() throws {
        var room = Classroom()
        #expect(room.refusal(.slowChat(601), by: "t") == .badDuration)
        #expect(try room.wish(.slowChat(10), by: "t").events == [.live(.chatSlowed(10))])
        #expect(room.refusal(.slowChat(10), by: "t") == .unchanged)
        #expect(try room.wish(.slowChat(0), by: "t").events == [.live(.chatSlowed(0))])
    }

    @Test("LIVE-73: how long slow mode has a student wait; teachers never do")
    func waiting() throws {
        var room = Classroom()
        #expect(room.machine.chatWait(of: "s1", since: room.now, at: room.now) == 0)
        try room.wish(.slowChat(10), by: "t")
        #expect(room.machine.chatWait(of: "s1", since: nil, at: room.now) == 0)
        #expect(room.machine.chatWait(of: "s1", since: room.now, at: room.now + 3_000) == 7_000)
        #expect(room.machine.chatWait(of: "s1", since: room.now, at: room.now + 10_000) == 0)
        #expect(room.machine.chatWait(of: "s1", since: room.now + 99_000, at: room.now) == 10_000)
        #expect(room.machine.chatWait(of: "t", since: room.now, at: room.now) == 0)
        for (last, time) in [(Int64.min, Int64.max), (.max, .min), (.min, 0)] {
            #expect((0...10_000).contains(room.machine.chatWait(of: "s1", since: last, at: time)))
        }
        var state = RoomState()
        RoomReducer.reduce(&state, RoomEvent(.zero, .live(.chatSlowed(.max))))
        #expect(state.live.chatInterval == 600)
    }

    @Test("LIVE-70: a text has its length, and nobody writes who is not there")
    func text() {
        let room = Classroom()
        let longest = String(repeating: "字", count: ClassLimits.messageLength)
        #expect(room.machine.chatRefusal(of: "s1", longest, at: room.now) == nil)
        #expect(room.machine.chatRefusal(of: "t", longest + "!", at: room.now)?.reason == .tooLong)
        #expect(room.machine.chatRefusal(of: "nobody", at: room.now)?.reason == .notPresent)
    }
}
