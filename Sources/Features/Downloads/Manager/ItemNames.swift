import Addresses
import DownloadModel
import PlayCore

package enum ItemNames {
    package static let sealedEnding = DownloadMode.sealedEnding
    /// The extensions of sound in a separate file: `Film.sound.m4a` beside `Film.mp4`.
    package static let soundEndings = ["m4a", "webm", "opus", "ogg", "mp3", "aac", "flac", "mka", "mp4"]

    /// Returns the part after the picture's name. An unknown extension becomes that of the most frequent container.
    package static func sound(_ ending: String?) -> String {
        let ending = ending?.lowercased() ?? ""
        return "sound." + (soundEndings.contains(ending) ? ending : soundEndings[0])
    }

    /// The folder of a class's video if it is a stream.
    static let roomStream = "video"

    /// Returns the folder of segments for a stream that becomes one file with this name.
    static func segments(of name: String) -> String { name + PartFile.ending }

    /// - Parameters:
    ///   - joined: the extension if a stream becomes one file, or `nil` if it stays a folder.
    ///   - isTaken: whether a name within the folder is already used.
    static func files(
        _ item: DownloadItem, _ source: DownloadSource, _ template: NameTemplate, joined: String? = nil,
        isTaken: (String) -> Bool
    ) -> [DownloadFile] {
        if let room = source.room { return self.room(item, source, room, template, isTaken) }
        let base = base(item, source, template)
        let files = source.files
        let isStream = if case .stream? = source.main { true } else { false }
        if isStream, let joined {
            let stem = base.lowercased().hasSuffix(joined) ? String(base.dropLast(joined.count)) : base
            let name = SafeFileName.unique(stem + joined, isTaken: isTaken)
            let main = DownloadFile(name: name, role: .video)
            return [main] + others(files, beside: String(name.dropLast(joined.count)), name, "", isTaken)
        }
        guard !isStream, item.kind != .room, let main = files.first, source.main != nil else {
            let folder = SafeFileName.unique(base, isTaken: isTaken)
            let index = isStream ? [DownloadFile(name: "\(folder)/\(StreamFetcher.indexName)", role: .video)] : []
            return index + set(files, in: folder, item.mode)
        }
        let named = item.wishes.name == nil ? base + SafeFileName.split(SafeFileName.make(main.name)).ending : base
        let ending = SafeFileName.split(named).ending
        let sealed = item.mode == .secure ? sealedEnding : ""
        let name = SafeFileName.unique(named + sealed, isTaken: isTaken)
        let stem = String(name.dropLast(sealed.count + ending.count))
        return [DownloadFile(name: name, role: main.role, size: main.size)]
            + others(Array(files.dropFirst()), beside: stem, name, sealed, isTaken)
    }

    /// The bytes for the part after the main file's name. File systems allow 255 in total.
    private static let sideLimit = 32

    private static func others(
        _ files: [RemoteFile], beside stem: String, _ main: String, _ sealed: String, _ isTaken: (String) -> Bool
    ) -> [DownloadFile] {
        var names: Set<String> = [main]
        return files.map { file in
            let own = SafeFileName.unique("\(stem).\(SafeFileName.make(file.name, limit: sideLimit))" + sealed) {
                names.contains($0) || isTaken($0)
            }
            names.insert(own)
            return DownloadFile(name: own, role: file.role, size: file.size)
        }
    }

    /// Returns the requested name unchanged, else the template's name for the source, without an extension.
    private static func base(_ item: DownloadItem, _ source: DownloadSource, _ template: NameTemplate) -> String {
        if let name = item.wishes.name { return SafeFileName.make(name) }
        return template.name(
            NameTemplate.Values(
                title: item.title ?? source.title, definition: source.definition?.definitionName, id: identifier(item),
                date: String(WallTime(milliseconds: item.added).text.prefix(10))))
    }

    /// A class keeps its folder. Its files keep the names of its manifest, even if encrypted.
    private static func room(
        _ item: DownloadItem, _ source: DownloadSource, _ room: DownloadClass, _ template: NameTemplate,
        _ isTaken: (String) -> Bool
    ) -> [DownloadFile] {
        let known = item.files.first.map { Disk.folder(of: $0.name) }
        let folder = known ?? SafeFileName.unique(base(item, source, template), isTaken: isTaken)
        func file(_ name: String, _ role: DownloadFile.Role, _ size: Int64?) -> DownloadFile {
            DownloadFile(name: "\(folder)/\(SafeFileName.path(name))", role: role, size: size)
        }
        let isStream = if case .stream? = source.main { true } else { false }
        return room.written.map { file($0.name, $0.role, Int64($0.bytes.count)) }
            + (isStream ? [file("\(roomStream)/\(StreamFetcher.indexName)", .video, nil)] : [])
            + source.files.map { file($0.name, $0.role, $0.size) }
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

    /// Common names of manifests, less informative than the folder's.
    private static let usual: Set<String> = [
        "index", "master", "playlist", "manifest", "main", "stream", "chunklist", "prog_index", "hls", "dash",
    ]

    private static func title(_ address: Address) -> String {
        let own = SafeFileName.split(address.title).stem
        guard usual.contains(own.lowercased()) else { return own }
        let folders = address.path.split(separator: "/").dropLast().map(String.init)
        return folders.last { !usual.contains($0.lowercased()) } ?? own
    }

    private static func identifier(_ item: DownloadItem) -> String {
        switch item.identity {
        case .video(let id, _):
            return Address(id).map(title) ?? id
        case .playback(let classID, let sessionID, _):
            return [classID, sessionID].compactMap(\.self).joined(separator: "-")
        }
    }
}
