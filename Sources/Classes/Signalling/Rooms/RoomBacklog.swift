package import PlayCore
package import XML

/// Reads a room's earlier messages from its archive, page by page backwards (XEP-0313 with XEP-0059's `before`).
package struct RoomBacklog: Sendable {
    package enum Outcome: Sendable, Equatable {
        case whole
        case enough
        case failed(RequestFailure)
    }

    private let room: XMPPAddress
    private let own: RoomOccupant?
    private let pageSize: Int
    private let pageLimit: Int
    private var requests: RequestTracker
    private var query: (iq: String, id: String)?
    private var number = 0
    private var page: [RoomHistory.Item] = []
    package private(set) var items: [RoomHistory.Item] = []
    /// The oldest item read. Earlier items are requested with it.
    package private(set) var firstID: String?

    /// `own` is from ``RoomNews/joined(_:isNew:)``. Reading starts before the archive's ID `firstID`; with `nil`, at
    /// the newest message. The `prefix` of IDs is unique for each backlog.
    package init(
        room: XMPPAddress, own: RoomOccupant?, before firstID: String? = nil, prefix: String, pageSize: Int = 250,
        pageLimit: Int
    ) {
        self.room = room.bare
        self.own = own
        self.firstID = firstID
        self.pageSize = pageSize
        self.pageLimit = pageLimit
        requests = RequestTracker(prefix: prefix + "-backlog")
    }

    package var isReading: Bool { query != nil }
    package var nextDeadline: HostTime? { requests.nextDeadline }

    /// Also restarts the current page after the session was lost.
    package mutating func begin(at now: HostTime) -> [XMLElement] {
        _ = requests.disconnected()
        page = []
        return ask(at: now)
    }

    private mutating func ask(at now: HostTime) -> [XMLElement] {
        number += 1
        let queryID = "back-\(number)"
        let payload = RoomHistory.query(queryID, ResultSet.request(before: firstID, size: pageSize))
        guard let (iq, stanza) = requests.request(.set, to: room, payload, at: now, limit: .seconds(20)) else {
            return []
        }
        query = (iq, queryID)
        return [stanza]
    }

    /// - Parameter isEnough: called after each page with all items so far.
    ///
    /// - Returns: The stanzas to send, and at the end the outcome. Empty for stanzas that are not the archive's.
    package mutating func received(
        _ stanza: XMLElement, at now: HostTime, isEnough: ([RoomHistory.Item]) -> Bool
    ) -> (stanzas: [XMLElement], outcome: Outcome?) {
        if let query, let item = RoomHistory.archived(stanza, query: query.id, room: room, own: own) {
            page.append(item)
            return ([], nil)
        }
        guard let answer = requests.received(stanza), answer.id == query?.iq else { return ([], nil) }
        query = nil
        switch answer.result {
        case .failure(let failure): return ([], .failed(failure))
        case .success(let stanza):
            let end = stanza.first("fin", in: Namespace.archive)
            items.insert(contentsOf: page, at: 0)
            page = []
            guard end?["complete"] != "true", let first = ResultSet(end).first, first != firstID else {
                return ([], .whole)
            }
            firstID = first
            if number >= pageLimit || isEnough(items) { return ([], .enough) }
            return (ask(at: now), nil)
        }
    }

    package mutating func expire(at now: HostTime) -> Outcome? {
        guard let answer = requests.expire(at: now).first(where: { $0.id == query?.iq }),
            case .failure(let failure) = answer.result
        else { return nil }
        query = nil
        return .failed(failure)
    }
}
