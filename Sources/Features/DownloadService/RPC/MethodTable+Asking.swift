import DownloadClient
import DownloadModel
import Downloads
import Encoding
import PlayCore

extension MethodTable {
    static let asking: [(DownloadMethod, Method)] = [
        (
            .tellStatus,
            Method("gid", "keys") { accounts, session, given throws(RPCError) in
                try accounts.manager(session).lookForFiles()
                let (status, place) = try accounts.status(given, session)
                let keys = try given.keys(1)
                return DownloadRecord(status, position: place, keys: keys).wire(keys: keys)
            }
        ),
        (
            .tell,
            Method("gids", "keys") { accounts, session, given throws(RPCError) in
                guard let gids = given[0]?.items else { throw .parameters("gids have to be a list") }
                let manager = try accounts.manager(session)
                let keys = try given.keys(1)
                let found = Set(gids.compactMap(\.text)).compactMap { DownloadID($0) }.compactMap(manager.status)
                return .list(
                    found.sorted { $0.place < $1.place }.map {
                        DownloadRecord($0.status, position: $0.place, keys: keys).wire(keys: keys)
                    })
            }
        ),
        (
            .tellActive,
            Method("keys") { accounts, session, given throws(RPCError) in
                try rows(accounts, session, given, keys: 0, [.active])
            }
        ),
        (
            .tellWaiting,
            Method("offset", "num", "keys") { accounts, session, given throws(RPCError) in
                try page(try rows(accounts, session, given, keys: 2, [.waiting, .paused]), given)
            }
        ),
        (
            .tellStopped,
            Method("offset", "num", "keys") { accounts, session, given throws(RPCError) in
                try page(try rows(accounts, session, given, keys: 2, [.complete, .error, .removed]), given)
            }
        ),
        (
            .list,
            Method("offset", "num", "keys", "version") { accounts, session, given throws(RPCError) in
                try list(accounts, session, given)
            }
        ),
        (
            .getFiles,
            Method("gid") { accounts, session, given throws(RPCError) in
                let item = try accounts.status(given, session).status.item
                return .list(item.files.map { $0.wire(in: item.folder) })
            }
        ),
        (
            .getUris,
            Method("gid") { accounts, session, given throws(RPCError) in
                guard case .video(let id, _) = try accounts.status(given, session).status.item.identity else {
                    return .list([])
                }
                return .list([.object(["uri": .string(id), "status": .string("used")])])
            }
        ),
        (
            .getGlobalStat,
            Method { accounts, session, _ throws(RPCError) in
                let snapshot = try accounts.manager(session).snapshot()
                func count(_ words: Set<DownloadStatusWord>) -> JSONValue {
                    .integer(Int64(snapshot.statuses.count { words.contains($0.word) }))
                }
                return .object([
                    "downloadSpeed": .integer(snapshot.bytesPerSecond), "uploadSpeed": .integer(0),
                    "numActive": count([.active]), "numWaiting": count([.waiting, .paused]),
                    "numStopped": count([.complete, .error, .removed]),
                ])
            }
        ),
        (.play, Method("gid") { accounts, session, given throws(RPCError) in try play(accounts, session, given) }),
        (
            // Returns a ticket. The event `tvplay.onPrepared` reports the offer with this ticket.
            .prepare,
            Method("uri", "options") { accounts, session, given throws(RPCError) in
                let options = try AddOptions(try given.options(1), .video(try given.text(0, "uri")))
                var request = options.request(folder: options.folder ?? "/")
                request.mode = options.mode
                do throws(DownloadProblem) {
                    let ticket = try accounts.preparations.ask(request)
                    session.tickets.insert(ticket)
                    return .string(ticket)
                } catch {
                    throw .problem(error)
                }
            }
        ),
        (
            .validate,
            Method("uri") { accounts, session, given throws(RPCError) in
                let manager = try accounts.manager(session)
                let existing = manager.existing(.video(try given.text(0, "uri")))
                return .object(["valid": .flag(existing == nil), "gid": existing.map { .string($0.text) }])
            }
        ),
    ]

    private static func rows(
        _ accounts: DownloadAccounts, _ session: RPCSession, _ given: RPCParameters, keys: Int,
        _ words: Set<DownloadStatusWord>
    ) throws(RPCError) -> JSONValue {
        let keys = try given.keys(keys)
        let statuses = try accounts.manager(session).snapshot().statuses
        return .list(
            statuses.enumerated().filter { words.contains($0.element.word) }.map {
                DownloadRecord($0.element, position: $0.offset, keys: keys).wire(keys: keys)
            })
    }

    /// Returns a page by aria2's offsets. Negative ones count from the end, and the page then goes backwards.
    private static func page(_ rows: JSONValue, _ given: RPCParameters) throws(RPCError) -> JSONValue {
        let items = rows.items ?? []
        let (offset, count) = (try given.integer(0, "offset"), try given.integer(1, "num"))
        guard count >= 0 else { throw .parameters("num is negative") }
        if offset >= 0 { return .list(Array(items.dropFirst(offset).prefix(count))) }
        guard offset >= -items.count else { return .list([]) }
        return .list(Array(items.prefix(items.count + offset + 1).reversed().prefix(count)))
    }

    /// Omits the items if the client has the present version.
    private static func list(
        _ accounts: DownloadAccounts, _ session: RPCSession, _ given: RPCParameters
    ) throws(RPCError) -> JSONValue {
        let manager = try accounts.manager(session)
        manager.lookForFiles()
        let snapshot = manager.snapshot()
        let keys = try given.keys(2)
        let offset = given[0] == nil ? 0 : max(0, try given.integer(0, "offset"))
        let count = given[1] == nil ? Int.max : max(0, try given.integer(1, "num"))
        let hasNews = given[3]?.wholeNumber.map { $0 != Int64(truncatingIfNeeded: snapshot.version) } ?? true
        let rows = snapshot.statuses.enumerated().dropFirst(offset).prefix(count).map {
            DownloadRecord($0.element, position: $0.offset, keys: keys).wire(keys: keys)
        }
        return .object([
            "version": .integer(Int64(truncatingIfNeeded: snapshot.version)),
            "refreshing": .flag(snapshot.isRefreshing), "downloadSpeed": .integer(snapshot.bytesPerSecond),
            "count": .integer(Int64(snapshot.statuses.count)),
            "active": .integer(Int64(snapshot.statuses.count { $0.word == .active })),
            "waiting": .integer(Int64(snapshot.statuses.count { $0.word == .waiting })),
            "items": hasNews ? .list(rows) : nil,
        ])
    }

    /// Returns `path` for a completed item and `uri` otherwise, also for preloaded items. For a partial file, `part`
    /// and `journal` locate its bytes. An item of the kind `room` is opened as a class.
    private static func play(
        _ accounts: DownloadAccounts, _ session: RPCSession, _ given: RPCParameters
    ) throws(RPCError) -> JSONValue {
        let manager = try accounts.manager(session)
        manager.checkFiles(of: try DownloadAccounts.find(try given.text(0, "gid"), in: manager))
        let item = try accounts.status(given, session).status.item
        let mode = JSONValue.string(item.mode.rawValue)
        let title = item.title.map(JSONValue.string)
        let kind = JSONValue.string(item.kind.rawValue)
        if item.state == .completed, item.wishes.ahead == nil {
            if let problem = item.problem { throw .problem(problem) }
            guard let path = item.mainPath else { throw .problem(DownloadProblem(.fileLost)) }
            return .object(["path": .string(path), "kind": kind, "mode": mode, "title": title])
        }
        guard case .video(let reference, _) = item.identity else {
            throw .problem(DownloadProblem(.notPossible, detail: "a class can be played once it is complete"))
        }
        let partial = manager.partial(of: item.id)
        return .object([
            "uri": .string(reference), "kind": kind, "part": partial.map { .string($0.part) },
            "journal": partial.map { .string($0.journal) }, "mode": mode, "title": title,
        ])
    }
}
