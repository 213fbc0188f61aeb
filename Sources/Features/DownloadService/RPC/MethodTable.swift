import DownloadClient
import DownloadModel
import Downloads
import Encoding

/// What one client has set for itself. A value.
struct RPCSession: Sendable {
    var account = DownloadPlaces.standardAccount
    /// Of what it wants to know before it downloads.
    var tickets: Set<String> = []
    /// Wants to be told of changes.
    var isSubscribed = false
    /// Has asked the daemon to end.
    var wantsEnd = false
}

/// What is done for each ``DownloadMethod``. None waits for a network or a disk. The daemon's thread.
struct MethodTable {
    typealias Body = @Sendable (DownloadAccounts, inout RPCSession, RPCParameters) throws(RPCError) -> JSONValue

    struct Method: Sendable {
        let names: [String]
        let body: Body

        init(_ names: String..., body: @escaping Body) {
            self.names = names
            self.body = body
        }
    }

    static let ok = JSONValue.string("OK")
    let table: [DownloadMethod: Method]

    init() {
        table = Dictionary(uniqueKeysWithValues: Self.asking + Self.changing + Self.settings + Self.daemon)
    }

    func call(
        _ name: String, _ given: JSONValue, _ accounts: DownloadAccounts, _ session: inout RPCSession
    ) -> Result<JSONValue, RPCError> {
        do throws(RPCError) {
            guard let method = DownloadMethod(spelled: name) else { throw .noMethod(name) }
            switch method {
            case .listMethods: return .success(.list(Self.names(DownloadMethod.allCases.filter { table[$0] != nil })))
            case .listNotifications: return .success(.list(DownloadEvent.allCases.map { .string($0.rawValue) }))
            case .multicall: return .success(try multicall(given, accounts, &session))
            default: break
            }
            guard let entry = table[method] else { throw .noMethod(name) }
            return .success(try entry.body(accounts, &session, try RPCParameters(given, names: entry.names)))
        } catch {
            return .failure(error)
        }
    }

    /// By their bare names, as aria2 lists its own.
    private static func names(_ methods: [DownloadMethod]) -> [JSONValue] {
        methods.sorted { $0.bareName < $1.bareName }.map { .string($0.rawValue) }
    }

    /// aria2's: each result in a list of its own, an error as it is.
    private func multicall(
        _ given: JSONValue, _ accounts: DownloadAccounts, _ session: inout RPCSession
    ) throws(RPCError) -> JSONValue {
        guard let calls = given.items?.first?.items, calls.count <= RPCMessage.batchLimit else {
            throw .parameters("a list of calls")
        }
        var results: [JSONValue] = []
        for call in calls {
            guard let name = call["methodName"]?.text, name != DownloadMethod.multicall.rawValue else {
                results.append(RPCError.invalidRequest.value)
                continue
            }
            switch self.call(name, call["params"] ?? .list([]), accounts, &session) {
            case .success(let value): results.append(.list([value]))
            case .failure(let error): results.append(error.value)
            }
        }
        return .list(results)
    }
}

/// What methods need to find things.
extension DownloadAccounts {
    func manager(_ session: RPCSession) throws(RPCError) -> DownloadManager {
        do throws(DownloadProblem) { return try manager(session.account) } catch { throw .problem(error) }
    }

    /// aria2's rule: the first digits do where they are only one's.
    static func find(_ prefix: String, in manager: DownloadManager) throws(RPCError) -> DownloadID {
        let found = manager.ids(beginning: prefix)
        switch found.count {
        case 0: throw .problem(DownloadProblem(.notFound, detail: prefix))
        case 1: return found[0]
        default: throw .problem(DownloadProblem(.notFound, detail: "\(prefix) matches several downloads"))
        }
    }

    /// One item as it is now, and its place in the list.
    func status(
        _ given: RPCParameters, _ session: RPCSession
    ) throws(RPCError) -> (status: DownloadStatus, place: Int) {
        let manager = try manager(session)
        let id = try Self.find(try given.text(0, "gid"), in: manager)
        guard let found = manager.status(of: id) else { throw .problem(DownloadProblem(.notFound)) }
        return found
    }

    /// Does something with one item.
    func with(
        _ prefix: String, _ session: RPCSession,
        _ body: (DownloadManager, DownloadID) throws(DownloadProblem) -> Void
    ) throws(RPCError) -> JSONValue {
        let manager = try manager(session)
        let id = try Self.find(prefix, in: manager)
        do throws(DownloadProblem) { try body(manager, id) } catch { throw .problem(error) }
        return .string(id.text)
    }

    /// Does something with all items that it can be done with.
    /// - Returns: their ids.
    func withAll(
        _ session: RPCSession, where isWanted: (DownloadItem) -> Bool,
        _ body: (DownloadManager, DownloadID) throws(DownloadProblem) -> Void
    ) throws(RPCError) -> JSONValue {
        let manager = try manager(session)
        var done: [JSONValue] = []
        for id in manager.ids(where: isWanted) {
            do throws(DownloadProblem) {
                try body(manager, id)
                done.append(.string(id.text))
            } catch {
                // What ended meanwhile is neither paused nor gone on with.
                guard error.code == .notPossible || error.code == .notFound else { throw .problem(error) }
            }
        }
        return .list(done)
    }
}
