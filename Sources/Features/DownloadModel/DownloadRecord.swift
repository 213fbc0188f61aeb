package import PlayCore

/// An item as the daemon reports it, and as commands and the screen show it. The texts are unverified.
package struct DownloadRecord: Sendable, Equatable {
    package let id: DownloadID
    package var label: DownloadLabel
    /// The problem, or `nil` if there is none. ``DownloadWords`` has its message.
    package var problem: DownloadProblem?
    /// The title, or `nil` if unknown.
    package var title: String?
    /// The source of the download, without secrets.
    package var reference: String
    /// The identifier of the class, if it is the recording of one.
    package var classID: String?
    package var sessionID: String?
    package var kind = DownloadKind.video
    package var mode = DownloadMode.plain
    package var definition: String?
    /// The length of the beginning to load into the cache, or `nil` if it is a download into files.
    package var ahead: MediaTime?
    /// The version of the recording, or `nil` for the main version.
    package var version: Int?
    package var figures = DownloadFigures()
    /// The number of requests under way.
    package var connections = 0
    package var activity = DownloadActivity()
    /// The priority, 0 … 1.
    package var priority = 0.5
    /// The item's own limit in bytes per second, or `nil` if it has none.
    package var limit: Int64?
    /// The index in the list, from 0.
    package var position = 0
    /// The time when it was added, in milliseconds since 1970.
    package var added: Int64 = 0
    /// The absolute path of the item's folder.
    package var folder = ""
    package var files: [DownloadFile] = []
    package var notes: [String: String] = [:]
    /// The client's note, `userInfoString` on the wire.
    package var note: String?

    package init(id: DownloadID, label: DownloadLabel, reference: String) {
        self.id = id
        self.label = label
        self.reference = reference
    }

    package var phase: DownloadPhase {
        get { activity.phase }
        set { activity.phase = newValue }
    }
    package var waiting: DownloadWaiting? {
        get { activity.waiting }
        set { activity.waiting = newValue }
    }

    package var status: DownloadStatusWord { DownloadStatusWord(label, isWaiting: waiting != nil) }

    /// Whether the download has ended; it stays so until it is retried.
    package var isOver: Bool { [.done, .failed, .fileLost, .invalid, .cancelled].contains(label) }

    package var isSecure: Bool { mode == .secure }

    /// The name to display: the title, else the main file's name, else a name made from the reference. Names of
    /// encrypted files are shown without their suffix.
    package var name: String {
        if let title { return title }
        guard let name = mainPath.flatMap(Self.name) else { return Self.name(ofReference: reference) }
        let ending = DownloadMode.sealedEnding
        return isSecure && name.hasSuffix(ending) && name != ending ? String(name.dropLast(ending.count)) : name
    }

    /// The absolute path of the file to open for playing, or `nil` before it is known.
    package var mainPath: String? { files.first?.path(in: folder) }

    /// Returns the absolute path of the first file of a role, which need not exist yet.
    package func path(of role: DownloadFile.Role) -> String? {
        files.first { $0.role == role }.map { $0.path(in: folder) }
    }

    /// Returns the end of an address and its host, `film.mp4 (host)`. Beginnings of addresses are alike within a
    /// server, so they do not tell items apart.
    private static func name(ofReference reference: String) -> String {
        guard let start = reference.firstRange(of: "://")?.upperBound else { return reference }
        let parts = reference[start...].split(separator: "/")
        guard let host = parts.first, parts.count > 1, let last = parts.last else { return reference }
        let usual = ["index", "master", "playlist", "manifest", "main", "stream", "chunklist"]
        let isUsual = usual.contains { last.lowercased().hasPrefix($0 + ".") || last.lowercased() == $0 }
        let own = isUsual && parts.count > 2 ? "\(parts[parts.count - 2])/\(last)" : String(last)
        return "\(own) (\(host))"
    }

    /// Returns the file's name, or the folder's for a stream or a class: their playlists and manifests all have the
    /// same name.
    private static func name(of path: String) -> String? {
        let parts = path.split(separator: "/")
        let name = ["index.m3u8", "room.json"].contains(parts.last) ? parts.dropLast().last : parts.last
        return name.map(String.init)
    }
}
