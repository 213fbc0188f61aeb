import ClassKeeper
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
}
