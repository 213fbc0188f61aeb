import DownloadModel

/// Present and future files of the items, and their folders.
struct TakenNames: Sendable {
    private var owners: [String: Set<DownloadID>] = [:]

    func isTaken(_ path: String, by id: DownloadID) -> Bool {
        guard let owners = owners[path] else { return false }
        return owners.count > 1 || !owners.contains(id)
    }

    mutating func add(_ item: DownloadItem) {
        for path in Self.paths(item) { owners[path, default: []].insert(item.id) }
    }

    mutating func remove(_ item: DownloadItem) {
        for path in Self.paths(item) {
            owners[path]?.remove(item.id)
            if owners[path]?.isEmpty == true { owners[path] = nil }
        }
    }

    /// Includes the folders between the item's folder and the files.
    private static func paths(_ item: DownloadItem) -> Set<String> {
        var result: Set<String> = []
        for file in item.files {
            var path = item.folder
            for part in file.name.split(separator: "/") {
                path += "/" + part
                result.insert(path)
            }
        }
        return result
    }
}
