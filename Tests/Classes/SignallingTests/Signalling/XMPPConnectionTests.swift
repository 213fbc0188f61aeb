import ClassroomHarness
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

@Suite("Login to a server", .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct XMPPConnectionTests {
    @Test("A token logs in, over STARTTLS and over TLS from the first byte", arguments: [false, true])
    func logsIn(isTLSFirst: Bool) throws {
        let server = try ProsodyServer()
        let probe = XMPPProbe(server.account("anna", resource: "tvplay", secure: isTLSFirst))
        let session = try #require(probe.session(), "\(probe.news) \(server.log)")
        expect(session.address.description, is: "anna@join.tv.test/tvplay")
        #expect(!session.isResumed && session.lost.isEmpty)
    }

    @Test("A component of the server is online under its own name")
    func component() throws {
        let server = try ProsodyServer()
        let probe = XMPPProbe(server.component)
        expect(probe.session()?.address.description, is: "keeper.tv.test", "\(probe.news) \(server.log)")
    }

    @Test("An occupant of a room receives another one's message")
    func chat() throws {
        let server = try ProsodyServer()
        let keeper = XMPPProbe(server.component)
        let anna = XMPPProbe(server.account("anna"))
        _ = try #require(keeper.session())
        _ = try #require(anna.session())
        let room = server.room("class")
        for (probe, nick) in [(keeper, "keeper"), (anna, "Anna")] {
            var attributes = ["to": room.with(resource: nick).description]
            if probe === keeper { attributes["from"] = "keeper.tv.test" }
            try probe.connection.send(
                XMLElement(
                    "presence", attributes: attributes, children: [XMLElement("x", namespace: Namespace.room)]))
            _ = try #require(
                probe.stanza { stanza in
                    let x = stanza.first("x", in: Namespace.roomUser)
                    return stanza.name == "presence" && x?.children("status").contains { $0["code"] == "110" } == true
                }, "\(nick): \(probe.news) \(server.log)")
        }
        try keeper.connection.send(
            XMLElement(
                "message",
                attributes: ["to": room.description, "from": "keeper.tv.test", "type": "groupchat", "id": "1"],
                children: [XMLElement("body", text: "Hello <&> \u{1} 你好")]))
        let message = try #require(anna.stanza { $0.first("body") != nil }, "\(anna.news) \(server.log)")
        expect(message.first("body")?.wholeText, is: "Hello <&> \u{FFFD} 你好")
    }
}
