import ClassAccess
import ClassRules
import ClassWire
import Classes
import LiveClasses
import PlayCore
import Signalling
import XML

/// A ``LiveMachine`` with a simulated server and keeper.
struct LiveScript {
    static let room = "algebra@rooms.tv.test"
    static let keeper = "keeper.tv.test"
    static let epoch: Int64 = 1_795_478_400_000

    var machine: LiveMachine
    var now = HostTime.seconds(1000)
    var kept = ClassMachine(epoch: LiveScript.epoch)
    var chain = EventChain()
    var sent: [XMLElement] = []
    var effects: [LiveEffect] = []
    private var archive = 0

    static func user(_ role: ClassUser.Role = .student, _ name: String = "Li Lei") -> ClassUser {
        ClassUser(id: name.lowercased().split(separator: " ").joined(), name: name, role: role)
    }

    static func ticket(_ user: ClassUser = user()) -> ClassTicket {
        ClassTicket(
            room: room, title: "Algebra", jid: "n-\(user.id)@join.tv.test", token: "secret",
            server: .init(host: "127.0.0.1", port: 5222), keeper: keeper, upload: "upload.tv.test", user: user,
            expires: 4_000_000_000)
    }

    init(_ user: ClassUser = user(), change: (inout LiveEntry) -> Void = { _ in }) {
        var entry = LiveEntry(.ticket(Self.ticket(user)))
        change(&entry)
        machine = LiveMachine(entry, prefix: "p", at: now, wallTime: Self.epoch + 60_000)
    }

    // MARK: Steps

    mutating func begin(asksForLine: Bool = false) { add(machine.begin(at: now, asksForLine: asksForLine)) }

    mutating func receiveInput(_ input: LiveInput) { add(machine.handle(input, at: now)) }

    mutating func receive(_ stanza: XMLElement) { receiveInput(.connection(.stanza(stanza))) }

    mutating func pass(_ time: HostTime) {
        now += time
        while let deadline = machine.nextDeadline, deadline <= now {
            let before = machine.nextDeadline
            add(machine.expire(at: now))
            if machine.nextDeadline == before { break }
        }
    }

    private mutating func add(_ new: [LiveEffect]) {
        effects += new
        for case .send(let stanza) in new { sent.append(stanza) }
    }

    mutating func takeSent() -> [XMLElement] {
        defer { sent = [] }
        return sent
    }

    mutating func takeNews() -> [LiveNews] {
        defer { effects = [] }
        return effects.compactMap { if case .tell(let news) = $0 { news } else { nil } }
    }

    var events: [ClassEvent] {
        effects.flatMap { effect -> [ClassEvent] in
            if case .change(.events(let events, _)) = effect { events } else { [] }
        }
    }

    var lines: [ChatMessage] {
        events.compactMap { if case .message(let message) = $0.kind { message } else { nil } }
    }

    var view: LiveClassView { machine.view }

    // MARK: The server

    mutating func online(isResumed: Bool = false) {
        let address = XMPPAddress("n-lilei@join.tv.test/1")
        guard let address else { return }
        receiveInput(.connection(.online(XMPPSession(address: address, isResumed: isResumed, lost: []))))
    }

    mutating func offline(_ failure: XMPPFailure = .cut) { receiveInput(.connection(.offline(failure))) }

    static func presence(
        _ nick: String, affiliation: String = "member", role: String = "participant", codes: [String] = [],
        occupant: String? = nil, type: String? = nil
    ) -> XMLElement {
        var item = XMLElement("item", attributes: ["affiliation": affiliation, "role": role])
        if type != nil { item = XMLElement("item", attributes: ["affiliation": affiliation, "role": "none"]) }
        let user = XMLElement(
            "x", namespace: "http://jabber.org/protocol/muc#user",
            children: [item] + codes.map { XMLElement("status", attributes: ["code": $0]) })
        let id = XMLElement(
            "occupant-id", namespace: "urn:xmpp:occupant-id:0", attributes: ["id": occupant ?? "o-" + nick])
        var attributes = ["from": room + "/" + nick]
        attributes["type"] = type
        return XMLElement("presence", attributes: attributes, children: [user, id])
    }

    /// Lets the client enter after the keeper.
    mutating func admit(keeperThere: Bool = true) {
        if keeperThere { receive(Self.presence("keeper", affiliation: "owner", role: "moderator")) }
        receive(Self.presence(view.me.name, codes: ["110"]))
    }

    mutating func answer(_ request: XMLElement?, with payload: XMLElement?) {
        var attributes = ["type": "result"]
        attributes["id"] = request?["id"]
        attributes["from"] = request?["to"]
        receive(XMLElement("iq", attributes: attributes, children: payload.map { [$0] } ?? []))
    }

    mutating func refuse(_ request: XMLElement?, with error: StanzaError) {
        var attributes = ["type": "error"]
        attributes["id"] = request?["id"]
        attributes["from"] = request?["to"]
        receive(XMLElement("iq", attributes: attributes, children: [error.element]))
    }

    /// Answers like a room without this member.
    mutating func refuseEntry() {
        let error = StanzaError(kind: .auth, condition: "registration-required")
        receive(
            XMLElement(
                "presence", attributes: ["type": "error", "from": Self.room + "/Li Lei"], children: [error.element]))
    }

    func request(_ name: String) -> XMLElement? { sent.last { $0.name == "iq" && $0.first(name) != nil } }

    var snapshot: [String] {
        JSONLines.write(kept.state.snapshotEvents).split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func answerState() {
        let page = StatePage(
            header: ClassHeader(title: "Algebra", epoch: Self.epoch), chain: chain, time: time, from: 0,
            total: snapshot.count, lines: PackedLines(snapshot[...]))
        answer(request("state"), with: page.element)
    }

    mutating func answerArchive(_ messages: [XMLElement] = [], isWhole: Bool = true) {
        guard let request = sent.last(where: { $0.first("query")?.namespace == "urn:xmpp:mam:2" }),
            let query = request.first("query")?["queryid"]
        else { return }
        var ids: [String] = []
        for message in messages {
            let id = message.first("stanza-id")?["id"] ?? "a-none"
            ids.append(id)
            receive(
                XMLElement(
                    "message", attributes: ["from": Self.room],
                    children: [
                        XMLElement(
                            "result", namespace: "urn:xmpp:mam:2", attributes: ["queryid": query, "id": id],
                            children: [
                                XMLElement(
                                    "forwarded", namespace: "urn:xmpp:forward:0",
                                    children: [
                                        XMLElement(
                                            "delay", namespace: "urn:xmpp:delay",
                                            attributes: ["stamp": "2026-11-24T00:00:00Z"]), message,
                                    ])
                            ])
                    ]))
        }
        let set = XMLElement(
            "set", namespace: "http://jabber.org/protocol/rsm",
            children: [XMLElement("first", text: ids.first ?? ""), XMLElement("last", text: ids.last ?? "")])
        var attributes: [String: String] = [:]
        if isWhole { attributes["complete"] = "true" }
        answer(request, with: XMLElement("fin", namespace: "urn:xmpp:mam:2", attributes: attributes, children: [set]))
    }

    mutating func enter() {
        begin()
        online()
        admit()
        answerState()
        answerArchive()
        effects = []
        sent = []
    }

    // MARK: The keeper

    /// Delivers the machine's events and notices to the client as stanzas.
    mutating func keep(_ actions: [ClassAction], from nick: String = "keeper", occupant: String? = nil) {
        for action in actions {
            switch action {
            case .publish(let new, _): receive(event(chain.append(new), from: nick, occupant: occupant))
            case .tell(let user, let notice) where user == view.me.id: tell(notice)
            default: break
            }
        }
    }

    func event(_ event: NumberedEvent, from nick: String = "keeper", occupant: String? = nil) -> XMLElement {
        message(nick, children: [EventStanza(event).element], occupant: occupant)
    }

    mutating func tell(_ notice: ClassNotice, from: String = LiveScript.keeper) {
        receive(
            XMLElement(
                "message", attributes: ["from": from],
                children: [NoticeStanza(room: Self.room, notice: notice).element]))
    }

    mutating func beat() { receive(message("keeper", children: [EventStanza(beat: chain, at: time).element])) }

    func message(
        _ nick: String, id: String? = nil, archive: String? = nil, children: [XMLElement], occupant: String? = nil
    ) -> XMLElement {
        var attributes = ["type": "groupchat", "from": Self.room + "/" + nick]
        attributes["id"] = id
        var children = children
        if let archive {
            children.append(
                XMLElement("stanza-id", namespace: "urn:xmpp:sid:0", attributes: ["id": archive, "by": Self.room]))
        }
        children.append(
            XMLElement(
                "occupant-id", namespace: "urn:xmpp:occupant-id:0", attributes: ["id": occupant ?? "o-" + nick]))
        return XMLElement("message", attributes: attributes, children: children)
    }

    mutating func chat(_ nick: String, _ text: String, id: String? = nil, archive: String? = nil) {
        receive(
            message(nick, id: id ?? text, archive: archive ?? "a-" + text, children: [XMLElement("body", text: text)]))
    }

    static func body(_ text: String) -> [XMLElement] { [XMLElement("body", text: text)] }

    mutating func come(_ user: ClassUser) { keep(kept.enter(user, at: time)) }

    var time: Int64 { Self.epoch + 60_000 + (now - .seconds(1000)).nanoseconds / 1_000_000 }
}
