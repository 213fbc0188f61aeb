import Addresses
import ByteCaches
import Cells
import Encoding
import Options
import PlayCore
import Storage

/// `tvplay cache`: lists and removes the contents of the cache on disk.
enum CacheProgram {
    /// - Parameter loading: the items loaded ahead, as reported by the daemon.
    static func run(
        _ command: CacheCommand, _ options: CacheOptions, loading: [JSONValue] = []
    ) -> QuickOutcome {
        guard let path = options.folder ?? CacheFolder.standardPath() else {
            return .failure(tr("Cannot find the cache folder: HOME is not set."))
        }
        let folder = CacheFolder(path: path)
        do throws(StorageError) {
            let database = try folder.openIndex()
            switch command.action {
            case .stat: return .text(try stat(folder, database, options, loading, isJSON: command.isJSON))
            case .list: return .text(try list(database, isJSON: command.isJSON))
            // These actions concern the daemon, not the disk.
            case .load, .queue, .cancel: return .text("")
            case .removeAll: return .text(try remove(folder, database, command.isJSON) { _ in true })
            case .remove(let text):
                guard let address = Address(text) else {
                    return .failure(tr("Not an address: %1", clean(text)))
                }
                let keys = Set(CacheKey.Kind.allCases.map { CacheKey(address, kind: $0, rule: rule(options)).text })
                return .text(try remove(folder, database, command.isJSON) { keys.contains($0.key) })
            }
        } catch {
            return .failure(tr("Cannot use the cache: %1", clean(error.text)))
        }
    }

    private static func rule(_ options: CacheOptions) -> CacheKeyRule {
        var rule = CacheKeyRule()
        rule.strippedParameters = options.strippedParameters
        rule.unifiedDomains = options.unifiedDomains
        return rule
    }

    private static func stat(
        _ folder: CacheFolder, _ database: Database, _ options: CacheOptions, _ loading: [JSONValue], isJSON: Bool
    ) throws(StorageError) -> String {
        let index = CacheIndex(database)
        let records = try index.records()
        let use = try index.use()
        let bytes = records.reduce(0) { $0 + $1.bytes }
        let pinned = records.filter(\.isPinned).reduce(0) { $0 + $1.bytes }
        let capacity = CacheSettings.capacity(options.capacity)
        if isJSON {
            let free = folder.freeBytes().map(JSONValue.integer) ?? .null
            return JSONValue.object([
                "folder": .string(folder.path), "items": .integer(Int64(records.count)), "bytes": .integer(bytes),
                "pinned_bytes": .integer(pinned), "max_bytes": .integer(capacity), "free_bytes": free,
                "hit_bytes": .integer(use.hits), "miss_bytes": .integer(use.misses),
                "loading": loading.isEmpty ? nil : .list(loading),
            ]).line
        }
        let free = folder.freeBytes().map(ByteCountText.text) ?? "-"
        let rate = use.hitRate.map { "\(Int(($0 * 100).rounded()))%" } ?? "-"
        return [
            tr("Folder: %1", clean(folder.path)),
            trn(
                "%1 resource, %2 of %3 used", "%1 resources, %2 of %3 used", records.count,
                ByteCountText.text(bytes - pinned),
                ByteCountText.limit(capacity)),
            tr("Kept by downloads: %1", ByteCountText.text(pinned)),
            tr("Free disk space: %1", free),
            tr("Read from the cache: %1, fetched: %2", ByteCountText.text(use.hits), ByteCountText.text(use.misses)),
            tr("Hit rate: %1", rate),
        ].map { $0 + "\n" }.joined() + CacheLoading.table(loading)
    }

    private static func list(_ database: Database, isJSON: Bool) throws(StorageError) -> String {
        let records = try CacheIndex(database).records()
        if isJSON {
            return records.map { record in
                JSONValue.object([
                    "name": .string(record.name), "bytes": .integer(record.bytes),
                    "size": record.info.size.map(JSONValue.integer) ?? .null,
                    "type": record.info.contentType.map(JSONValue.string) ?? .null,
                    "filled": .integer(record.filled), "pinned": .flag(record.isPinned),
                ]).line
            }.joined()
        }
        let rows = records.map { record in
            [
                WallTime(milliseconds: record.filled).text, ByteCountText.text(record.bytes),
                record.info.size.map(ByteCountText.text) ?? "-", clean(record.name),
            ]
        }
        return TextTable.text(rows, titles: [tr("Added"), tr("Stored"), tr("Size"), tr("Address")])
    }

    private static func remove(
        _ folder: CacheFolder, _ database: Database, _ isJSON: Bool, where isWanted: (CacheRecord) -> Bool
    ) throws(StorageError) -> String {
        let outcome = try CacheCleaning(folder, database).remove(where: isWanted)
        if isJSON {
            return JSONValue.object(["items": .integer(Int64(outcome.items)), "bytes": .integer(outcome.bytes)]).line
        }
        return trn(
            "%1 resource removed, %2", "%1 resources removed, %2", outcome.items, ByteCountText.text(outcome.bytes))
            + "\n"
    }

    private static func clean(_ text: String) -> String { SafeText.clean(ByteText.shown(text)) }
}

extension JSONValue {
    fileprivate var line: String { String(decoding: shown.bytes, as: UTF8.self) + "\n" }
}
