import Classes
import Encoding
import PlayCore
import TestSupport
import Testing

@testable import ClassWire

@Suite struct EventChainTests {
    private func notice(_ text: String, at seconds: Int = 1) -> ClassEvent {
        ClassEvent(.seconds(seconds), .notice(PostedNotice(text: text)))
    }

    @Test("a client accepts the keeper's events only in the order of their numbers")
    func order() {
        var keeper = EventChain()
        var client = EventChain()
        let events = (1...3).map { keeper.append(notice("\($0)")) }
        expect(events.map(\.number), is: [1, 2, 3])
        expect(client.follow(number: 2, line: events[1].line, hash: events[1].hash), is: .gap)
        expect(client.number, is: 0)
        for event in events {
            expect(client.follow(number: event.number, line: event.line, hash: event.hash), is: .next(event.event))
            expect(client.follow(number: event.number, line: event.line, hash: event.hash), is: .known)
        }
        expect(client, is: keeper)
        #expect(client.isAbreast(number: 3, hash: keeper.hash))
        #expect(!client.isAbreast(number: 4, hash: keeper.hash))
    }

    @Test("a changed letter in an event, or in an earlier one, is a gap")
    func forged() {
        var keeper = EventChain()
        let first = keeper.append(notice("one"))
        let second = keeper.append(notice("two"))
        var client = EventChain()
        let forged = first.line.replacing("one", with: "two")
        expect(client.follow(number: 1, line: forged, hash: first.hash), is: .gap)
        var other = EventChain()
        _ = other.append(notice("another"))
        expect(other.follow(number: 2, line: second.line, hash: second.hash), is: .gap)
        #expect(!other.isAbreast(number: 1, hash: first.hash))
    }

    @Test("an event of a later version is skipped, and later events still follow")
    func unreadable() {
        var keeper = EventChain()
        var client = EventChain()
        let odd = keeper.append(ClassEvent(.zero, .unknown("hologram", .flag(true))))
        expect(
            client.follow(number: 1, line: odd.line, hash: odd.hash),
            is: .next(ClassEvent(.zero, .unknown("hologram", .flag(true)))))
        let broken = #"{"kind":"notice","t":0,"value":7}"#
        let hash = EventChain.hash(after: client.hash, broken)
        guard case .unreadable = client.follow(number: 2, line: broken, hash: hash) else {
            Issue.record("it was read")
            return
        }
        expect(client.number, is: 2)
    }
}
