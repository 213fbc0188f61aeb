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

    @Test("a client that enters while others read gets their pages and all later events, which yield the same state")
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
