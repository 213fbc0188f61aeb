import PlayCore
import Rooms
import TestSupport
import Testing

@Suite struct RoomSnapshotTests {
    private func reduced(_ events: some Sequence<RoomEvent>, _ state: RoomState = RoomState()) -> RoomState {
        var state = state
        for event in events { RoomReducer.reduce(&state, event) }
        return state
    }

    @Test(
        "LIVE-13: a late participant has the same state as an early one, now and after all later events",
        arguments: 1...40)
    func lateJoiner(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let events = RandomRoom.events(count: 3000, &random)
        let cut = Int.random(in: 0...events.count, using: &random)
        let present = reduced(events[..<cut])
        let snapshot = present.snapshotEvents
        let late = reduced(snapshot)
        expect(late.content, is: present.content)
        // Its own snapshot is the same, so it can be passed from one keeper to the next.
        expect(late.snapshotEvents, is: snapshot)
        expect(reduced(events[cut...], late).content, is: reduced(events).content)
        // A log sorts events by their times.
        expect(RoomLog(snapshot).state(at: .seconds(100_000)).content, is: present.content)
    }

    @Test("LIVE-13: a snapshot's length depends on the current state, not on past events")
    func length() {
        let key = PageKey(document: "d", page: 0)
        let events = (0..<5000).flatMap { number in
            [
                RoomEvent.Kind.usersEntered([user("u\(number)")]), .usersLeft(["u\(number)"]),
                .shapeDrawn(Shape(id: "s", on: key, .line, [])), .notice(RoomNotice(text: "\(number)")),
                .live(.liked(Like(user: "a", count: number + 1))),
            ]
        }
        expect(reduced(events.map { RoomEvent(.zero, $0) }).snapshotEvents.count, is: 3)
        #expect(RoomState().snapshotEvents.isEmpty)
        let crowd = reduced((0..<120).map { RoomEvent(.zero, .usersEntered([user("u\($0)")])) })
        expect(crowd.snapshotEvents.count, is: 3)
    }

    @Test("LIVE-13: snapshots are written as lines of a package, like other events")
    func lines() {
        var random = SeededGenerator(seed: 9)
        let state = reduced(RandomRoom.events(count: 3000, &random))
        let read = JSONLines.read(RoomEvent.self, JSONLines.write(state.snapshotEvents), file: "f")
        expect(read.warnings, is: [])
        expect(reduced(read.lines).content, is: state.content)
    }

    @Test("LIVE-13: content differs only if what is shown differs")
    func content() {
        let hand = [RoomEvent(.zero, .usersEntered([user("a")])), RoomEvent(.zero, .handRaised("a", true))]
        let lowered = reduced(hand + [RoomEvent(.zero, .handRaised("a", false))])
        #expect(lowered != reduced(hand.prefix(1)))
        expect(lowered.content, is: reduced(hand.prefix(1)).content)
        #expect(lowered.content != reduced(hand).content)
    }
}
