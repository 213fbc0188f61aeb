package import PlayCore
package import XML

/// What was said in a room before, read from its archive backwards, page by page (XEP-0313 with XEP-0059's `before`): the
/// newest first, until there is enough. A value; time comes in.
package struct RoomBacklog: Sendable {
    package enum Outcome: Sendable, Equatable {
        /// The beginning of the archive was reached.
        case whole
        /// There is more before what was read.
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
    /// Of the page that is being read, in its order.
    private var page: [RoomHistory.Item] = []
    /// All pages that were read, in the order of the archive.
    package private(set) var items: [RoomHistory.Item] = []
    /// The archive's id of the oldest item that was read: what earlier ones are asked for with.
    package private(set) var firstID: String?

    /// - Parameters:
    ///   - own: as who we are in, by ``RoomNews/joined(_:isNew:)``.
    ///   - firstID: what is read stands before it; nil: it ends with the newest.
    ///   - prefix: of ids; no two backlogs should have the same.
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

    /// Begins, or begins the same page again after the session was lost.
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

    /// - Parameter isEnough: asked after each page, with all that was read.
    /// - Returns: what must be sent, and at the end how it was. Empty for stanzas that are not the archive's.
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
