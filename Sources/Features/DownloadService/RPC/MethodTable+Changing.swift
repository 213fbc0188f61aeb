import DownloadClient
import DownloadModel
import Downloads
import Encoding

extension MethodTable {
    static let changing: [(DownloadMethod, Method)] = [
        (
            .addUri,
            Method("uris", "options", "position") { accounts, session, given throws(RPCError) in
                guard let uris = given[0]?.items, uris.count == 1, let uri = uris[0].text else {
                    throw .parameters("uris has to be a list with one address: an item has one")
                }
                return try add(accounts, session, try AddOptions(try given.options(1), .video(uri)), given)
            }
        ),
        (
            .addPlayback,
            Method("class", "session", "options", "position") { accounts, session, given throws(RPCError) in
                let identity = DownloadIdentity.playback(
                    classID: try given.text(0, "class"), sessionID: given[1]?.text, version: -1)
                return try add(accounts, session, try AddOptions(try given.options(2), identity), given)
            }
        ),
        one(.pause) { manager, id throws(DownloadProblem) in try manager.pause(id) },
        one(.forcePause) { manager, id throws(DownloadProblem) in try manager.pause(id) },
        one(.unpause) { manager, id throws(DownloadProblem) in try manager.resume(id) },
        one(.retry) { manager, id throws(DownloadProblem) in
            let status = manager.status(of: id)?.status
            guard status?.item.problem != nil || status?.activity.phase == .retrying else {
                throw DownloadProblem(.notPossible)
            }
            try manager.resume(id)
        },
        one(.cancel) { manager, id throws(DownloadProblem) in try manager.cancel(id) },
        one(.remove) { manager, id throws(DownloadProblem) in try manager.remove(id) },
        one(.forceRemove) { manager, id throws(DownloadProblem) in try manager.remove(id) },
        one(.removeDownloadResult) { manager, id throws(DownloadProblem) in try manager.forget(id) },
        all(.pauseAll, { $0.state == .running }) { manager, id throws(DownloadProblem) in try manager.pause(id) },
        all(.forcePauseAll, { $0.state == .running }) { manager, id throws(DownloadProblem) in
            try manager.pause(id)
        },
        all(.unpauseAll, { $0.label == .paused }) { manager, id throws(DownloadProblem) in try manager.resume(id) },
        all(.retryAll, { $0.problem != nil && $0.label != .cancelled }) { manager, id throws(DownloadProblem) in
            try manager.resume(id)
        },
        together(.removeAll) { manager throws(DownloadProblem) in
            try manager.remove(Set(manager.ids { _ in true }))
        },
        one(.clear) { manager, id throws(DownloadProblem) in try manager.clear(id) },
        together(.clearAll) { manager throws(DownloadProblem) in try manager.clearAll() },
        together(.purgeDownloadResult) { manager throws(DownloadProblem) in try manager.forgetFinished() },
        (
            .changePosition,
            Method("gid", "pos", "how") { accounts, session, given throws(RPCError) in
                let manager = try accounts.manager(session)
                let (status, current) = try accounts.status(given, session)
                let id = status.item.id
                let last = manager.count - 1
                let place = try given.integer(1, "pos")
                let wanted: Int
                switch try given.text(2, "how") {
                case "POS_SET": wanted = place
                case "POS_CUR": wanted = sum(current, place)
                case "POS_END": wanted = sum(last, place)
                default: throw .parameters("how has to be POS_SET, POS_CUR or POS_END")
                }
                let target = max(0, min(last, wanted))
                do throws(DownloadProblem) { try manager.move(id, to: target) } catch { throw .problem(error) }
                return .integer(Int64(target))
            }
        ),
    ]

    /// Saturates, so that an overflow stays beyond the list.
    private static func sum(_ a: Int, _ b: Int) -> Int {
        let (sum, overflow) = a.addingReportingOverflow(b)
        return overflow ? (b > 0 ? .max : .min) : sum
    }

    private static func one(
        _ method: DownloadMethod,
        _ body: @escaping @Sendable (DownloadManager, DownloadID) throws(DownloadProblem) -> Void
    ) -> (DownloadMethod, Method) {
        (
            method,
            Method("gid") { accounts, session, given throws(RPCError) in
                try accounts.with(try given.text(0, "gid"), session, body)
            }
        )
    }

    /// Returns the IDs of the changed items.
    private static func all(
        _ method: DownloadMethod, _ isWanted: @escaping @Sendable (DownloadItem) -> Bool,
        _ body: @escaping @Sendable (DownloadManager, DownloadID) throws(DownloadProblem) -> Void
    ) -> (DownloadMethod, Method) {
        (
            method,
            Method { accounts, session, _ throws(RPCError) in try accounts.withAll(session, where: isWanted, body) }
        )
    }

    /// Returns the IDs of the changed items.
    private static func together(
        _ method: DownloadMethod, _ body: @escaping @Sendable (DownloadManager) throws(DownloadProblem) -> [DownloadID]
    ) -> (DownloadMethod, Method) {
        (
            method,
            Method { accounts, session, _ throws(RPCError) in
                let manager = try accounts.manager(session)
                do throws(DownloadProblem) {
                    return .list(try body(manager).map { .string($0.text) })
                } catch {
                    throw .problem(error)
                }
            }
        )
    }

    private static func add(
        _ accounts: DownloadAccounts, _ session: RPCSession, _ options: AddOptions, _ given: RPCParameters
    ) throws(RPCError) -> JSONValue {
        let manager = try accounts.manager(session)
        guard let folder = options.folder ?? accounts.folder(inCache: options.isInCache, session) else {
            throw .problem(DownloadProblem(.disk, detail: "no download folder: HOME is not set"))
        }
        var request = options.request(folder: folder)
        request.mode = options.mode
        request.namesFolder = options.folder != nil
        let place = given[2] == nil ? nil : given[2]?.wholeNumber
        do throws(DownloadProblem) {
            let id = try manager.add(request) { $0.note = options.note }
            if let place { try manager.move(id, to: Int(clamping: place)) }
            return .string(id.text)
        } catch {
            throw .problem(error)
        }
    }
}

extension DownloadAccounts {
    /// Accounts other than the standard one have their own subfolder.
    fileprivate func folder(inCache: Bool?, _ session: RPCSession) -> String? {
        let base = inCache ?? settings.isInCache ? settings.cacheFolder : settings.folder
        return session.account == DownloadPlaces.standardAccount ? base : base.map { $0 + "/" + session.account }
    }
}
