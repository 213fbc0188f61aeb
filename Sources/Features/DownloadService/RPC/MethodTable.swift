import DownloadClient
import DownloadModel
import Downloads
import Encoding

struct RPCSession: Sendable {
    var account = DownloadPlaces.standardAccount
    var tickets: Set<String> = []
    var isSubscribed = false
    var wantsEnd = false
}

/// None of the methods blocks on a network or a disk. For the daemon's thread.
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

    /// Sorts without prefixes, as in aria2.
    private static func names(_ methods: [DownloadMethod]) -> [JSONValue] {
        methods.sorted { $0.bareName < $1.bareName }.map { .string($0.rawValue) }
    }

    /// Wraps each result, but no error, in its own list, as in aria2.
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

extension DownloadAccounts {
    func manager(_ session: RPCSession) throws(RPCError) -> DownloadManager {
        do throws(DownloadProblem) { return try manager(session.account) } catch { throw .problem(error) }
    }

    /// Finds an item by the beginning of its ID, which must be unique, as in aria2.
    static func find(_ prefix: String, in manager: DownloadManager) throws(RPCError) -> DownloadID {
        let found = manager.ids(beginning: prefix)
        switch found.count {
        case 0: throw .problem(DownloadProblem(.notFound, detail: prefix))
        case 1: return found[0]
        default: throw .problem(DownloadProblem(.notFound, detail: "\(prefix) matches several downloads"))
        }
    }

    func status(
        _ given: RPCParameters, _ session: RPCSession
    ) throws(RPCError) -> (status: DownloadStatus, place: Int) {
        let manager = try manager(session)
        let id = try Self.find(try given.text(0, "gid"), in: manager)
        guard let found = manager.status(of: id) else { throw .problem(DownloadProblem(.notFound)) }
        return found
    }

    func with(
        _ prefix: String, _ session: RPCSession,
        _ body: (DownloadManager, DownloadID) throws(DownloadProblem) -> Void
    ) throws(RPCError) -> JSONValue {
        let manager = try manager(session)
        let id = try Self.find(prefix, in: manager)
        do throws(DownloadProblem) { try body(manager, id) } catch { throw .problem(error) }
        return .string(id.text)
    }

    /// Skips items that `body` cannot change. Returns the IDs of the changed items.
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
                // Items that ended meanwhile can be neither paused nor resumed.
                guard error.code == .notPossible || error.code == .notFound else { throw .problem(error) }
            }
        }
        return .list(done)
    }
}
