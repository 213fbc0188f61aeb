package import PlayCore

/// An item as the daemon reports it. Unverified texts.
package struct DownloadRecord: Sendable, Equatable {
    package let id: DownloadID
    package var label: DownloadLabel
    package var problem: DownloadProblem?
    package var title: String?
    /// The address without secrets.
    package var reference: String
    /// The class of a recording.
    package var classID: String?
    package var sessionID: String?
    package var kind = DownloadKind.video
    package var mode = DownloadMode.plain
    package var definition: String?
    /// The length to preload into the cache, or `nil` for a download.
    package var ahead: MediaTime?
    /// `nil` for the main version.
    package var version: Int?
    package var figures = DownloadFigures()
    package var connections = 0
    package var activity = DownloadActivity()
    /// 0 … 1.
    package var priority = 0.5
    /// In bytes per second.
    package var limit: Int64?
    /// The place in the list, from 0.
    package var position = 0
    /// The time of adding, in milliseconds since 1970.
    package var added: Int64 = 0
    /// An absolute path.
    package var folder = ""
    package var files: [DownloadFile] = []
    package var notes: [String: String] = [:]
    /// `userInfoString` on the wire.
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

    /// Whether it has ended. Only a retry changes that.
    package var isOver: Bool { [.done, .failed, .fileLost, .invalid, .cancelled].contains(label) }

    package var isSecure: Bool { mode == .secure }

    /// The title, else the main file's name, else one from the reference. Without the suffix of encrypted files.
    package var name: String {
        if let title { return title }
        guard let name = mainPath.flatMap(Self.name) else { return Self.name(ofReference: reference) }
        let ending = DownloadMode.sealedEnding
        return isSecure && name.hasSuffix(ending) && name != ending ? String(name.dropLast(ending.count)) : name
    }

    /// Absolute path of the file to play, or `nil` before it is known.
    package var mainPath: String? { files.first?.path(in: folder) }

    /// The file need not exist yet.
    package func path(of role: DownloadFile.Role) -> String? {
        files.first { $0.role == role }.map { $0.path(in: folder) }
    }

    /// Returns the end of an address with its host, `film.mp4 (host)`, since addresses of one server begin alike.
    private static func name(ofReference reference: String) -> String {
        guard let start = reference.firstRange(of: "://")?.upperBound else { return reference }
        let parts = reference[start...].split(separator: "/")
        guard let host = parts.first, parts.count > 1, let last = parts.last else { return reference }
        let usual = ["index", "master", "playlist", "manifest", "main", "stream", "chunklist"]
        let isUsual = usual.contains { last.lowercased().hasPrefix($0 + ".") || last.lowercased() == $0 }
        let own = isUsual && parts.count > 2 ? "\(parts[parts.count - 2])/\(last)" : String(last)
        return "\(own) (\(host))"
    }

    /// Returns the folder's name for a stream or a class, because all playlists and manifests have the same name.
    private static func name(of path: String) -> String? {
        let parts = path.split(separator: "/")
        let name = ["index.m3u8", "room.json"].contains(parts.last) ? parts.dropLast().last : parts.last
        return name.map(String.init)
    }
}
