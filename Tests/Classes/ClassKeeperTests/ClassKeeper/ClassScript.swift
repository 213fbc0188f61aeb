import ClassRules
import ClassWire
import Classes
import Encoding
import PlayCore
import Signalling
import Testing
import XML

@testable import ClassKeeper

struct ClassScript {
    private(set) var room: KeeperRoom
    private(set) var writes: [ClassWrite] = []
    private(set) var stanzas: [XMLElement] = []
    private(set) var now = KeeperTime(host: .seconds(1000), wall: 1_795_478_400_000)

    static let address = XMPPAddress(local: "botany", domain: "rooms.test")
    static let teacher = ClassUser(id: "1", name: "Wang", role: .teacher)
    static let anna = ClassUser(id: "2", name: "Anna")
    static let bert = ClassUser(id: "3", name: "Bert")

    init(_ plan: ClassPlan = ClassPlan(name: "botany", title: "Botany"), people: [ClassUser] = [teacher, anna, bert]) {
        let place = KeeperRoom.Place(
            room: Self.address, keeper: XMPPAddress(domain: "keeper.test"), clientDomain: "join.test")
        let header = ClassHeader(title: plan.title, epoch: 1_795_478_400_000)
        room = KeeperRoom(
            plan, KeptClass(header: header), people: people.map { ClassPerson($0) }, at: place, session: "s-")
    }

    /// Loads the stored class in another keeper.
    init(_ other: ClassScript, _ kept: KeptClass) {
        self = other
        room = KeeperRoom(
            other.room.plan, kept, people: Array(other.room.people.values), at: other.room.place, session: "t-")
        forget()
    }

    mutating func forget() { (writes, stanzas) = ([], []) }

    mutating func pass(_ seconds: Int) {
        now.host = now.host + .seconds(seconds)
        now.wall += Int64(seconds) * 1000
        collect(room.tick(at: now))
    }

    mutating func collect(_ outcome: KeeperOutcome) {
        writes += outcome.writes
        stanzas += outcome.stanzas
    }

    mutating func change(_ work: (inout KeeperRoom, KeeperTime) -> KeeperOutcome) { collect(work(&room, now)) }

    // MARK: Incoming stanzas

    /// Enters after the users who are already in the room.
    mutating func enter(_ others: [XMLElement] = []) {
        collect(room.connected(at: now))
        for other in others { receive(other) }
        receive(Self.presence("keeper", XMPPAddress(domain: "keeper.test"), affiliation: "owner", codes: ["110"]))
    }

    mutating func receive(_ stanza: XMLElement) { collect(room.received(stanza, at: now)) }

    mutating func answer(_ type: String, _ payload: XMLElement) throws {
        let request = try #require(stanzas.last { $0.name == "iq" && $0.children.first?.name != "limits" })
        var attributes = ["type": type, "from": Self.address.description]
        attributes["id"] = request["id"]
        receive(XMLElement("iq", attributes: attributes, children: [payload]))
    }

    /// - Parameter isKnown: whether the server supports the request for chat limits.
    mutating func answerLimits(_ isKnown: Bool) throws {
        let request = try #require(stanzas.last { $0.children.first?.name == "limits" })
        var attributes = ["type": isKnown ? "result" : "error", "from": Self.address.description]
        attributes["id"] = request["id"]
        let error = StanzaError(kind: .cancel, condition: "service-unavailable").element
        receive(XMLElement("iq", attributes: attributes, children: isKnown ? [] : [error]))
    }

    /// Answers all requests with success until there are no more.
    /// - Returns: The payloads of all requests.
    mutating func answerAll() -> [XMLElement] {
        var next = stanzas.startIndex
        while next < stanzas.endIndex {
            let request = stanzas[next]
            next += 1
            guard request.name == "iq" else { continue }
            var attributes = ["type": "result", "from": Self.address.description]
            attributes["id"] = request["id"]
            receive(XMLElement("iq", attributes: attributes))
        }
        return stanzas.filter { $0.name == "iq" }.compactMap(\.children.first)
    }

    mutating func comes(_ user: ClassUser, nick: String? = nil, resource: String = "a") {
        receive(Self.presence(nick ?? user.name, Self.jid(user, resource)))
    }

    mutating func goes(_ nick: String) {
        receive(Self.presence(nick, XMPPAddress(domain: "x"), type: "unavailable"))
    }

    mutating func writes(_ text: String, _ nick: String, id: String, _ others: [XMLElement] = []) {
        let stanzaID = XMLElement(
            "stanza-id", namespace: "urn:xmpp:sid:0", attributes: ["id": id, "by": Self.address.description])
        receive(
            XMLElement(
                "message",
                attributes: ["type": "groupchat", "from": Self.address.with(resource: nick).description, "id": "m"],
                children: [XMLElement("body", text: text), stanzaID] + others))
    }

    mutating func act(_ wish: ClassWish, _ user: ClassUser, id: String = "a") -> ActAnswer {
        attempt(.act(ClassAct(room: Self.address.description, id: id, wish: wish)), user)
    }

    mutating func attempt(_ reading: ClassAct.Reading, _ user: ClassUser) -> ActAnswer {
        let (answer, outcome) = room.act(reading, by: user.id, at: now)
        collect(outcome)
        return answer
    }

    mutating func page(_ request: StateRequest, _ user: ClassUser) -> Result<StatePage, StanzaError> {
        room.page(request, for: user.id, at: now)
    }

    static func jid(_ user: ClassUser, _ resource: String = "a") -> XMPPAddress {
        XMPPAddress(local: "n-" + user.id, domain: "join.test", resource: resource)
    }

    static func presence(
        _ nick: String, _ jid: XMPPAddress, affiliation: String = "none", role: String = "participant",
        type: String? = nil, codes: [String] = []
    ) -> XMLElement {
        let item = XMLElement(
            "item", attributes: ["affiliation": affiliation, "role": role, "jid": jid.description])
        let statuses = codes.map { XMLElement("status", attributes: ["code": $0]) }
        var attributes = ["from": address.with(resource: nick).description]
        attributes["type"] = type
        return XMLElement(
            "presence", attributes: attributes,
            children: [
                XMLElement("x", namespace: "http://jabber.org/protocol/muc#user", children: [item] + statuses)
            ])
    }

    // MARK: Outgoing stanzas

    var events: [ClassEvent.Kind] {
        writes.flatMap { write -> [ClassEvent.Kind] in
            if case .turn(let events, _, _) = write { events.map(\.event.kind) } else { [] }
        }
    }

    var saidNumbers: [Int64] {
        stanzas.compactMap { stanza in
            if case .event(let number, _, _) = EventStanza(message: stanza) { number } else { nil }
        }
    }

    var storedNumbers: [Int64] {
        writes.flatMap { write -> [Int64] in
            if case .turn(let events, _, _) = write { events.map(\.number) } else { [] }
        }
    }

    /// Such as `Anna none`.
    var orders: [String] {
        stanzas.filter { $0.name == "iq" && $0["type"] == "set" && $0.children.first?.name != "limits" }.flatMap {
            stanza -> [String] in
            let query = stanza.children.first
            let items = query?.children("item") ?? []
            if items.isEmpty { return [query?.name ?? "?"] }
            return items.map { item in
                let who = item["nick"] ?? item["jid"] ?? "?"
                return "\(who) \(item["role"] ?? item["affiliation"] ?? "?")"
            }
        }
    }

    /// The notices to single people.
    var told: [(to: String, notice: ClassNotice)] {
        stanzas.compactMap { stanza in
            NoticeStanza(message: stanza).map { (stanza["to"] ?? "", $0.notice) }
        }
    }

    var present: Set<String> { room.kept.machine.present }
}

extension ClassScript {
    static func started() -> ClassScript {
        var script = ClassScript()
        script.enter()
        script.comes(teacher)
        script.comes(anna)
        _ = script.act(.start(true), teacher, id: "start")
        script.forget()
        return script
    }
}
