package import PlayCore
package import XML

/// A room's missed and live messages, each once and in order. The archive is read page by page from the last known
/// message on (XEP-0313), while live messages wait.
package struct RoomHistory: Sendable {
    package enum Item: Sendable, Equatable {
        case message(RoomMessage)
        case retracted(RoomRetraction)
    }

    package enum Outcome: Sendable, Equatable {
        case complete
        /// The archive has dropped the last known message, so some may be missing. Reading continues with the rest.
        case gap
        case failed(RequestFailure)
    }

    private let room: XMPPAddress
    private let own: RoomOccupant?
    private var requests: RequestTracker
    private let pageSize: Int
    /// The archive's ID of the newest returned message, from which the next session continues.
    package private(set) var lastID: String?
    private var query: (iq: String, id: String)?
    private var number = 0
    private var waiting: [Item] = []
    private var waitingIDs: Set<String> = []
    private var hasGap = false

    /// Beyond it, the oldest live messages are read from the archive instead.
    package static let waitingLimit = 4_096

    /// `own` is from ``RoomNews/joined(_:isNew:)``. `lastID` is that of the previous session; `nil` for the archive's
    /// start. The `prefix` of IDs is unique for each session.
    package init(
        room: XMPPAddress, own: RoomOccupant?, lastID: String?, prefix: String, sender: XMPPAddress? = nil,
        pageSize: Int = 100
    ) {
        self.room = room.bare
        self.own = own
        self.lastID = lastID
        self.pageSize = pageSize
        requests = RequestTracker(prefix: prefix + "-archive", sender: sender)
    }

    package var isReading: Bool { query != nil }
    package var nextDeadline: HostTime? { requests.nextDeadline }

    /// Must run at ``RoomNews/joined(_:isNew:)``, before any later stanza is processed.
    package mutating func begin(at now: HostTime) -> [XMLElement] {
        _ = requests.disconnected()
        return ask(after: lastID, at: now)
    }

    private mutating func ask(after id: String?, at now: HostTime) -> [XMLElement] {
        number += 1
        let queryID = "page-\(number)"
        let payload = Self.query(queryID, ResultSet.request(after: id, size: pageSize))
        guard let (iq, stanza) = requests.request(.set, to: room, payload, at: now, limit: .seconds(20)) else {
            return []
        }
        query = (iq, queryID)
        return [stanza]
    }

    package mutating func live(_ item: Item) -> [Item] {
        guard isReading else {
            note(item)
            return [item]
        }
        waiting.append(item)
        if let id = item.archiveID { waitingIDs.insert(id) }
        if waiting.count > Self.waitingLimit {
            if let id = waiting.removeFirst().archiveID { waitingIDs.remove(id) }
        }
        return []
    }

    /// Returns the items that can be shown now, in order. Empty for stanzas that are not the archive's.
    package mutating func received(
        _ stanza: XMLElement, at now: HostTime
    ) -> (items: [Item], stanzas: [XMLElement], outcome: Outcome?) {
        if let query, let item = Self.archived(stanza, query: query.id, room: room, own: own) {
            // All items from here on are among the live messages or on a later page.
            guard item.archiveID.map({ !waitingIDs.contains($0) }) ?? true else { return ([], [], nil) }
            note(item)
            return ([item], [], nil)
        }
        guard let answer = requests.received(stanza), answer.id == query?.iq else { return ([], [], nil) }
        return finished(answer, at: now)
    }

    package mutating func expire(at now: HostTime) -> (items: [Item], outcome: Outcome?) {
        guard let answer = requests.expire(at: now).first(where: { $0.id == query?.iq }),
            case .failure(let failure) = answer.result
        else { return ([], nil) }
        return (release(), .failed(failure))
    }

    private mutating func finished(
        _ answer: RequestTracker.Answer, at now: HostTime
    ) -> (items: [Item], stanzas: [XMLElement], outcome: Outcome?) {
        switch answer.result {
        case .success(let stanza):
            let end = stanza.first("fin", in: Namespace.archive)
            let last = ResultSet(end).last
            if end?["complete"] != "true", let last {
                return ([], ask(after: last, at: now), nil)
            }
            let outcome = hasGap ? Outcome.gap : .complete
            hasGap = false
            return (release(), [], outcome)
        case .failure(.refused(let error)) where error.condition == "item-not-found" && lastID != nil && !hasGap:
            hasGap = true
            return ([], ask(after: nil, at: now), nil)
        case .failure(let failure):
            return (release(), [], .failed(failure))
        }
    }

    private mutating func release() -> [Item] {
        query = nil
        defer {
            waiting = []
            waitingIDs = []
        }
        for item in waiting { note(item) }
        return waiting
    }

    private mutating func note(_ item: Item) {
        if let id = item.archiveID { lastID = id }
    }

    static func query(_ id: String, _ page: XMLElement) -> XMLElement {
        let form = DataForm(kind: .submit, type: Namespace.archive, values: [:]).element
        return XMLElement("query", namespace: Namespace.archive, attributes: ["queryid": id], children: [form, page])
    }

    static func archived(_ stanza: XMLElement, query: String, room: XMPPAddress, own: RoomOccupant?) -> Item? {
        guard stanza.name == "message", stanza["from"].flatMap({ XMPPAddress($0) }) == room,
            let result = stanza.first("result", in: Namespace.archive), result["queryid"] == query,
            let id = result["id"], let forwarded = result.first("forwarded", in: Namespace.forwarding),
            let message = forwarded.first("message")
        else { return nil }
        let stamp = forwarded.first("delay", in: Namespace.delay)?["stamp"]
        if let retraction = RoomRetraction(message, room: room) { return .retracted(retraction) }
        return RoomMessage(
            message, room: room, own: own, archived: (id, stamp.flatMap { RoomMessage.milliseconds($0) })
        ).map { .message($0) }
    }
}

extension RoomHistory.Item {
    package var archiveID: String? { if case .message(let message) = self { message.archiveID } else { nil } }
}
