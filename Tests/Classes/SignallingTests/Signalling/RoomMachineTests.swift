import PlayCore
import TestSupport
import Testing
import XML

@testable import Signalling

@Suite("A room's machines")
struct RoomMachineTests {
    private let room = XMPPAddress(local: "class", domain: "rooms.test")

    private func message(_ body: String, id: String, nick: String? = "b", archiveID: String? = nil) -> XMLElement {
        var stanza = XMLElement(
            "message",
            attributes: ["from": room.with(resource: nick).description, "type": "groupchat", "id": id],
            children: [XMLElement("body", text: body)])
        if let archiveID {
            stanza.add(
                XMLElement(
                    "stanza-id", namespace: Namespace.stanzaIDs, attributes: ["by": room.description, "id": archiveID]))
        }
        return stanza
    }

    private func page(_ ids: [Int], _ query: Int) -> [XMLElement] {
        ids.map { id in
            let forwarded = XMLElement(
                "forwarded", namespace: Namespace.forwarding, children: [message("\(id)", id: "m\(id)")])
            let result = XMLElement(
                "result", namespace: Namespace.archive, attributes: ["queryid": "page-\(query)", "id": "\(id)"],
                children: [forwarded])
            return XMLElement("message", attributes: ["from": room.description], children: [result])
        }
    }

    private func end(_ number: Int, last: String?, isComplete: Bool) -> XMLElement {
        var attributes: [String: String] = [:]
        attributes["complete"] = isComplete ? "true" : nil
        let set = XMLElement(
            "set", namespace: Namespace.resultSet, children: last.map { [XMLElement("last", text: $0)] } ?? [])
        let fin = XMLElement("fin", namespace: Namespace.archive, attributes: attributes, children: [set])
        return XMLElement(
            "iq", attributes: ["type": "result", "id": "p-archive-\(number)", "from": room.description], children: [fin]
        )
    }

    @Test("Live messages wait behind the archive, and a message in both is reported once")
    func merging() throws {
        var history = RoomHistory(room: room, own: nil, lastID: "1", prefix: "p")
        var bodies: [String] = []
        func note(_ items: [RoomHistory.Item]) {
            for case .message(let message) in items { bodies.append(message.body ?? "") }
        }
        expect(history.begin(at: .zero).count, is: 1)
        for stanza in page([2, 3], 1) { note(history.received(stanza, at: .zero).items) }
        let live = try #require(RoomMessage(message("5", id: "m5", archiveID: "5"), room: room, own: nil))
        note(history.live(.message(live)))
        expect(history.received(end(1, last: "3", isComplete: false), at: .zero).stanzas.count, is: 1)
        for stanza in page([4, 5], 2) { note(history.received(stanza, at: .zero).items) }
        let (items, _, outcome) = history.received(end(2, last: "5", isComplete: true), at: .zero)
        note(items)
        #expect(bodies == ["2", "3", "4", "5"] && outcome == .complete && history.lastID == "5")
    }

    @Test("A position that the archive no longer has is reported as a gap, and a silent archive times out")
    func gap() {
        var history = RoomHistory(room: room, own: nil, lastID: "gone", prefix: "p")
        _ = history.begin(at: .zero)
        var error = XMLElement("iq", attributes: ["type": "error", "id": "p-archive-1", "from": room.description])
        error.add(StanzaError(kind: .cancel, condition: "item-not-found").element)
        expect(history.received(error, at: .zero).stanzas.count, is: 1)
        expect(history.received(end(2, last: nil, isComplete: true), at: .zero).outcome, is: .gap)
        _ = history.begin(at: .seconds(100))
        expect(history.expire(at: .seconds(121)).outcome, is: .failed(.timedOut))
    }

    @Test("Only the room can send its own stanzas, and only the recipient of a request can answer it")
    func forgery() throws {
        var occupancy = RoomOccupancy(room: room, nick: "a")
        _ = occupancy.join(at: .zero)
        let moderated = XMLElement(
            "moderated", namespace: Namespace.moderation,
            children: [XMLElement("retract", namespace: Namespace.retraction)])
        let fastening = XMLElement(
            "apply-to", namespace: Namespace.fasten, attributes: ["id": "3"], children: [moderated])
        func retraction(_ from: XMPPAddress) -> XMLElement {
            XMLElement("message", attributes: ["from": from.description, "type": "groupchat"], children: [fastening])
        }
        let news = occupancy.received(retraction(room), at: .zero).news
        try expect(news, is: [.retracted(try #require(RoomRetraction(retraction(room), room: room)))])
        for case .retracted in occupancy.received(retraction(room.with(resource: "b")), at: .zero).news {
            Issue.record("an occupant took back a message")
        }
        #expect(occupancy.received(retraction(XMPPAddress(domain: "evil.test")), at: .zero).news.isEmpty)
        var requests = RequestTracker(prefix: "q")
        let request = requests.request(.get, to: room, RoomAdministration.configurationRequest, at: .zero)
        let asked = try #require(request)
        let forged = ["type": "result", "id": asked.id, "from": "evil.test"]
        expect(requests.received(XMLElement("iq", attributes: forged)), is: nil)
        expect(requests.received(XMLElement("iq", attributes: ["type": "result", "id": asked.id])), is: nil)
        expect(requests.expire(at: .seconds(11)).map(\.id), is: [asked.id])
        var outbox = MessageOutbox(room: room, prefix: "o")
        let added = outbox.add([XMLElement("body", text: "x")])
        let id = try #require(added).id
        let own = RoomOccupant(nick: "a", affiliation: .none, role: .participant)
        let echo = try #require(RoomMessage(message("x", id: id, nick: "b"), room: room, own: own))
        let isCleared = outbox.echoed(echo)
        #expect(!isCleared && outbox.ids == [id])
    }

    @Test("An unanswered self-ping has an unknown result")
    func selfPing() {
        var ping = SelfPing(room: room, prefix: "p", at: .zero)
        expect(ping.tick(nick: "a", at: .seconds(59)).stanza, is: nil)
        expect(ping.tick(nick: "a", at: .seconds(60)).stanza?["to"], is: "class@rooms.test/a")
        expect(ping.tick(nick: "a", at: .seconds(75)).verdict, is: .unknown)
        expect(ping.nextDeadline, is: .seconds(135))
    }

    @Test("A written element is read again unchanged, except for characters that XML forbids")
    func writing() throws {
        let text = "a<b>&\"'\u{0}\u{1B}[2J\u{FFFE}\u{FFFF}\r\n\t本😀]]>"
        let element = XMLElement("m", namespace: "n", attributes: ["a": text], children: [XMLElement("b", text: text)])
        let bytes = try #require(element.written())
        let read = try XMLElement.read(bytes, limits: XMLLimits(), elements: 10)
        let expected = "a<b>&\"'\u{FFFD}\u{FFFD}[2J\u{FFFD}\u{FFFD}\r\n\t本😀]]>"
        #expect(read["a"] == expected && read.first("b")?.text == expected)
        #expect(element.written(limit: bytes.count) != nil && element.written(limit: bytes.count - 1) == nil)
        expect(XMPPAddress("a@b/c/d@e")?.resource, is: "c/d@e")
        for wrong in ["", "@b", "a@", "a@b/", "a@b@c", "a\u{1}@b", String(repeating: "x", count: 1024)] {
            expect(XMPPAddress(wrong), is: nil, "\(wrong)")
        }
    }
}
