import ClassRules
import Classes
import PlayCore
import TestSupport
import Testing

@Suite("The limits of the chat")
struct ChatLimitsTests {
    @Test("a pace allows a burst and then even steps, even after the clock was set back")
    func pace() {
        var keys = PacedKeys<String>(Pace(perMinute: 60, burst: 3))
        expect((0..<5).map { _ in keys.spend("a", at: 1_000_000) }, is: [true, true, true, false, false])
        #expect(keys.wait("a", at: 1_000_000) == 1_000 && keys.wait("b", at: 1_000_000) == 0)
        #expect(keys.spend("a", at: 1_001_000) && !keys.spend("a", at: 1_001_999))
        // With the clock an hour back, the wait is no longer than a full burst.
        #expect(keys.wait("a", at: 1_001_000 - 3_600_000) <= 3_000)
        keys.forget("a")
        expect(keys.spend("a", at: 1_001_000), is: true)
    }

    @Test("in slow mode students write once per interval, and teachers as often as they like")
    func slow() {
        var ledger = ChatLedger()
        func write(_ time: Int64, isStaff: Bool = false, interval: Int = 10) -> ClassError.Reason? {
            ledger.refusal(
                of: ChatLedger.Message(length: 5, bytes: 100, isStaff: isStaff), by: isStaff ? "t" : "s", ChatLimits(),
                interval: interval, at: time)
        }
        #expect(write(0) == nil && write(1) == .chatSlowed && write(9_000) == .chatSlowed)
        // A message slightly too early is accepted, because network delays vary. The tolerance does not accumulate.
        #expect(write(9_600) == nil && write(19_200) == .chatSlowed && write(19_600) == nil)
        for _ in 0..<5 { expect(write(20_000, isStaff: true), is: nil) }
        #expect(write(20_000, interval: 0) == nil && write(20_000, interval: 0) == nil)
        // A shorter interval ends the wait of the longer one.
        #expect(write(25_000, interval: 2) == nil && write(26_000, interval: 2) == .chatSlowed)
    }

    @Test("messages have a maximum length, and each person's stored bytes are limited")
    func sizes() {
        var limits = ChatLimits()
        (limits.length, limits.storedBytes) = (10, 250)
        var ledger = ChatLedger()
        func write(_ length: Int, _ bytes: Int, isStored: Bool = true, by person: String = "s") -> ClassError.Reason? {
            ledger.refusal(
                of: ChatLedger.Message(length: length, bytes: bytes, isStored: isStored), by: person, limits,
                interval: 0, at: 0)
        }
        #expect(write(11, 100) == .tooLong && write(1, limits.messageBytes + 1) == .tooLong)
        #expect(write(10, 100) == nil && write(10, 100) == nil && write(10, 100) == .chatFull)
        #expect(write(10, 100, isStored: false) == nil && write(10, 50) == nil && write(10, 1) == .chatFull)
        #expect(ledger.storedBytes(of: "s") == 250 && write(10, 100, by: "other") == nil)
    }

    @Test(
        "random messages of students never store more than the rules allow",
        arguments: 1...40 as ClosedRange<UInt64>)
    func property(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let clock = ManualClock(.seconds(1_000))
        var limits = ChatLimits()
        limits.length = Int.random(in: 5...500, using: &random)
        limits.pace = Pace(
            perMinute: Int.random(in: 1...600, using: &random), burst: Int.random(in: 1...20, using: &random))
        limits.storedBytes = Int64.random(in: 500...50_000, using: &random)
        var interval = 0
        var ledger = ChatLedger()
        var passed: [String: [Passed]] = [:]
        var refused = 0
        for _ in 0..<1_500 {
            clock.advance(
                by: .milliseconds(Bool.random(using: &random) ? 0 : Int.random(in: 0...2_000, using: &random)))
            if Int.random(in: 0..<300, using: &random) == 0 {
                interval = [0, 2, 10, 30].randomElement(using: &random) ?? 0
            }
            let message = ChatLedger.Message(
                length: Int.random(in: 0...600, using: &random), bytes: Int.random(in: 50...12_000, using: &random),
                isStored: Int.random(in: 0..<4, using: &random) > 0)
            let person = "s\(Int.random(in: 0..<3, using: &random))"
            let now = clock.now.nanoseconds / 1_000_000
            if ledger.refusal(of: message, by: person, limits, interval: interval, at: now) == nil {
                passed[person, default: []].append(Passed(time: now, interval: interval, message: message))
            } else {
                refused += 1
            }
        }
        #expect(refused > 0)
        for messages in passed.values { check(messages, limits) }
        // After a rest, a person may write again, up to the limit of bytes.
        clock.advance(by: .seconds(3_600))
        let short = ChatLedger.Message(length: 1, bytes: 1, isStored: false)
        expect(
            ledger.refusal(of: short, by: "s0", limits, interval: interval, at: clock.now.nanoseconds / 1_000_000),
            is: nil)
    }

    private struct Passed {
        let time: Int64
        let interval: Int
        let message: ChatLedger.Message
    }

    private func check(_ messages: [Passed], _ limits: ChatLimits) {
        #expect(messages.allSatisfy { $0.message.length <= limits.length && $0.message.bytes <= limits.messageBytes })
        let stored = messages.filter(\.message.isStored).reduce(0) { $0 + Int64($1.message.bytes) }
        #expect(stored <= limits.storedBytes)
        for first in messages.indices {
            for last in first..<messages.endIndex {
                let (span, count) = (messages[last].time - messages[first].time, Int64(last - first + 1))
                #expect(count <= (span + limits.pace.slack) / limits.pace.step + 1)
            }
        }
        for (one, next) in zip(messages, messages.dropFirst()) where one.interval == next.interval && one.interval > 0 {
            #expect(next.time - one.time >= Int64(one.interval) * 1000 - ClassLimits.chatTolerance)
        }
    }

    @Test("a flood mutes the sender, a continued flood removes the sender, and a single paste has no effect")
    func flood() {
        var watch = FloodWatch()
        expect(watch.note(20, by: "s", at: 0), is: .none)
        expect(watch.note(1, by: "s", at: 0), is: .silence)
        // These messages were in transit.
        expect(watch.note(400, by: "s", at: 1_000), is: .none)
        expect(watch.note(20, by: "s", at: 3_000), is: .none)
        expect(watch.note(1, by: "s", at: 3_100), is: .sendAway)
        expect(watch.note(400, by: "other", at: 3_100), is: .silence)
        // After ten minutes the sender's count restarts.
        expect(watch.note(30, by: "other", at: 700_000), is: .silence)
        #expect(watch.note(.min, by: "x", at: 0) == .none && watch.note(.max, by: "x", at: 0) == .silence)
    }

    @Test("a flood mutes students but not teachers, and never shortens an existing ban")
    func silence() throws {
        var room = Classroom()
        #expect(room.machine.silence("t", seconds: 60, at: room.now).isEmpty)
        let silenced = room.machine.silence("s1", seconds: 60, at: room.now)
        expect(silenced.events, is: [.live(.chatBanned(ChatBan(user: "s1", until: room.now + 60_000)))])
        expect(silenced.last, is: .allowChat("s1", false))
        try room.wish(.banFromChat(ChatBanWish(user: "s2", seconds: 600)), by: "t")
        #expect(room.machine.silence("s2", seconds: 60, at: room.now).isEmpty)
        expect(room.pass(60_000).last, is: .allowChat("s1", true))
        expect(room.machine.excess("m1", at: room.now).events, is: [.messageRemoved("m1")])
    }

    @Test("a student can raise a hand at most twenty times a minute")
    func hands() throws {
        var room = Classroom()
        for _ in 0..<20 {
            try room.wish(.requestToSpeak, by: "s1")
            try room.wish(.withdrawRequest, by: "s1")
            room.pass(1_000)
        }
        expect(room.refusal(.requestToSpeak, by: "s1"), is: .tooManyWishes)
        expect(room.refusal(.requestToSpeak, by: "s2"), is: nil)
        room.pass(60_000)
        expect(room.refusal(.requestToSpeak, by: "s1"), is: nil)
    }
}
