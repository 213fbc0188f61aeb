import Addresses
import PlayCore

/// How the files of an item are called, below its folder. Pure.
enum ItemNames {
    /// What encrypted files end with.
    static let sealedEnding = ".sealed"

    /// - Parameter isTaken: whether a name below the folder is somebody's.
    static func files(
        _ item: DownloadItem, _ source: DownloadSource, _ template: NameTemplate, isTaken: (String) -> Bool
    ) -> [DownloadFile] {
        let base = template.name(
            NameTemplate.Values(
                title: item.title ?? source.title, definition: source.definition?.definitionName, id: identifier(item),
                date: String(WallTime(milliseconds: item.added).text.prefix(10))))
        let files = source.files
        let isStream = if case .stream? = source.main { true } else { false }
        guard !isStream, item.kind != .room, let main = files.first, source.main != nil else {
            let folder = SafeFileName.unique(base, isTaken: isTaken)
            let index = isStream ? [DownloadFile(name: "\(folder)/\(StreamFetcher.indexName)", role: .video)] : []
            return index + set(files, in: folder, item.mode)
        }
        let ending = SafeFileName.split(SafeFileName.make(main.name)).ending
        let sealed = item.mode == .secure ? sealedEnding : ""
        let name = SafeFileName.unique(base + ending + sealed, isTaken: isTaken)
        let stem = String(name.dropLast(sealed.count + ending.count))
        var names: Set<String> = [name]
        return [DownloadFile(name: name, role: main.role, size: main.size)]
            + files.dropFirst().map { file in
                let own = SafeFileName.unique("\(stem).\(SafeFileName.make(file.name, limit: 60))" + sealed) {
                    names.contains($0) || isTaken($0)
                }
                names.insert(own)
                return DownloadFile(name: own, role: file.role, size: file.size)
            }
    }

    private static func set(_ files: [RemoteFile], in folder: String, _ mode: DownloadMode) -> [DownloadFile] {
        var names: Set<String> = ["\(folder)/\(StreamFetcher.indexName)"]
        return files.map { file in
            let wanted = "\(folder)/\(SafeFileName.path(file.name))" + (mode == .secure ? sealedEnding : "")
            let name = SafeFileName.unique(wanted) { names.contains($0) }
            names.insert(name)
            return DownloadFile(name: name, role: file.role, size: file.size)
        }
    }

    private static func identifier(_ item: DownloadItem) -> String {
        switch item.identity {
        case .video(let id, _):
            return Address(id).map { SafeFileName.split($0.title).stem } ?? id
        case .playback(let classID, let sessionID, _):
            return [classID, sessionID].compactMap(\.self).joined(separator: "-")
        }
    }
}
