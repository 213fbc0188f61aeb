package import PlayCore
package import XML

/// Reads a room's earlier messages from its archive, backwards by pages (XEP-0313 with XEP-0059's `before`).
package struct RoomBacklog: Sendable {
    package enum Outcome: Sendable, Equatable {
        /// The beginning of the archive was reached.
        case whole
        /// The archive has earlier messages.
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
    /// All pages that were read, in the order of the archive.
    package private(set) var items: [RoomHistory.Item] = []
    /// The archive's id of the oldest item that was read, with which earlier ones are requested.
    package private(set) var firstID: String?

    /// `own` is from ``RoomNews/joined(_:isNew:)``. `firstID` is the archive's id before which to read, or `nil` to
    /// start with the newest message. `prefix` of ids is unique for each backlog.
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

    /// Starts reading, or starts the current page again after the session was lost.
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

    /// - Parameter isEnough: called after each page with everything that was read.
    /// - Returns: The stanzas to send, and the outcome at the end. Empty for stanzas that are not the archive's.
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
