import ClassroomHarness
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

@Suite("Broken connections", .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct ResumptionTests {
    private let server: ProsodyServer
    private let room: XMPPAddress
    private let keeper: RoomVisit

    init() throws {
        server = try ProsodyServer()
        room = server.room("class")
        keeper = RoomVisit(server.component, room, "keeper")
        try keeper.enter()
    }

    @Test("After twelve cuts both sides have every message once and in order, and no user has left the room")
    func cuts() throws {
        let line = try LineProxy(to: server.configuration.ports.clients)
        var account = server.account("anna")
        account.port = line.port
        let anna = RoomVisit(account, room, "anna")
        try anna.enter()
        var (there, back) = (0, 0)
        for cut in 0..<12 {
            for _ in 0..<(cut % 4) {
                keeper.write("to \(there)")
                there += 1
            }
            for _ in 0..<(cut % 3) {
                anna.write("from \(back)")
                back += 1
            }
            line.cut()
            for _ in 0..<3 {
                keeper.write("to \(there)")
                there += 1
            }
            for _ in 0..<(cut % 2 == 0 ? 2 : 0) {
                anna.write("from \(back)")
                back += 1
            }
            expect(anna.offline(), is: .cut)
            for _ in 0..<(cut % 2 == 1 ? 2 : 0) {
                anna.write("from \(back)")
                back += 1
            }
            line.mend()
            anna.probe.connection.reconnect()
            let session = try #require(anna.online())
            #expect(session.isResumed && session.lost.isEmpty)
        }
        _ = anna.messages(there + back)
        _ = keeper.messages(there + back)
        for visit in [anna, keeper] {
            let bodies = visit.seen.compactMap(\.body)
            expect(bodies.filter { $0.hasPrefix("to") }, is: (0..<there).map { "to \($0)" })
            expect(bodies.filter { $0.hasPrefix("from") }, is: (0..<back).map { "from \($0)" })
        }
        #expect(anna.outbox.unsent.isEmpty)
        #expect(keeper.left.isEmpty)
    }

    @Test("A hanging server is detected, and the session is resumed when the server runs again")
    func standstill() throws {
        var account = server.account("anna")
        account.silenceLimit = .milliseconds(300)
        account.answerLimit = .milliseconds(500)
        let anna = RoomVisit(account, room, "anna")
        try anna.enter()
        server.pause()
        anna.write("while it stands still")
        expect(anna.offline(), is: .silent)
        server.resume()
        anna.probe.connection.reconnect()
        expect(anna.online()?.isResumed, is: true)
        expect(keeper.messages(1).map { $0.body }, is: ["while it stands still"])
        expect(anna.messages(1).map { $0.body }, is: ["while it stands still"])
    }

    @Test("After a server was killed, messages that may be lost are reported, and arrive once through the outbox")
    func restart() throws {
        let anna = RoomVisit(server.account("anna"), room, "anna")
        try anna.enter()
        anna.write("before")
        let lastID = try #require(anna.messages(1).first?.archiveID)
        server.end()
        #expect(anna.offline() != nil)
        let id = anna.write("in the gap")
        try server.restart()
        keeper.probe.connection.reconnect()
        _ = keeper.online()
        try keeper.join()
        anna.probe.connection.reconnect()
        let session = try #require(anna.online())
        #expect(!session.isResumed && session.lost.contains(id))
        try anna.join()
        let items = anna.readArchive(after: lastID)
        #expect(items.isEmpty)
        for item in items { if let message = item.message { anna.outbox.echoed(message) } }
        for stanza in anna.outbox.unsent { anna.send(stanza) }
        expect(keeper.messages(2).map { $0.body }, is: ["before", "in the gap"])
    }

    @Test("A sender gets an error if the queue is full or the stanza is too large")
    func backPressure() throws {
        let anna = RoomVisit(server.account("anna"), room, "anna")
        try anna.enter()
        server.pause()
        defer { server.resume() }
        let message = XMLElement(
            "message", attributes: ["to": room.description, "type": "groupchat"],
            children: [XMLElement("body", text: String(repeating: "x", count: 60_000))])
        var refusal: XMPPRefusal?
        for _ in 0..<10_000 where refusal == nil {
            do throws(XMPPRefusal) { try anna.probe.connection.send(message) } catch { refusal = error }
        }
        expect(refusal, is: .queueFull)
        let large = XMLElement("message", children: [XMLElement("body", text: String(repeating: "x", count: 300_000))])
        #expect(throws: XMPPRefusal.tooLarge) { try anna.probe.connection.send(large) }
    }

    @Test("No stanza is accepted before the session starts or after its end")
    func offline() throws {
        let anna = XMPPProbe(server.account("anna"))
        let presence = XMLElement("presence")
        #expect(throws: XMPPRefusal.offline) { try anna.connection.send(presence) }
        _ = anna.session()
        try anna.connection.send(presence)
        anna.connection.close()
        #expect(anna.connection.waitForEnd(limit: Patience.limit))
        expect(anna.failure(), is: .closed)
        #expect(throws: XMPPRefusal.offline) { try anna.connection.send(presence) }
    }
}
