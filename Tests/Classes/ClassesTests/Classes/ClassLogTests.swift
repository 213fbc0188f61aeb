import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct ClassLogTests {
    @Test(
        "ROOM-25: the state at a position results from all events up to it, regardless of earlier positions",
        arguments: 1...UInt64(Rounds.of(2)))
    func replayFromTheStart(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let events = RandomRecording.events(count: 3 * ClassLog.spacing + 500, &random)
        let log = ClassLog(events.shuffled(using: &random))
        var cursor = log.cursor(at: .zero)
        for _ in 0..<10 {
            let time = MediaTime.milliseconds(Int.random(in: -2000...(events.count * 10 + 2000), using: &random))
            log.move(&cursor, to: time)
            var state = ClassState()
            for event in log.events where event.time <= time { ClassReducer.reduce(&state, event) }
            expect(cursor.state, is: state)
            expect(log.state(at: time), is: state)
        }
    }

    @Test("ROOM-25: a seek among a million events replays at most the events between two checkpoints")
    func boundedReplay() {
        let log = ClassLog(
            (0..<1_000_000).map {
                ClassEvent(.milliseconds($0), .pointer(BoardPoint(x: Double($0 % 1000) / 1000, y: 0.5)))
            })
        var random = SeededGenerator(seed: 7)
        var cursor = log.cursor(at: .zero)
        for _ in 0..<50 {
            let reduced = log.move(&cursor, to: .milliseconds(Int.random(in: 0..<1_000_000, using: &random)))
            #expect(reduced < ClassLog.spacing)
        }
    }

    @Test("ROOM-25: late events are inserted at their times, and old cursors become invalid")
    func lateEvents() {
        var log = ClassLog((0..<5000).map { ClassEvent(.milliseconds($0), .desktopSharing($0 % 2 == 0)) })
        var cursor = log.cursor(at: .milliseconds(4000))
        let before = log
        log.append(ClassEvent(.milliseconds(5000), .desktopSharing(false)))
        #expect(log.isValid(cursor))
        log.append(ClassEvent(.milliseconds(10), .notice(PostedNotice(text: "late"))))
        #expect(!log.isValid(cursor))
        log.move(&cursor, to: .milliseconds(4000))
        #expect(log.isValid(cursor))
        expect(cursor.state.words.notice?.text, is: "late")
        expect(log.state(at: .milliseconds(9)), is: before.state(at: .milliseconds(9)))
    }

    @Test("OBS-08: within a log, areas of equal revision are equal")
    func revisions() {
        var random = SeededGenerator(seed: 3)
        let log = ClassLog(RandomRecording.events(count: 4000, &random))
        var users: [Int: UsersArea] = [:]
        var documents: [Int: DocumentsArea] = [:]
        for _ in 0..<300 {
            let state = log.state(at: .milliseconds(Int.random(in: 0...40000, using: &random)))
            expect(users[state.users.revision] ?? state.users, is: state.users)
            expect(documents[state.documents.revision] ?? state.documents, is: state.documents)
            users[state.users.revision] = state.users
            documents[state.documents.revision] = state.documents
        }
    }
}
