import ClassKeeper
import Glibc
import Options
import PlayCore
import Storage

/// The database of classes, for a short command. A running keeper notices changes.
struct KeeperStoreAccess {
    let store: ClassStore

    init(_ folder: String) throws(KeeperError) {
        do throws(StorageError) {
            store = ClassStore(try ClassSchema.file(in: folder).open().database)
        } catch {
            throw .storage(error)
        }
    }

    func with<Result>(
        _ work: (ClassStore) throws(StorageError) -> Result
    ) throws(KeeperError) -> Result {
        do throws(StorageError) {
            return try work(store)
        } catch {
            throw .storage(error)
        }
    }

    /// Returns the plans of the class that a command names, or of all classes.
    func plans(_ line: KeeperCommandLine) throws(KeeperError) -> [ClassPlan] {
        let plans = try with { store throws(StorageError) in try store.plans() }
        guard let name = line.words.first else { return plans }
        guard let plan = plans.first(where: { $0.name == name }) else { throw .unknownClass(name) }
        return [plan]
    }

    /// Adds an entry to the audit log.
    func change(
        _ room: String, by line: KeeperCommandLine, detail: String? = nil, target: String? = nil,
        named name: String? = nil, _ work: (ClassStore) throws(StorageError) -> Void
    ) throws(KeeperError) {
        var entry = AuditEntry(
            time: WallTime.now.milliseconds, id: nil, name: Self.administrator, role: AuditEntry.administrator,
            act: line.action.rawValue)
        (entry.detail, entry.target, entry.targetName) = (detail, target, name)
        let noted = entry
        try with { store throws(StorageError) in
            try store.change(room, noted) { () throws(StorageError) in try work(store) }
        }
    }

    /// The account that runs the command: the one that became root by sudo, if so.
    private static var administrator: String {
        ProcessEnvironment.text("SUDO_USER")
            ?? getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
    }
}
