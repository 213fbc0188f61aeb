import ClassAccess
import ClassRules
import ClassWire
import Classes
import Encoding
import PlayCore
import Signalling
import XML

struct FilmActor {
    let name: String
    private let keeper: XMPPAddress
    private let room: XMPPAddress
    private var occupancy: RoomOccupancy
    private var requests: RequestTracker
    private var number = 0
    private var wishes: [String: String] = [:]
    /// Whether the script currently wants the person in the class.
    private(set) var isWanted = true
    /// The time of the next attempt to enter. The room may not admit the person yet, because its keeper is starting.
    var nextKnock: HostTime? { knocks.next }
    private var knocks = RoomKnocks()
    private var waiting: [XMLElement] = []

    init?(_ ticket: ClassTicket) {
        guard let room = XMPPAddress(ticket.room), let keeper = XMPPAddress(ticket.keeper) else { return nil }
        name = ticket.user.name
        self.keeper = keeper
        self.room = room
        occupancy = RoomOccupancy(room: room, nick: ticket.user.name)
        requests = RequestTracker(prefix: "film")
    }

    var isInside: Bool { occupancy.state == .inside }

    /// `refusals` are messages about refused actions.
    mutating func received(_ news: XMPPNews, at now: HostTime) -> (stanzas: [XMLElement], refusals: [String]) {
        switch news {
        case .online(let session): return (session.isResumed || !isWanted ? [] : [occupancy.join(at: now)], [])
        case .offline:
            knocks.disconnected()
            _ = occupancy.disconnected()
            _ = requests.disconnected()
            return ([], [])
        case .stanza(let stanza): return receive(stanza, at: now)
        }
    }

    private mutating func receive(
        _ stanza: XMLElement, at now: HostTime
    ) -> (stanzas: [XMLElement], refusals: [String]) {
        if let answer = requests.received(stanza) { return ([], refusals(answer)) }
        if let request = IncomingRequest(stanza) { return ([request.usualAnswer], []) }
        let (news, stanzas) = occupancy.received(stanza, at: now)
        var refusals: [String] = []
        for case .refused(let refusal) in news {
            if !knocks.refused(at: now) { refusals.append("\(name): \(refusal)") }
        }
        for case .rejected(_, let error) in news { refusals.append("\(name): \(error.condition) \(error.text)") }
        return (stanzas + (isInside ? takeWaiting() : []), refusals)
    }

    var hasGivenUp: Bool { knocks.isOver }

    mutating func knock(at now: HostTime) -> [XMLElement] {
        guard knocks.knocks(at: now) else { return [] }
        return isWanted && occupancy.state == .outside ? [occupancy.join(at: now)] : []
    }

    private mutating func takeWaiting() -> [XMLElement] {
        defer { waiting = [] }
        return waiting
    }

    private mutating func refusals(_ answer: RequestTracker.Answer) -> [String] {
        let wish = wishes.removeValue(forKey: answer.id) ?? "?"
        guard case .failure(let failure) = answer.result else { return [] }
        guard case .refused(let error) = failure, case .refused(let refusal) = ActAnswer(error: error) else {
            return ["\(name): \(wish): \(failure)"]
        }
        return ["\(name): \(wish): \(refusal.words)"]
    }

    mutating func perform(
        _ deed: ClassFilm.Line.Deed, ids: [String: String], at now: HostTime
    ) -> (stanzas: [XMLElement], refusals: [String]) {
        var refusals: [String] = []
        switch deed {
        case .enter:
            isWanted = true
            return (occupancy.state == .outside ? [occupancy.join(at: now)] : [], [])
        case .leave:
            isWanted = false
            return ([occupancy.leave()], [])
        case .say(let text): waiting.append(ChatStanza(text: text).message(to: room, id: nextID()))
        case .emoticon(let key): waiting.append(ChatStanza(text: "", emoticon: key).message(to: room, id: nextID()))
        case .wish(let json): refusals = ask(json.casting(ids), at: now)
        }
        return (isInside ? takeWaiting() : [], refusals)
    }

    private mutating func nextID() -> String {
        number += 1
        return "\(Hexadecimal.text(SecureRandom().bytes(4)))-\(number)"
    }

    private mutating func ask(_ json: JSONValue, at now: HostTime) -> [String] {
        let wishName = json["name"]?.text ?? "?"
        guard let wish = ClassWish(json: json) else { return ["\(name): \(wishName): no such wish"] }
        let act = ClassAct(room: room.description, id: nextID(), wish: wish)
        guard let request = requests.request(.set, to: keeper, act.element, at: now) else { return [] }
        wishes[request.id] = wishName
        waiting.append(request.stanza)
        return []
    }
}
