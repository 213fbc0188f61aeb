import ClassKeeper
import Storage

/// The file of classes, for a command that ends soon. A keeper that runs meanwhile notices what changes.
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
