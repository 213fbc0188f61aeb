import ClassroomHarness
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

/// Rooms of a real Prosody, through the machines that a class uses.
@Suite("Rooms of a server", .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct RoomTests {
    private let server: ProsodyServer
    private let room: XMPPAddress
    private let keeper: RoomVisit

    init() throws {
        server = try ProsodyServer()
        room = server.room("class")
        keeper = RoomVisit(server.component, room, "keeper")
        try keeper.enter()
    }

    private func visit(_ user: String, nick: String? = nil) throws -> RoomVisit {
        let visit = RoomVisit(server.account(user), room, nick ?? user)
        try visit.enter()
        return visit
    }

    @Test("The keeper is the owner, students have no affiliation, and a nickname in use gets a number")
    func joining() throws {
        expect(keeper.occupancy.own?.affiliation, is: .owner)
        let anna = try visit("anna", nick: "Anna")
        let other = try visit("bert", nick: "Anna")
        expect(other.occupancy.nick, is: "Anna 2")
        expect(anna.occupancy.own?.affiliation, is: RoomOccupant.Affiliation.none)
        #expect(anna.occupancy.own?.occupantID != nil)
        expect(Set(other.occupancy.occupants.keys), is: ["keeper", "Anna", "Anna 2"])
        expect(anna.fact { $0.entered }, is: "Anna 2")
        #expect(keeper.occupancy.occupants["Anna"] != nil || keeper.fact { $0.entered == "Anna" ? () : nil } != nil)
        other.leave()
        expect(other.fact { $0.departure?.cause }, is: .own)
        expect(anna.fact { $0.left }, is: "Anna 2")
    }

    @Test("A message reaches all occupants once, and clears the outbox")
    func chat() throws {
        let anna = try visit("anna")
        let bert = try visit("bert")
        for number in 0..<20 { anna.write("\(number)") }
        let bodies = bert.messages(20).map { $0.body }
        expect(bodies, is: (0..<20).map { "\($0)" })
        #expect(anna.messages(20).allSatisfy { $0.isOwn })
        #expect(anna.outbox.unsent.isEmpty)
        #expect(bert.seen.allSatisfy { !$0.isOwn && $0.archiveID != nil && $0.nick == "anna" })
    }

    @Test("A muted occupant is not heard, requests voice, gets it, and is heard")
    func voice() throws {
        let anna = try visit("anna")
        _ = try keeper.ask(.set, RoomAdministration.setRole(.visitor, nick: "anna")).get()
        expect(anna.fact { $0.changed?.role }, is: .visitor)
        let id = anna.write("unheard")
        expect(anna.fact { $0.rejected }, is: id + "forbidden")
        anna.send(VoiceRequest.ask(room))
        let request = try #require(keeper.fact { $0.voiceRequest })
        expect(request.nick, is: "anna")
        expect(request.address?.bare.description, is: "anna@join.tv.test")
        keeper.send(request.answer(isAllowed: true, from: XMPPAddress(domain: "keeper.tv.test")))
        expect(anna.fact { $0.changed?.role }, is: .participant)
        anna.write("heard")
        expect(keeper.messages(1).first?.body, is: "heard")
    }

    @Test("A retraction by a moderator reaches all occupants, and the archive has a tombstone")
    func moderation() throws {
        let anna = try visit("anna")
        let bert = try visit("bert")
        anna.write("rude")
        let message = try #require(bert.messages(1).first)
        let archiveID = try #require(message.archiveID)
        let request = RoomRetraction.request(archiveID: archiveID, reason: "be kind")
        #expect(throws: RequestFailure.self) { try bert.ask(.set, request).get() }
        _ = try keeper.ask(.set, request).get()
        let retraction = try #require(bert.fact { $0.retraction })
        #expect(retraction.archiveID == archiveID && retraction.by == "keeper" && retraction.reason == "be kind")
        let late = try visit("clara")
        let items = late.readArchive(after: nil)
        #expect(items.contains { $0.message?.archiveID == archiveID && $0.message?.isRetracted == true })
        #expect(!items.contains { $0.message?.body == "rude" })
        #expect(items.contains { if case .retracted(let what) = $0 { what.archiveID == archiveID } else { false } })
    }

    @Test("A returning occupant reads all missed messages page by page, each once")
    func archive() throws {
        let anna = try visit("anna")
        let bert = try visit("bert")
        for number in 0..<10 { anna.write("\(number)") }
        let lastID = try #require(bert.messages(10).last?.archiveID)
        bert.probe.connection.close()
        for number in 10..<60 { anna.write("\(number)") }
        _ = anna.messages(60)
        let again = try visit("bert")
        for number in 60..<80 { anna.write("\(number)") }
        let items = again.readArchive(after: lastID, pageSize: 7, until: "79")
        let bodies = items.compactMap { $0.message?.body }
        expect(bodies, is: (10..<80).map { "\($0)" })
    }

    @Test("The owner configures the room by its form, and all occupants are notified")
    func configuration() throws {
        let anna = try visit("anna")
        let answer = try keeper.ask(.get, RoomAdministration.configurationRequest).get()
        let form = try #require(RoomAdministration.configurationForm(answer))
        var settings = RoomSettings()
        settings.name = "Algebra & <more>"
        settings.isModerated = true
        settings.isPersistent = true
        _ = try keeper.ask(.set, RoomAdministration.configure(form, settings)).get()
        #expect(anna.fact { $0 == .configured ? () : nil } != nil)
        let changed = try #require(
            RoomAdministration.configurationForm(try keeper.ask(.get, RoomAdministration.configurationRequest).get()))
        expect(changed["muc#roomconfig_roomname"], is: "Algebra & <more>")
        expect(changed["muc#roomconfig_moderatedroom"], is: "1")
        let discovery = "http://jabber.org/protocol/disco#info"
        let query = XMLElement("query", namespace: discovery)
        let info = try #require(try anna.ask(.get, query).get().first("query", in: discovery))
        let features = info.children("feature").map { $0["var"] }
        #expect(features.contains(Namespace.archive))
        #expect(features.contains(Namespace.moderation))
        expect(info.first("identity")?["name"], is: "Algebra & <more>")
        #expect(throws: RequestFailure.self) { try anna.ask(.get, RoomAdministration.configurationRequest).get() }
    }

    @Test("Affiliations are set and listed, and kicks, bans and destruction have distinct causes")
    func administration() throws {
        let anna = try visit("anna")
        let address = XMPPAddress(local: "anna", domain: "join.tv.test")
        _ = try keeper.ask(.set, RoomAdministration.setAffiliation(.member, of: address)).get()
        expect(anna.fact { $0.changed?.affiliation }, is: .member)
        try expect(
            RoomAdministration.addresses(try keeper.ask(.get, RoomAdministration.list(.member)).get()), is: [address])
        _ = try keeper.ask(.set, RoomAdministration.setRole(.none, nick: "anna", reason: "out")).get()
        let kick = anna.fact { $0.departure }
        #expect(kick?.cause == .kicked && kick?.reason == "out")
        try anna.join()
        _ = try keeper.ask(.set, RoomAdministration.setAffiliation(.outcast, of: address)).get()
        expect(anna.fact { $0.departure?.cause }, is: .banned)
        anna.knock()
        expect(anna.fact { $0.refusal }, is: .banned)
        let bert = try visit("bert")
        _ = try keeper.ask(.set, RoomAdministration.destroy(reason: "over")).get()
        let end = bert.fact { $0.departure }
        #expect(end?.cause == .roomDestroyed(instead: nil) && end?.reason == "over")
        // Only the keeper can create a room.
        bert.knock()
        expect(bert.fact { $0.refusal }, is: .noRoom)
    }

    @Test("The keeper answers requests, and an absent keeper is reported")
    func requests() throws {
        let anna = try visit("anna")
        let to = XMPPAddress(domain: "keeper.tv.test")
        let act = XMLElement("act", namespace: "urn:tvplay:room:1", children: [XMLElement("json", text: "{\"a\":1}")])
        let id = try anna.request(.set, act, to: to)
        let stanza = try #require(keeper.probe.stanza { IncomingRequest($0)?.isSet == true })
        let request = try #require(IncomingRequest(stanza))
        expect(request.from?.bare.description, is: "anna@join.tv.test")
        expect(request.payload.wholeText, is: "{\"a\":1}")
        keeper.send(request.refusal(StanzaError(kind: .auth, condition: "forbidden", text: "no")))
        guard case .failure(.refused(let error)) = anna.answer(id) else {
            Issue.record("it was not refused")
            return
        }
        #expect(error.condition == "forbidden" && error.text == "no")
        keeper.probe.connection.close()
        _ = keeper.probe.connection.waitForEnd(limit: Patience.limit)
        let second = try anna.request(.set, act, to: to)
        guard case .failure(.refused(let away)) = anna.answer(second) else {
            Issue.record("it was not refused")
            return
        }
        #expect(["remote-server-timeout", "service-unavailable"].contains(away.condition), "\(away)")
    }

    @Test("After a restart the server's room has no occupants, which the self-ping detects")
    func selfPing() throws {
        let anna = try visit("anna")
        var ping = SelfPing(room: room, prefix: "p", at: .zero)
        let (first, _) = ping.tick(nick: "anna", at: .seconds(100))
        anna.send(try #require(first))
        expect(anna.verdict { ping.received($0, at: .seconds(101)) }, is: .isIn)
        try server.restart()
        #expect(anna.probe.failure() != nil)
        anna.probe.connection.reconnect()
        expect(anna.probe.session()?.isResumed, is: false)
        let (second, _) = ping.tick(nick: "anna", at: .seconds(200))
        anna.send(try #require(second))
        expect(anna.verdict { ping.received($0, at: .seconds(201)) }, is: .isOut)
    }

    @Test("An upload slot is granted, but refused for a file that is too large")
    func upload() throws {
        let anna = try visit("anna")
        let to = XMPPAddress(domain: "upload.tv.test")
        let answer = anna.answer(
            try anna.request(.get, UploadSlot.request(name: "a b.png", bytes: 1000, type: "image/png"), to: to))
        let slot = try #require(UploadSlot(try answer.get()))
        #expect(slot.put.hasPrefix("http://") && slot.get.hasPrefix("http://"))
        let large = anna.answer(
            try anna.request(.get, UploadSlot.request(name: "a.png", bytes: 1 << 40, type: nil), to: to))
        guard case .failure(.refused(let error)) = large else {
            Issue.record("it was not refused")
            return
        }
        expect(UploadSlot.limit(error), is: 10 << 20)
    }
}
