package import PlayCore

/// An item as the daemon tells of it, and as commands and the screen show it. A value; its texts are unverified.
package struct DownloadRecord: Sendable, Equatable {
    package let id: DownloadID
    package var label: DownloadLabel
    /// Nil: no problem. ``DownloadWords`` has words for it.
    package var problem: DownloadProblem?
    /// Nil: nobody has said it.
    package var title: String?
    /// What it is of, without secrets.
    package var reference: String
    /// Of the recording of a class.
    package var classID: String?
    package var sessionID: String?
    package var kind = DownloadKind.video
    package var mode = DownloadMode.plain
    package var definition: String?
    /// How much of its beginning is loaded into the cache, instead of all of it into files; nil: it is a download.
    package var ahead: MediaTime?
    /// Nil: the main version.
    package var version: Int?
    package var figures = DownloadFigures()
    /// Requests under way.
    package var connections = 0
    package var activity = DownloadActivity()
    /// 0 … 1.
    package var priority = 0.5
    /// Bytes per second; nil: none of its own.
    package var limit: Int64?
    /// Its place in the list, from 0.
    package var position = 0
    /// Milliseconds since 1970.
    package var added: Int64 = 0
    /// Absolute path.
    package var folder = ""
    package var files: [DownloadFile] = []
    package var notes: [String: String] = [:]
    /// `userInfoString`.
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

    /// Nothing is downloaded of it any more, unless somebody wants it.
    package var isOver: Bool { [.done, .failed, .fileLost, .invalid, .cancelled].contains(label) }

    package var isSecure: Bool { mode == .secure }

    /// What it is called: where nobody has said it like its file, before that is known like its reference.
    /// Of what is encrypted without the ending that says so.
    package var name: String {
        if let title { return title }
        guard let name = mainPath.flatMap(Self.name) else { return Self.name(ofReference: reference) }
        let ending = DownloadMode.sealedEnding
        return isSecure && name.hasSuffix(ending) && name != ending ? String(name.dropLast(ending.count)) : name
    }

    /// The absolute path of what is opened to play it; nil before it is known.
    package var mainPath: String? { files.first?.path(in: folder) }

    /// Absolute path of the first file of a role, whether it is there yet or not.
    package func path(of role: DownloadFile.Role) -> String? {
        files.first { $0.role == role }.map { $0.path(in: folder) }
    }

    /// The end of an address tells one from the other, its beginning is that of all of a server: `film.mp4 (host)`.
    private static func name(ofReference reference: String) -> String {
        guard let start = reference.firstRange(of: "://")?.upperBound else { return reference }
        let parts = reference[start...].split(separator: "/")
        guard let host = parts.first, parts.count > 1, let last = parts.last else { return reference }
        let usual = ["index", "master", "playlist", "manifest", "main", "stream", "chunklist"]
        let isUsual = usual.contains { last.lowercased().hasPrefix($0 + ".") || last.lowercased() == $0 }
        let own = isUsual && parts.count > 2 ? "\(parts[parts.count - 2])/\(last)" : String(last)
        return "\(own) (\(host))"
    }

    /// What a stream or a class is called is its folder: the playlist, or the manifest, in it has the same name in all.
    private static func name(of path: String) -> String? {
        let parts = path.split(separator: "/")
        let name = ["index.m3u8", "room.json"].contains(parts.last) ? parts.dropLast().last : parts.last
        return name.map(String.init)
    }
}
