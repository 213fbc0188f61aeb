import ClassroomHarness
import Glibc
import PlayCore
import TestSupport
import Testing
import XML

@testable import Signalling

/// Servers that violate the protocol, read by the connection itself.
@Suite("Hostile streams")
struct HostileStreamTests {
    private static func message(_ inner: String, id: Int) -> [UInt8] {
        Array("<message from='class@rooms.tv.test/x' type='groupchat' id='\(id)'>\(inner)</message>".utf8)
    }

    @Test("An endless stanza ends the connection long before memory runs out")
    func endless() throws {
        // libstrophe visits all of an element's children for each new one, which is why the siblings have a long name.
        for piece in ["x", "<a>", "<a-name-of-no-kind/>", "<a b='c'>", "\n", "&#10;", " "] {
            let server = try ScriptedXMPPServer { _, write in
                guard write(Array("<message>".utf8)) else { return }
                let block = Array(String(repeating: piece, count: 4096 / piece.utf8.count).utf8)
                for _ in 0..<4096 where !write(block) { return }
            }
            let probe = XMPPProbe(server.account)
            #expect(probe.session() != nil)
            expect(probe.failure(), is: .malformed, "\(piece)")
        }
    }

    @Test("An endless value ends the connection")
    func endlessValue() throws {
        for start in ["<message id='", "<!--", "<a", "<![CDATA["] {
            let server = try ScriptedXMPPServer { _, write in
                guard write(Array(start.utf8)) else { return }
                let block = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
                for _ in 0..<4096 where !write(block) { return }
            }
            let probe = XMPPProbe(server.account)
            #expect(probe.session() != nil)
            expect(probe.failure(), is: .malformed, "\(start)")
        }
    }

    @Test("The deepest stanza that a server passes on is read to a limited depth, and the next one follows")
    func deep() throws {
        let levels = 36_000
        let server = try ScriptedXMPPServer { _, write in
            let inner = String(repeating: "<a>", count: levels) + String(repeating: "</a>", count: levels)
            _ = write(Self.message(inner, id: 1)) && write(Self.message("<body>after</body>", id: 2))
        }
        let probe = XMPPProbe(server.account)
        let first = try #require(probe.stanza { $0["id"] == "1" })
        var depth = 0
        var element: XMLElement? = first
        while let next = element?.children.first {
            element = next
            depth += 1
        }
        #expect(depth < 64)
        expect(probe.stanza { $0["id"] == "2" }?.first("body")?.text, is: "after")
    }

    @Test("The widest stanza that a keeper's class server passes on does not block the next one")
    func wide() throws {
        let children = ProsodyConfiguration.clientStanzaBytes / "<a/>".utf8.count
        let server = try ScriptedXMPPServer { _, write in
            _ =
                write(Self.message(String(repeating: "<a/>", count: children), id: 1))
                && write(Self.message("<body>" + String(repeating: "\n", count: 250_000) + "</body>", id: 2))
                && write(Self.message("<body>after</body>", id: 3))
        }
        let probe = XMPPProbe(server.account)
        expect(probe.stanza { $0["id"] == "1" }.map { $0.children.count <= 10_000 }, is: true)
        expect(probe.stanza { $0["id"] == "2" }?.first("body")?.text.utf8.count, is: 250_000)
        #expect(probe.stanza { $0["id"] == "3" } != nil)
    }

    @Test(
        "Control characters, invalid UTF-8 and invalid XML end the connection with a reason",
        arguments: [
            Array("<message>\u{1}</message>".utf8), [0x3C, 0x6D, 0x3E, 0xFF, 0xFE], Array("<message></presence>".utf8),
            Array("<message a='1' a='2'/>".utf8), Array("<message>&unknown;</message>".utf8), Array("]]>&".utf8),
            Array("<message>&#1;</message>".utf8), [0x3C, 0x6D, 0x3E, 0xED, 0xA0, 0x80],
        ])
    func notXML(bytes: [UInt8]) throws {
        let server = try ScriptedXMPPServer { _, write in _ = write(bytes + Array(repeating: 0x3C, count: 100)) }
        let probe = XMPPProbe(server.account)
        #expect(probe.session() != nil)
        expect(probe.failure(), is: .malformed)
    }

    @Test("Thirty thousand mutated stanzas crash no machine and stay within bounds")
    func mutated() throws {
        var reader = MutatedStanzas(seed: 2026)
        let room = try #require(XMPPAddress("class@rooms.tv.test"))
        var occupancy = RoomOccupancy(room: room, nick: "x")
        _ = occupancy.join(at: .zero)
        var outbox = MessageOutbox(room: room, prefix: "o")
        var requests = RequestTracker(prefix: "o")
        var ping = SelfPing(room: room, prefix: "o", at: .zero)
        var history = RoomHistory(room: room, own: nil, lastID: nil, prefix: "o")
        var read = 0
        for number in 0..<Rounds.of(30_000) {
            let now = HostTime.milliseconds(number)
            if number % 1000 == 0 {
                _ = outbox.add([XMLElement("body", text: "x")])
                _ = requests.request(
                    .get, to: room, UploadSlot.request(name: "x", bytes: 1, type: "image/png"), at: now)
                _ = ping.tick(nick: "x", at: now)
                _ = history.begin(at: now)
                _ = occupancy.join(at: now)
            }
            guard let stanza = reader.next() else { continue }
            read += 1
            for case .message(let message) in occupancy.received(stanza, at: now).news {
                outbox.echoed(message)
                _ = history.live(.message(message))
            }
            _ = requests.received(stanza)
            _ = ping.received(stanza, at: now)
            _ = history.received(stanza, at: now)
            _ = IncomingRequest(stanza)?.usualAnswer.written()
            _ = (UploadSlot(stanza), RoomAdministration.configurationForm(stanza))
            let written = stanza.written() ?? []
            #expect(written.count < 64 << 10)
        }
        #expect(read > 9_000)
        #expect(occupancy.occupants.count <= RoomOccupancy.occupantLimit)
    }
}
