import ClassAccess
import ClassRules
import ClassWire
import Classes
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

@testable import ClassKeeper

@Suite("The state of a keeper's room for clients that enter")
struct KeeperRoomStateTests {
    private typealias Script = ClassScript

    @Test("the pages of a state stay unchanged for a minute, even if events follow")
    func pages() throws {
        var script = ClassScript.started()
        let wanted = StateRequest(room: Script.address.description)
        let first = try script.page(wanted, Script.anna).get()
        let lines = first.lines
        _ = script.act(.notice(PostedNotice(text: "x")), Script.teacher)
        var rest = wanted
        rest.snapshot = first.chain.number
        let again = try script.page(rest, Script.anna).get()
        #expect(again.lines == lines && again.chain == first.chain)
        #expect(try script.page(wanted, Script.anna).get().chain != first.chain)
        script.pass(61)
        #expect(throws: StanzaError.self) { try script.page(rest, Script.anna).get() }
    }

    @Test("a client that enters while other clients read gets their pages and all later events, and has the same state")
    func later() throws {
        var script = ClassScript.started()
        let wanted = StateRequest(room: Script.address.description)
        let first = try script.page(wanted, Script.anna).get()
        for number in 0..<15 {
            _ = script.act(.notice(PostedNotice(text: "notice \(number)")), Script.teacher)
            var (lines, request) = ([String](), StateRequest?.some(wanted))
            while let next = request {
                let page = try script.page(next, Script.anna).get()
                expect(page.chain, is: script.room.kept.chain)
                lines += try #require(page.lines.lines)
                request = page.next(room: Script.address.description)
            }
            expect(lines.count, is: first.total + number + 1)
            var state = ClassState()
            let text = Array(lines.joined(separator: "\n").utf8)
            for event in JSONLines.read(ClassEvent.self, text, file: "state").lines {
                ClassReducer.reduce(&state, event)
            }
            expect(state.snapshotEvents, is: script.room.kept.state.snapshotEvents)
        }
        var middle = wanted
        middle.from = 1
        #expect(throws: StanzaError.self) { try script.page(middle, Script.anna).get() }
        // The pages have not been read for a minute, so they are created again.
        script.pass(61)
        try expect(script.page(wanted, Script.anna).get().total, is: script.room.kept.snapshot.count)
    }

    @Test("a new participant gets the running timer, the keeper ends it, and other programs get its signals as text")
    func timer() throws {
        var script = ClassScript.started()
        _ = script.act(.setTimer(30), Script.teacher)
        let line = try #require(
            try script.page(StateRequest(room: Script.address.description), Script.anna).get().lines.lines?
                .first { $0.contains("timer") })
        let event = try #require(JSONLines.read(ClassEvent.self, Array(line.utf8), file: "state").lines.first)
        expect(event.kind, is: .timer(TimerSignal(.running, total: 30, remaining: 30, isDecrease: true)))
        script.pass(10)
        _ = script.act(.pauseTimer(true), Script.teacher, id: "b")
        _ = script.act(.pauseTimer(false), Script.teacher, id: "c")
        script.pass(20)
        _ = script.act(.setTimer(60), Script.teacher, id: "d")
        _ = script.act(.setTimer(0), Script.teacher, id: "e")
        let texts = script.stanzas.compactMap { $0.first("body")?.wholeText }
        expect(
            texts.filter { $0.contains("time") },
            is: [
                "timer: 00:30", "the timer is paused at 00:20", "timer: 00:20", "time is up", "timer: 01:00",
                "the timer was removed",
            ])
    }

    @Test("the events that lead to the state are shortened from time to time")
    func shortening() {
        var script = ClassScript.started()
        for round in 0..<600 {
            script.pass(1)
            _ = script.act(.notice(PostedNotice(text: "\(round)")), Script.teacher, id: "n\(round)")
        }
        let shortened = script.writes.compactMap {
            if case .shorten(let events, let chain) = $0 { (events, chain) } else { nil }
        }
        expect(shortened.count, is: 1)
        var state = ClassState()
        for event in shortened.first?.0 ?? [] { ClassReducer.reduce(&state, event) }
        expect(state.users.list.count, is: 2)
    }
}
