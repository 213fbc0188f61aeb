package import DownloadModel
package import PlayCore

/// The stored state of a download. Its speed and progress are in ``DownloadStatus``.
package struct DownloadItem: Sendable, Hashable {
    package let id: DownloadID
    package let identity: DownloadIdentity
    package var kind: DownloadKind
    package let mode: DownloadMode
    package var wishes: DownloadWishes
    /// The absolute path of the folder for the downloaded files.
    package let folder: String
    /// The title as unverified text, or `nil` if unknown.
    package var title: String?
    /// The class if it is the recording of one; unverified text. `nil` if it is not, or not known yet.
    package var classID: String?
    package var sessionID: String?
    /// The present or future files within ``folder``. The first one is opened for playing. Empty before the first
    /// start.
    package var files: [DownloadFile] = []
    /// Whether it is a stream that becomes one file. Until then its segments are in a folder beside that file
    /// (``ItemNames/segments(of:)``).
    package var joins = false
    /// The key and the name of the chosen definition; unverified texts.
    package var definitionKey: String?
    package var definitionName: String?
    /// The size in bytes, or `nil` if unknown.
    package var totalSize: Int64?
    /// The bytes on the disk at the last change of state. Never more than the disk holds.
    package var doneSize: Int64 = 0
    /// The priority, 0 … 1.
    package private(set) var priority = 0.5
    /// The order in the list, which rises with each added item.
    package var order: Int64
    /// The time when it was added, in milliseconds since 1970.
    package let added: Int64
    package var state = DownloadState.running
    package var problem: DownloadProblem?
    /// An access key of the integrator, sent with the first request. Stored only in files of mode 0600.
    package var accessKey: String?
    /// The request options of this download, each `name=value`. May hold secrets; stored like ``accessKey``.
    package private(set) var requestOptions: [String] = []
    /// The notes from `--note key=value`; unverified texts.
    package var notes: [String: String] = [:]
    /// The client's note, `userInfoString`.
    package var note: String?
    /// The item's own limit in bytes per second, or `nil` if it has none.
    package var speedLimit: Int64?

    package init(_ request: DownloadRequest, id: DownloadID, order: Int64, added: Int64) {
        self.id = id
        identity = request.identity
        kind = request.wishes.isAudioOnly ? .audio : request.kind
        mode = request.mode
        wishes = request.wishes
        folder = request.folder
        title = request.title
        if case .playback(let classID, let sessionID, _) = request.identity {
            (self.classID, self.sessionID) = (classID, sessionID)
        }
        self.order = order
        self.added = added
        accessKey = request.accessKey
        requestOptions = request.requestOptions
        notes = request.notes
        speedLimit = request.speedLimit
        state = request.startsPaused ? .paused : .running
        setPriority(request.priority)
    }

    /// Sets the priority, clamped to 0 … 1. NaN becomes 0.
    package mutating func setPriority(_ value: Double) { priority = value >= 0 ? min(1, value) : 0 }

    package var label: DownloadLabel { DownloadLabel(state, problem) }

    package var isEncrypted: Bool { mode == .secure }

    /// The absolute path of the file to open for playing, or `nil` before it is known.
    package var mainPath: String? { files.first.map { $0.path(in: folder) } }

    /// Returns the path of `videoFile`, `signalFile`, `coverImageFile` or `watermarkImageFile`.
    package func path(of role: DownloadFile.Role) -> String? {
        files.first { $0.role == role }.map { $0.path(in: folder) }
    }
}

/// The selection of a source's parts to download.
package struct DownloadWishes: Sendable, Hashable {
    /// The keys of definitions, the most preferred first, or `nil` for the default. The download fails if none of them
    /// exists.
    package var definitions: [String]?
    /// The languages (BCP 47) of separate sound; empty for all. If none of them exists, the default sound is used.
    package var audioLanguages: [String] = []
    /// The languages of subtitles, or `nil` for all.
    package var textLanguages: [String]?
    /// Whether a stream stays a folder of segments instead of becoming one file.
    package var keepsSegments = false
    /// The length of the beginning to load into the cache without creating files, or `nil` for a download.
    package var ahead: MediaTime?
    /// Whether loading ahead may use a metered connection.
    package var allowsMetered = false
    /// The name of the file, or of the folder for several files; unverified text. `nil` to use the source's title and
    /// the template.
    package var name: String?
    /// The expected checksum, if one was given.
    package var checksum: DownloadChecksum?
    /// Whether the file gets the modification time that its server states (`Last-Modified`).
    package var keepsServerTime = false
    /// The umask of new files and folders as the requesting user has set it, or `nil` for the service's own.
    package var umask: UInt32?

    package init(definitions: [String]? = nil, audioLanguages: [String] = [], textLanguages: [String]? = nil) {
        self.definitions = definitions
        self.audioLanguages = audioLanguages
        self.textLanguages = textLanguages
    }

    /// Whether only sound is wanted: `["audio"]`.
    package var isAudioOnly: Bool { definitions == [DefinitionInfo.Key.audio.rawValue] }

    /// The limit of lines of the default definition. No terminal shows more.
    private static let defaultLines = 720

    /// Returns the index of the definition to download, or `nil` if none of the preferred ones exists.
    ///
    /// - Parameter list: the definitions from low to high, with sound only last, as in ``Presentation``.
    package func index(in list: [DefinitionInfo]) -> Int? {
        if let definitions {
            return DefinitionChoice(preferred: definitions.map(DefinitionInfo.Key.init)).preferredIndex(in: list)
        }
        let pictures = list.indices.filter { !list[$0].isAudio }
        return pictures.last { min(list[$0].width, list[$0].height) <= Self.defaultLines } ?? pictures.first
            ?? list.indices.first
    }
}

/// A request to add a download.
package struct DownloadRequest: Sendable, Hashable {
    package let identity: DownloadIdentity
    package var kind: DownloadKind
    package var mode = DownloadMode.plain
    package var wishes = DownloadWishes()
    /// The absolute path of the folder, which is created if it is missing.
    package var folder: String
    /// The title as unverified text, or `nil` to use the source's.
    package var title: String?
    package var priority = 0.5
    package var speedLimit: Int64?
    package var accessKey: String?
    package var requestOptions: [String] = []
    package var notes: [String: String] = [:]
    package var startsPaused = false
    /// Whether the client named the folder, so that the same content in another folder is no duplicate.
    package var namesFolder = false

    package init(_ identity: DownloadIdentity, folder: String, kind: DownloadKind? = nil) {
        self.identity = identity
        self.folder = folder
        self.kind = kind ?? (identity.isPlayback ? .room : .video)
    }
}
