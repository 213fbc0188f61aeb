import PlayCore

package struct ClassManifest: Sendable, Equatable {
    package static let format = "tvplay-room"
    package static let version = 1
    package static let byteLimit = 4 << 20

    /// One for each version; empty if the class consists of other classes.
    package var recordings: [Recording]
    package var slices: [MixedClass.Slice]
    package var items: [AlbumClass.Item]
    package var id: String?
    package var title: String?

    package struct Recording: Sendable, Equatable {
        package var info: ClassInfo
        package var signals = Signals()
        package var chat = Chat()

        package init(_ info: ClassInfo) { self.info = info }
    }

    /// `signalFileURL`, `commandSignalFileURL`, `userSignalFileURL`. All given files are read.
    package struct Signals: Sendable, Equatable, Codable {
        package var all: String?
        package var commands: String?
        package var users: String?

        package init(all: String? = nil) { self.all = all }

        package var files: [String] { [all, commands, users].compactMap(\.self) }
    }

    package struct Chat: Sendable, Equatable, Codable {
        package var slices: [ChatIndex.Slice]?
        package var virtual: String?

        package init(slices: [ChatIndex.Slice]? = nil, virtual: String? = nil) {
            self.slices = slices
            self.virtual = virtual
        }
    }

    package init(
        recordings: [Recording] = [], slices: [MixedClass.Slice] = [], items: [AlbumClass.Item] = [], id: String? = nil,
        title: String? = nil
    ) {
        self.recordings = recordings
        self.slices = slices
        self.items = items
        self.id = id
        self.title = title
    }

    package var isMerged: Bool { !slices.isEmpty }
    package var isAlbum: Bool { !items.isEmpty }

    package var canBeDownloaded: Bool { !isMerged && !isAlbum }

    /// If −1 is missing, the recording as recorded replaces it. Any other missing version throws 1030.
    package func recording(_ version: Int, in context: String) throws(ClassReadError) -> Recording {
        if let exact = recordings.first(where: { $0.info.clippedVersion == version }) { return exact }
        guard version == -1, let main = recordings.first(where: { $0.info.clippedVersion == 0 }) ?? recordings.first
        else {
            let known = recordings.map { "\($0.info.clippedVersion)" }.joined(separator: ", ")
            let words = known.isEmpty ? "it has no recording" : "it has no version \(version); there are \(known)"
            throw .malformed(words, in: context)
        }
        return main
    }
}
