import ClassroomHarness
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

extension XMPPNews {
    var stanza: XMLElement? { if case .stanza(let stanza) = self { stanza } else { nil } }
}

extension RoomNews {
    var entered: String? { if case .entered(let who) = self { who.nick } else { nil } }
    var left: String? { if case .left(let who, _) = self { who.nick } else { nil } }
    var changed: RoomOccupant? { if case .changed(let now, _) = self { now } else { nil } }
    var departure: RoomDeparture? { if case .departed(let departure) = self { departure } else { nil } }
    var refusal: RoomRefusal? { if case .refused(let refusal) = self { refusal } else { nil } }
    var rejected: String? { if case .rejected(let id, let error) = self { id + error.condition } else { nil } }
    var voiceRequest: VoiceRequest? { if case .voiceRequested(let request) = self { request } else { nil } }
    var retraction: RoomRetraction? { if case .retracted(let retraction) = self { retraction } else { nil } }
}

extension RoomHistory.Item {
    var message: RoomMessage? { if case .message(let message) = self { message } else { nil } }
}

/// An occupant of a room, for tests: the machines on one connection.
final class RoomVisit {
    let probe: XMPPProbe
    private(set) var occupancy: RoomOccupancy
    var outbox: MessageOutbox
    private(set) var seen: [RoomMessage] = []
    private(set) var left: [String] = []
    private var requests: RequestTracker
    private var history: RoomHistory?
    private let room: XMPPAddress
    private let nick: String
    private let sender: XMPPAddress?

    struct NotIn: Error { let news: [XMPPNews] }

    init(_ account: XMPPAccount, _ room: XMPPAddress, _ nick: String) {
        probe = XMPPProbe(account)
        self.room = room
        self.nick = nick
        if case .component(let domain, _) = account.identity {
            sender = XMPPAddress(domain: domain)
        } else {
            sender = nil
        }
        occupancy = RoomOccupancy(room: room, nick: nick, sender: sender)
        outbox = MessageOutbox(room: room, prefix: "\(nick)-\(UInt64.random(in: 0 ... .max))", sender: sender)
        requests = RequestTracker(prefix: "\(nick)-q", sender: sender)
    }

    func enter() throws {
        guard probe.session() != nil else { throw NotIn(news: probe.news) }
        try join()
    }

    func join() throws {
        send(occupancy.join(at: SystemClock().now))
        guard fact({ if case .joined = $0 { () } else { nil } }) != nil else { throw NotIn(news: probe.news) }
    }

    /// Does not wait for the answer.
    func knock() { send(occupancy.join(at: SystemClock().now)) }

    func leave() { send(occupancy.leave()) }

    /// Processes earlier stanzas.
    func offline() -> XMPPFailure? {
        following { if case .offline(let failure) = $0 { failure } else { nil } }
    }

    func online() -> XMPPSession? {
        following { if case .online(let session) = $0 { session } else { nil } }
    }

    private func following<Found>(_ pick: (XMPPNews) -> Found?) -> Found? {
        probe.wait { news in
            if let stanza = news.stanza { self.pending += self.follow(stanza) }
            return pick(news)
        }
    }

    func verdict(_ read: (XMLElement) -> SelfPing.Verdict?) -> SelfPing.Verdict? {
        probe.wait { $0.stanza.flatMap(read) }
    }

    func send(_ stanza: XMLElement) {
        do { try probe.connection.send(stanza) } catch { Issue.record("\(error): \(stanza)") }
    }

    @discardableResult
    func write(_ text: String) -> String {
        guard let (id, stanza) = outbox.add([XMLElement("body", text: text)]) else { return "" }
        send(stanza)
        return id
    }

    func fact<Found>(_ pick: (RoomNews) -> Found?) -> Found? {
        if let place = pending.indices.first(where: { pick(pending[$0]) != nil }) {
            let found = pick(pending[place])
            pending.removeFirst(place + 1)
            return found
        }
        pending = []
        return probe.wait { all in
            guard let stanza = all.stanza else { return nil }
            let news = self.follow(stanza)
            guard let place = news.indices.first(where: { pick(news[$0]) != nil }) else { return nil }
            self.pending = Array(news[(place + 1)...])
            return pick(news[place])
        }
    }

    private var pending: [RoomNews] = []

    private func follow(_ stanza: XMLElement) -> [RoomNews] {
        let (news, stanzas) = occupancy.received(stanza, at: SystemClock().now)
        for stanza in stanzas { send(stanza) }
        left += news.compactMap(\.left)
        for case .message(let message) in news {
            seen.append(message)
            outbox.echoed(message)
        }
        return news
    }

    /// Waits until there are this many messages.
    func messages(_ count: Int) -> [RoomMessage] {
        if seen.count < count { _ = fact { _ in self.seen.count >= count ? () : nil } }
        return seen
    }

    func request(_ kind: RequestTracker.Kind, _ payload: XMLElement, to: XMPPAddress) throws -> String {
        let found = requests.request(kind, to: to, payload, at: SystemClock().now)
        let (id, stanza) = try #require(found)
        send(stanza)
        return id
    }

    func answer(_ id: String) -> Result<XMLElement, RequestFailure> {
        let answer = probe.wait { news -> RequestTracker.Answer? in
            guard let stanza = news.stanza else { return nil }
            self.pending += self.follow(stanza)
            return self.requests.received(stanza).flatMap { $0.id == id ? $0 : nil }
        }
        return answer?.result ?? .failure(.timedOut)
    }

    func ask(_ kind: RequestTracker.Kind, _ payload: XMLElement) throws -> Result<XMLElement, RequestFailure> {
        answer(try request(kind, payload, to: room))
    }

    /// Returns the whole archive after the ID, once it contains `text`.
    func readArchive(after id: String?, pageSize: Int = 100, until text: String? = nil) -> [RoomHistory.Item] {
        var history = RoomHistory(
            room: room, own: occupancy.own, lastID: id, prefix: nick, sender: sender, pageSize: pageSize)
        for stanza in history.begin(at: SystemClock().now) { send(stanza) }
        var items: [RoomHistory.Item] = []
        var isDone = false
        _ = probe.wait { news -> Void? in
            guard let stanza = news.stanza else { return nil }
            let (new, stanzas, outcome) = history.received(stanza, at: SystemClock().now)
            items += new
            for stanza in stanzas { self.send(stanza) }
            for fact in self.follow(stanza) {
                switch fact {
                case .message(let message): items += history.live(.message(message))
                case .retracted(let what): items += history.live(.retracted(what))
                default: break
                }
            }
            isDone = isDone || outcome != nil
            let hasText = items.contains { $0.message?.body == text }
            return isDone && (text == nil || hasText) ? () : nil
        }
        return items
    }
}
