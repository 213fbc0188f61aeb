import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct ClassSnapshotTests {
    private func reduced(_ events: some Sequence<ClassEvent>, _ state: ClassState = ClassState()) -> ClassState {
        var state = state
        for event in events { ClassReducer.reduce(&state, event) }
        return state
    }

    @Test(
        "LIVE-13: a late participant has the same state as an early one, now and after all later events",
        arguments: 1...UInt64(Rounds.of(8)))
    func lateJoiner(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let events = RandomRecording.events(count: 3000, &random)
        let cut = Int.random(in: 0...events.count, using: &random)
        let present = reduced(events[..<cut])
        let snapshot = present.snapshotEvents
        let late = reduced(snapshot)
        expect(late.content, is: present.content)
        // Its own snapshot is the same, so one keeper can pass it to the next.
        expect(late.snapshotEvents, is: snapshot)
        expect(reduced(events[cut...], late).content, is: reduced(events).content)
        // A log sorts events by time.
        expect(ClassLog(snapshot).state(at: .seconds(100_000)).content, is: present.content)
    }

    @Test("LIVE-13: a snapshot's length depends on the current state, not on past events")
    func length() {
        let key = PageKey(document: "d", page: 0)
        let events = (0..<5000).flatMap { number in
            [
                ClassEvent.Kind.usersEntered([user("u\(number)")]), .usersLeft(["u\(number)"]),
                .shapeDrawn(Shape(id: "s", on: key, .line, [])), .notice(PostedNotice(text: "\(number)")),
                .live(.liked(Like(user: "a", count: number + 1))),
            ]
        }
        expect(reduced(events.map { ClassEvent(.zero, $0) }).snapshotEvents.count, is: 3)
        #expect(ClassState().snapshotEvents.isEmpty)
        let crowd = reduced((0..<120).map { ClassEvent(.zero, .usersEntered([user("u\($0)")])) })
        expect(crowd.snapshotEvents.count, is: 3)
    }

    @Test("LIVE-13: snapshots are written as lines of a package, like other events")
    func lines() {
        var random = SeededGenerator(seed: 9)
        let state = reduced(RandomRecording.events(count: 3000, &random))
        let read = JSONLines.read(ClassEvent.self, JSONLines.write(state.snapshotEvents), file: "f")
        expect(read.warnings, is: [])
        expect(reduced(read.lines).content, is: state.content)
    }

    @Test("LIVE-13: content differs only if what is shown differs")
    func content() {
        let hand = [ClassEvent(.zero, .usersEntered([user("a")])), ClassEvent(.zero, .handRaised("a", true))]
        let lowered = reduced(hand + [ClassEvent(.zero, .handRaised("a", false))])
        #expect(lowered != reduced(hand.prefix(1)))
        expect(lowered.content, is: reduced(hand.prefix(1)).content)
        #expect(lowered.content != reduced(hand).content)
    }
}
