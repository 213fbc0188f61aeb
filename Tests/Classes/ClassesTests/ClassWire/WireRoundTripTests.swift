import ClassRules
import Classes
import Encoding
import Signalling
import TestSupport
import Testing
import XML

@testable import ClassWire

/// Written elements are XML within the size of a stanza, and are read again as the same values.
@Suite struct WireRoundTripTests {
    @Test("a wish of each kind is the same after writing and reading", arguments: WireSamples.wishes)
    func wishes(_ wish: ClassWish) {
        let act = ClassAct(room: WireSamples.room, id: "a1", wish: wish)
        expect(ClassAct.read(act.element), is: .act(act))
    }

    @Test("a notice to one person is the same after writing and reading", arguments: WireSamples.notices)
    func notices(_ notice: ClassNotice) {
        let told = NoticeStanza(room: WireSamples.room, notice: notice)
        expect(NoticeStanza(message: XMLElement("message", children: [told.element])), is: told)
    }

    @Test("a chat line is the same after writing and reading", arguments: WireSamples.chats)
    func chats(_ chat: ChatStanza) throws {
        let room = try #require(XMPPAddress(WireSamples.room))
        expect(ChatStanza(message: chat.message(to: room, id: "c1")), is: chat)
    }

    @Test("other programs see a picture's address, an emoticon's name, and the text of all other lines")
    func bodies() throws {
        let room = try #require(XMPPAddress(WireSamples.room))
        let bodies = WireSamples.chats.map { $0.message(to: room, id: "c1").first("body")?.wholeText }
        #expect(bodies == ["good morning", "https://example.org/a.png", "yes, @Li Lei", "[clap]"])
    }

    @Test("events and beats are the same after writing and reading, and events follow each other")
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

    @Test("a refusal contains its reason, and an XMPP condition for programs that do not support classes (LIVE-80)")
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

    @Test("packed lines with a wrong count or size are rejected, and unpacking never exceeds its limit")
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

    @Test("a state's pages contain all of its lines, including those at page boundaries")
    func pages() throws {
        let header = ClassHeader(title: "Botany", epoch: 5)
        let chain = EventChain(number: 40, hash: "ab")
        // Random text hardly compresses, so one page cannot contain all.
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

    @Test("results sent page by page are read unchanged, and a later version's entries are skipped")
    func report() throws {
        let anna = ClassUser(id: "2", name: "Anna")
        let survey = Survey(id: "q", question: "Which?", options: [.init(key: "A", text: "red", isCorrect: true)])
        let entries: [ClassReport.Entry] = [
            .init(stay: .init(anna, joined: 1, left: 2, isPresent: true)),
            .init(quiz: .init(number: 3, opened: 4, survey)),
            .init(answer: .init(anna, quiz: 3, time: 5, keys: ["A"], .right)),
            .init(line: .init(id: "m", anna, time: 6, text: "a\nb")),
        ]
        for next in ["2-7", nil] {
            let page = ReportPage(PackedLines(entries.map(\.json)[...]), next: next)
            let read = try #require(ReportPage(page.element))
            expect(read, is: page)
            try expect(#require(read.lines.lines).compactMap { ClassReport.Entry(json: $0) }, is: entries)
            let request = ReportRequest(room: WireSamples.room, after: next)
            expect(ReportRequest(request.element), is: request)
        }
        for line in ["", "[]", "{\"stay\":{}}"] { expect(ClassReport.Entry(json: line), is: nil) }
        let long = ReportRequest(room: "r@s", after: String(repeating: "1", count: 65))
        expect(ReportRequest(long.element), is: nil)
    }

    @Test("acts that are too large, have a long ID or belong to a later version are reported as unreadable or ignored")
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

    @Test("a chat text beyond the limit is truncated, not refused")
    func longText() throws {
        let room = try #require(XMPPAddress(WireSamples.room))
        let long = ChatStanza(text: String(repeating: "語", count: 10_000))
        let read = try #require(ChatStanza(message: long.message(to: room, id: "c")))
        #expect(read.text.utf8.count <= ChatStanza.textLimit + 3)
        #expect(read.text.hasSuffix("語…"))
    }
}
