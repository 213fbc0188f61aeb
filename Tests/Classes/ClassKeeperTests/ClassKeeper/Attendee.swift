import ClassAccess
import ClassRules
import ClassWire
import Classes
import ClassroomHarness
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

/// A participant of a live class, for tests. Accepts events only from the room's owner and builds the state from them.
final class Attendee {
    let ticket: ClassTicket
    let probe: XMPPProbe
    private(set) var occupancy: RoomOccupancy
    private(set) var state = ClassState()
    private(set) var chain = EventChain()
    private(set) var notices: [ClassNotice] = []
    private(set) var bodies: [String] = []
    private(set) var news: [RoomNews] = []
    private(set) var beats: [EventStanza] = []
    private(set) var numbers: [Int64] = []
    private(set) var gaps = 0
    private(set) var answers: [String: ActAnswer] = [:]
    private var pages: [String: Result<StatePage, StanzaError>] = [:]
    private var acts = 0
    private var isInitial = true

    struct Silence: Error, CustomStringConvertible { let description: String }

    init(_ classroom: LiveClassroom, _ name: String, _ role: ClassUser.Role = .student) throws {
        ticket = try classroom.ticket(name, role)
        probe = XMPPProbe(try classroom.account(ticket))
        occupancy = RoomOccupancy(room: classroom.room, nick: ticket.user.name)
    }

    init(_ classroom: LiveClassroom, _ ticket: ClassTicket, resource: String? = nil, nick: String? = nil) throws {
        self.ticket = ticket
        probe = XMPPProbe(try classroom.account(ticket, resource: resource))
        occupancy = RoomOccupancy(room: classroom.room, nick: nick ?? ticket.user.name)
    }

    /// `authorityFile` contains the certificate authority.
    init(_ ticket: ClassTicket, authorityFile: String) throws {
        self.ticket = ticket
        let room = try #require(XMPPAddress(ticket.room))
        let address = try #require(XMPPAddress(ticket.jid))
        var account = XMPPAccount(
            .client(address, password: ticket.token), host: ticket.server.host, port: ticket.server.port)
        account.authorityFile = authorityFile
        probe = XMPPProbe(account)
        occupancy = RoomOccupancy(room: room, nick: ticket.user.name)
    }

    var id: String { ticket.user.id }
    private var keeper: XMPPAddress { XMPPAddress(domain: ticket.keeper) }

    func send(_ stanza: XMLElement) {
        do { try probe.connection.send(stanza) } catch { Issue.record("\(error): \(stanza)") }
    }

    // MARK: Entering

    @discardableResult
    func enter() throws -> Attendee {
        try enterRoom()
        try loadState()
        return self
    }

    func enterRoom() throws {
        guard knockUntilInside() else { throw Silence(description: "not inside: \(probe.news)") }
    }

    func knock() -> RoomRefusal? {
        let before = news.count
        send(occupancy.join(at: SystemClock().now))
        return wait {
            self.news.dropFirst(before).lazy.compactMap { if case .refused(let why) = $0 { why } else { nil } }.first
        }
    }

    /// Asks to join repeatedly, as clients do, because the keeper may not have made this user a member yet.
    ///
    /// - Returns: Whether the room admitted the attendee.
    func knockUntilInside() -> Bool {
        guard probe.session() != nil else { return false }
        let deadline = SystemClock().now + Patience.limit
        while SystemClock().now < deadline {
            let before = news.count
            send(occupancy.join(at: SystemClock().now))
            _ = wait {
                let isRefused = self.news.dropFirst(before).contains { if case .refused = $0 { true } else { false } }
                return isRefused || self.occupancy.state == .inside ? () : nil
            }
            if occupancy.state == .inside { return true }
            // Clients retry at this pace.
            WakeUp().wait(until: SystemClock().now + .milliseconds(250))
        }
        return false
    }

    func loadState() throws {
        var request: StateRequest? = StateRequest(room: ticket.room)
        var lines: [ClassEvent] = []
        var place = EventChain()
        while let next = request {
            let page = try page(next).get()
            place = page.chain
            for line in page.lines.lines ?? [] {
                let read = JSONLines.read(ClassEvent.self, Array(line.utf8), file: "line")
                lines += read.lines
            }
            request = page.next(room: ticket.room)
        }
        state = ClassState()
        for line in lines { ClassReducer.reduce(&state, line) }
        chain = place
        isInitial = false
        let early = waiting
        waiting = []
        for event in early { note(event) }
    }

    func page(_ request: StateRequest) throws -> Result<StatePage, StanzaError> {
        acts += 1
        let id = "state-\(acts)"
        send(iq("get", id, request.element))
        guard let found = wait({ self.pages[id] }) else { throw Silence(description: "no page") }
        return found
    }

    func archive() -> [RoomMessage] {
        guard let room = XMPPAddress(ticket.room) else { return [] }
        acts += 1
        var history = RoomHistory(room: room, own: occupancy.own, lastID: nil, prefix: "archive-\(acts)")
        for stanza in history.begin(at: SystemClock().now) { send(stanza) }
        var messages: [RoomMessage] = []
        _ = probe.wait(limit: Patience.limit) { news -> Void? in
            guard case .stanza(let stanza) = news else { return nil }
            self.follow(stanza)
            let (items, stanzas, outcome) = history.received(stanza, at: SystemClock().now)
            messages += items.compactMap { if case .message(let message) = $0 { message } else { nil } }
            for stanza in stanzas { self.send(stanza) }
            return outcome == nil ? nil : ()
        }
        return messages
    }

    // MARK: Wishing

    @discardableResult
    func wish(_ wish: ClassWish, id: String? = nil) throws -> ActAnswer {
        let (id, stanzaID) = begin(wish, id: id)
        guard let answer = wait({ self.answers[stanzaID] }) else { throw Silence(description: "no answer to \(id)") }
        return answer
    }

    /// - Returns: The IDs of the act and of its stanza.
    @discardableResult
    func begin(_ wish: ClassWish, id: String? = nil) -> (id: String, stanza: String) {
        acts += 1
        let id = id ?? "act-\(self.id)-\(acts)"
        let stanza = "iq-\(acts)"
        send(iq("set", stanza, ClassAct(room: ticket.room, id: id, wish: wish).element))
        return (id, stanza)
    }

    func iq(_ type: String, _ id: String, _ payload: XMLElement) -> XMLElement {
        XMLElement("iq", attributes: ["type": type, "id": id, "to": keeper.description], children: [payload])
    }

    func answer(_ stanza: String) -> ActAnswer? { wait { self.answers[stanza] } }

    func say(_ text: String, _ others: [XMLElement] = []) {
        acts += 1
        send(
            XMLElement(
                "message", attributes: ["type": "groupchat", "to": ticket.room, "id": "say-\(acts)"],
                children: [XMLElement("body", text: text)] + others))
    }

    // MARK: Following

    /// Handles received stanzas until `pick` returns a value.
    func wait<Found>(limit: HostTime = Patience.limit, _ pick: () -> Found?) -> Found? {
        if let found = pick() { return found }
        return probe.wait(limit: limit) { news in
            if case .stanza(let stanza) = news { self.follow(stanza) }
            return pick()
        }
    }

    /// Handles received stanzas until the chain has reached `number`.
    func settle(number: Int64) throws {
        guard wait({ self.chain.number >= number ? () : nil }) != nil else {
            throw Silence(description: "at \(chain.number), not at \(number)")
        }
    }

    private var waiting: [EventStanza] = []

    private func follow(_ stanza: XMLElement) {
        let (news, stanzas) = occupancy.received(stanza, at: SystemClock().now)
        for stanza in stanzas { send(stanza) }
        self.news += news
        for case .message(let message) in news {
            if let body = message.body { bodies.append(body) }
            // Only the owner's events are accepted.
            guard let nick = message.nick, occupancy.occupants[nick]?.affiliation == .owner,
                let event = EventStanza(message: message.stanza)
            else { continue }
            note(event)
        }
        guard stanza["from"].flatMap({ XMPPAddress($0) })?.bare == keeper else { return }
        if stanza.name == "message", let notice = NoticeStanza(message: stanza) { notices.append(notice.notice) }
        guard stanza.name == "iq", let id = stanza["id"] else { return }
        if id.hasPrefix("state-") {
            if let error = StanzaError(stanza) {
                pages[id] = .failure(error)
            } else if let page = stanza.children.lazy.compactMap({ StatePage($0) }).first {
                pages[id] = .success(page)
            }
        } else {
            answers[id] = StanzaError(stanza).map { ActAnswer(error: $0) } ?? ActAnswer(result: stanza.children.first)
        }
    }

    private func note(_ event: EventStanza) {
        guard case .event(let number, let line, let hash) = event else {
            beats.append(event)
            return
        }
        guard !isInitial else {
            waiting.append(event)
            return
        }
        numbers.append(number)
        switch chain.follow(number: number, line: line, hash: hash) {
        case .next(let event): ClassReducer.reduce(&state, event)
        case .known, .unreadable: break
        case .gap: gaps += 1
        }
    }
}
