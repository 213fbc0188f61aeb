import DownloadClient
import DownloadModel
import Downloads
import Encoding
internal import Glibc

extension MethodTable {
    static let settings: [(DownloadMethod, Method)] = [
        (
            .getOption,
            Method("gid") { accounts, session, given throws(RPCError) in
                let item = try accounts.status(given, session).status.item
                return .object([
                    "dir": .string(item.folder), "priority": .number(item.priority),
                    "max-download-limit": .integer(item.speedLimit ?? 0),
                    "definition": item.wishes.definitions.map { .list($0.map(JSONValue.string)) },
                    "secure": .flag(item.isEncrypted),
                ])
            }
        ),
        (
            .changeOption,
            Method("gid", "options") { accounts, session, given throws(RPCError) in
                var priority: Double?
                var limit: Int64??
                for option in try given.options(1) {
                    switch option.name {
                    case "priority": priority = try AddOptions.priority(option.value)
                    case "max-download-limit": limit = .some(try AddOptions.limit(option.value))
                    default: throw .parameters("\(option.name) cannot be changed")
                    }
                }
                _ = try accounts.with(try given.text(0, "gid"), session) { manager, id throws(DownloadProblem) in
                    if let priority { try manager.setPriority(priority, of: id) }
                    if let limit { try manager.setSpeedLimit(limit, of: id) }
                }
                return ok
            }
        ),
        (
            .setNotes,
            Method("gid", "notes", "note") { accounts, session, given throws(RPCError) in
                var notes: [String: String] = [:]
                for member in try given.options(1) { notes[member.name] = member.value.text ?? "" }
                let note = given[2]?.text
                _ = try accounts.with(try given.text(0, "gid"), session) { manager, id throws(DownloadProblem) in
                    try manager.setNotes(notes, note: note, of: id)
                }
                return ok
            }
        ),
        (
            .getGlobalOption,
            Method { accounts, session, _ throws(RPCError) in
                _ = try accounts.manager(session)
                let limits = accounts.limits(of: session.account)
                return .object([
                    "max-overall-download-limit": .integer(limits.bytesPerSecond ?? 0),
                    "max-concurrent-downloads": .integer(Int64(limits.runningItems ?? 0)),
                    "max-active": .integer(Int64(limits.activeItems)),
                    "split": .integer(Int64(limits.connectionsPerItem)),
                    "max-connection-per-server": .integer(Int64(limits.connectionsPerHost)),
                    "metered": .string(limits.allowsMetered ? "allow" : "deny"),
                ])
            }
        ),
        (
            .changeGlobalOption,
            Method("options") { accounts, session, given throws(RPCError) in
                _ = try accounts.manager(session)
                try accounts.setOptions(try given.options(0), of: session.account)
                return ok
            }
        ),
    ]

    static let daemon: [(DownloadMethod, Method)] = [
        (
            .account,
            Method("name") { accounts, session, given throws(RPCError) in
                guard given[0] != nil else { return .string(session.account) }
                let name = try given.text(0, "name")
                guard DownloadPlaces.isAccount(name) else { throw .parameters("no name for an account") }
                session.account = name
                // Each command begins with this method, so it also rereads the settings.
                accounts.readRequestSettings()
                return ok
            }
        ),
        (
            .accounts,
            Method { accounts, _, _ throws(RPCError) in
                .list(accounts.managers.keys.sorted().map(JSONValue.string))
            }
        ),
        (
            .subscribe,
            Method("on") { accounts, session, given throws(RPCError) in
                // Loads the list, whose present state is the base of later comparisons.
                _ = try accounts.manager(session)
                session.isSubscribed = given[0]?.flag ?? true
                return ok
            }
        ),
        (
            .refresh,
            Method { accounts, _, _ throws(RPCError) in
                do throws(DownloadProblem) { try accounts.refresh() } catch { throw .problem(error) }
                return ok
            }
        ),
        // Returns the path of the key. An existing key is kept.
        (
            .makeKey,
            Method { accounts, _, _ throws(RPCError) in
                guard let path = accounts.settings.keyFile else {
                    let detail = "the key comes from a program (--secure-key-command)"
                    throw .problem(DownloadProblem(.notPossible, detail: detail))
                }
                do throws(DownloadProblem) { _ = try SecureKey.make(path) } catch { throw .problem(error) }
                return .string(path)
            }
        ),
        (.saveSession, Method { _, _, _ throws(RPCError) in ok }),
        (.shutdown, end), (.forceShutdown, end),
        (
            .getVersion,
            Method { accounts, _, _ throws(RPCError) in
                .object(["version": .string(accounts.settings.version), "enabledFeatures": .list([])])
            }
        ),
        (
            .getSessionInfo,
            Method { accounts, _, _ throws(RPCError) in
                .object([
                    "sessionId": .string(DownloadServer.sessionID), "folder": .string(accounts.places.folder),
                    "processId": .integer(Int64(getpid())),
                ])
            }
        ),
    ]

    private static let end = Method { _, session, _ throws(RPCError) in
        session.wantsEnd = true
        return ok
    }
}
