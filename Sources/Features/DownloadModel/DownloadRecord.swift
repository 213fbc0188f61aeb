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
    /// Nil: the main version.
    package var version: Int?
    package var figures = DownloadFigures()
    /// Requests under way.
    package var connections = 0
    package var phase = DownloadPhase.idle
    /// Why it does not run though it wants to; nil: it does, or does not want to.
    package var waiting: DownloadWaiting?
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

    package var status: DownloadStatusWord { DownloadStatusWord(label, isWaiting: waiting != nil) }

    package var isSecure: Bool { mode == .secure }

    /// What it is called: where nobody has said it like its file, before that is known like its reference.
    package var name: String { title ?? mainPath.flatMap(Self.name) ?? reference }

    /// The absolute path of what is opened to play it; nil before it is known.
    package var mainPath: String? { files.first?.path(in: folder) }

    /// Absolute path of the first file of a role, whether it is there yet or not.
    package func path(of role: DownloadFile.Role) -> String? {
        files.first { $0.role == role }.map { $0.path(in: folder) }
    }

    /// What a stream or a class is called is its folder: the playlist, or the manifest, in it has the same name in all.
    private static func name(of path: String) -> String? {
        let parts = path.split(separator: "/")
        let name = ["index.m3u8", "room.json"].contains(parts.last) ? parts.dropLast().last : parts.last
        return name.map(String.init)
    }
}
