import ClassRules
import Encoding
import Rooms
import Signalling
import TestSupport
import Testing
import XML

@testable import ClassWire

/// What is written is read again as the same, and what is written is XML that stays within a stanza.
@Suite struct WireRoundTripTests {
    @Test("a wish of each kind comes back from the wire as it went", arguments: WireSamples.wishes)
    func wishes(_ wish: ClassWish) {
        let act = ClassAct(room: WireSamples.room, id: "a1", wish: wish)
        expect(ClassAct.read(act.element), is: .act(act))
    }

    @Test("what one person is told comes back from the wire as it went", arguments: WireSamples.notices)
    func notices(_ notice: ClassNotice) {
        let told = NoticeStanza(room: WireSamples.room, notice: notice)
        expect(NoticeStanza(message: XMLElement("message", children: [told.element])), is: told)
    }

    @Test("lines of the chat come back from the wire as they went", arguments: WireSamples.chats)
    func chats(_ chat: ChatStanza) throws {
        let room = try #require(XMPPAddress(WireSamples.room))
        expect(ChatStanza(message: chat.message(to: room, id: "c1")), is: chat)
    }

    @Test("other programs show a picture's address, an emoticon's name, and the text of all else")
    func bodies() throws {
        let room = try #require(XMPPAddress(WireSamples.room))
        let bodies = WireSamples.chats.map { $0.message(to: room, id: "c1").first("body")?.wholeText }
        #expect(bodies == ["good morning", "https://example.org/a.png", "yes, @Li Lei", "[clap]"])
    }

    @Test("events and beats come back from the wire as they went, and follow each other there")
    func events() {
        let (lines, chain) = WireSamples.events()
        var client = EventChain()
        for line in lines {
            guard case .event(let number, let text, let hash) = read(EventStanza(line)) else {
                Issue.record("event \(line.number) was not read")
                continue
            }
            expect(client.follow(number: number, line: text, hash: hash), is: .next(line.event))
        }
        expect(read(EventStanza(beat: chain, at: 77)), is: .beat(number: 3, hash: chain.hash, time: 77))
        expect(client, is: chain)
    }

    private func read(_ stanza: EventStanza) -> EventStanza? {
        EventStanza(message: XMLElement("message", children: [stanza.element]))
    }

    @Test("a refusal tells its reason, and its kind to programs that know nothing of classes (LIVE-80)")
    func refusals() {
        let kinds: [(ClassError.Reason, String)] = [
            (.teacherNeeded, "forbidden"), (.notInProgress, "unexpected-request"), (.tooLong, "bad-request"),
            (.tooManyBroadcasts, "policy-violation"),
        ]
        for (reason, condition) in kinds {
            let answer = ActAnswer.refused(ClassError(reason))
            expect(answer.error?.condition, is: condition)
            expect(answer.error.map { ActAnswer(error: $0) }, is: answer)
            expect(ActAnswer(json: answer.json), is: answer)
        }
        let done = ActAnswer.done(12)
        expect(ActAnswer(result: done.element), is: done)
        expect(ActAnswer(json: done.json), is: done)
        expect(done.error, is: nil)
    }

    @Test("lines that are not what they are said to be are none, and nothing is unpacked beyond its bound")
    func wrongLines() throws {
        let right = PackedLines(["{}", "[]"])
        func read(_ count: Int, _ bytes: Int, _ text: String) throws -> [String]? {
            let attributes = ["count": "\(count)", "bytes": "\(bytes)"]
            let lines = XMLElement("lines", namespace: WireName.live, attributes: attributes, text: text)
            return try #require(PackedLines(lines)).lines
        }
        try expect(read(2, 6, right.text), is: ["{}", "[]"])
        for (count, bytes) in [(3, 6), (2, 5), (2, 7), (2, 0), (2, PackedLines.byteLimit + 1)] {
            try expect(read(count, bytes, right.text), is: nil)
        }
        try expect(read(2, 6, String(right.text.dropLast(6))), is: nil)
        try expect(read(2, 6, "no base 64!"), is: nil)
        let bomb = PackedLines([String(repeating: "a", count: 20 << 20)])
        #expect(bomb.text.utf8.count < PackedLines.textLimit)
        try expect(read(1, bomb.bytes, bomb.text), is: nil)
        try expect(read(1, PackedLines.byteLimit, bomb.text), is: nil)
    }

    @Test("a state comes in pages whose lines are the state's, none lost at their borders")
    func pages() throws {
        let header = ClassHeader(title: "Botany", epoch: 5)
        let chain = EventChain(number: 40, hash: "ab")
        // As no compression makes it small, and no page can have all.
        let random = SecureRandom()
        let lines = (0..<40).map { number in "\(number) " + Hexadecimal.text(random.bytes(5_000)) }
        var taken: [String] = []
        var count = 0
        for lines in PackedLines.all(lines) {
            let page = StatePage(header: header, chain: chain, time: 9, from: taken.count, total: 40, lines: lines)
            expect(StatePage(page.element), is: page)
            #expect(page.element.written(limit: XMPPConnection.stanzaLimit) != nil)
            taken += try #require(page.lines.lines)
            count += 1
            let next = StateRequest(room: WireSamples.room, from: taken.count, snapshot: 40)
            expect(page.next(room: WireSamples.room), is: (taken.count < 40 ? next : nil))
            expect(StateRequest(next.element), is: next)
        }
        expect(taken, is: lines)
        #expect(count > 2)
    }

    @Test("what is too large, has a long id or is a wish of a later version is told apart from acts")
    func unreadable() {
        let room = WireSamples.room
        func act(_ json: String, id: String = "a1") -> XMLElement {
            .live("act", ["room": room, "id": id], children: [.json(json)])
        }
        expect(ClassAct.read(act(#"{"name":"hologram"}"#)), is: .unreadable(room: room, id: "a1"))
        expect(ClassAct.read(act("{")), is: .unreadable(room: room, id: "a1"))
        let large = #"{"name":"like","value":""# + String(repeating: "x", count: ClassAct.sizeLimit) + "\"}"
        expect(ClassAct.read(act(large)), is: .unreadable(room: room, id: "a1"))
        expect(ClassAct.read(act(#"{"name":"endSurvey"}"#, id: String(repeating: "i", count: 65))), is: nil)
        expect(
            ClassAct.read(XMLElement("act", namespace: "urn:other", attributes: ["room": room, "id": "1"])), is: nil)
    }

    @Test("a text that is longer than a line of the chat may be is cut, not refused")
    func longText() throws {
        let room = try #require(XMPPAddress(WireSamples.room))
        let long = ChatStanza(text: String(repeating: "語", count: 10_000))
        let read = try #require(ChatStanza(message: long.message(to: room, id: "c")))
        #expect(read.text.utf8.count <= ChatStanza.textLimit + 3)
        #expect(read.text.hasSuffix("語…"))
    }
}
