package import DownloadModel
package import PlayCore

/// A download with all that has to outlive the process. A value; how fast it is, is in ``DownloadStatus``.
package struct DownloadItem: Sendable, Hashable {
    package let id: DownloadID
    package let identity: DownloadIdentity
    package var kind: DownloadKind
    package let mode: DownloadMode
    package var wishes: DownloadWishes
    /// Absolute path of the folder for what is downloaded.
    package let folder: String
    /// Unverified text. Nil: nobody has said it yet.
    package var title: String?
    /// Of the recording of a class; unverified texts. Nil: it is none, or nobody has said it yet.
    package var classID: String?
    package var sessionID: String?
    /// What there is, or will be, below ``folder``: the first one is opened to play it. Empty before the first start.
    package var files: [DownloadFile] = []
    /// It is a stream that becomes one file; until then its segments lie in a folder beside that
    /// (``ItemNames/segments(of:)``).
    package var joins = false
    /// The key of the definition that was chosen, and its name; unverified texts.
    package var definitionKey: String?
    package var definitionName: String?
    /// Bytes, as far as it is known.
    package var totalSize: Int64?
    /// Bytes that are there, at the last change of state: never more than lie on the disk.
    package var doneSize: Int64 = 0
    /// 0 … 1.
    package private(set) var priority = 0.5
    /// The order in the list; rises with each that was added.
    package var order: Int64
    /// Milliseconds since 1970.
    package let added: Int64
    package var state = DownloadState.running
    package var problem: DownloadProblem?
    /// A check of the integrator's, part of the first request. Kept in files of mode 0600 only.
    package var accessKey: String?
    /// Options of requests that hold for this download alone, each `name=value`; perhaps secrets, kept as ``accessKey`` is.
    package private(set) var requestOptions: [String] = []
    /// `--note key=value`; unverified texts.
    package var notes: [String: String] = [:]
    /// `userInfoString`.
    package var note: String?
    /// Bytes per second; nil: no limit of its own.
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

    /// What is outside 0 … 1, or no number, goes to the nearest end.
    package mutating func setPriority(_ value: Double) { priority = value >= 0 ? min(1, value) : 0 }

    package var label: DownloadLabel { DownloadLabel(state, problem) }

    package var isEncrypted: Bool { mode == .secure }

    /// The absolute path of what is opened to play it; nil before it is known.
    package var mainPath: String? { files.first.map { $0.path(in: folder) } }

    /// `videoFile`, `signalFile`, `coverImageFile`, `watermarkImageFile`.
    package func path(of role: DownloadFile.Role) -> String? {
        files.first { $0.role == role }.map { $0.path(in: folder) }
    }
}

/// What of a source is downloaded. A value.
package struct DownloadWishes: Sendable, Hashable {
    /// Keys of definitions, the strongest wish first; nil: the default one. None of them there: it fails.
    package var definitions: [String]?
    /// Languages (BCP 47) of sound beside the pictures; empty: all. None of them there: the default one.
    package var audioLanguages: [String] = []
    /// Languages of subtitles; nil: all.
    package var textLanguages: [String]?
    /// A stream stays a folder of segments instead of becoming one file.
    package var keepsSegments = false
    /// So much of the beginning is loaded into the cache, and nothing becomes a file; nil: it is a download.
    package var ahead: MediaTime?
    /// What is loaded ahead may come over a line that costs by the byte.
    package var allowsMetered = false
    /// The name of the file, or of the folder where it becomes several; unverified text. `nil`: the source and the
    /// template say it.
    package var name: String?
    /// What the file has to be, if that was said.
    package var checksum: DownloadChecksum?
    /// Whether the file gets the time that its server names (`Last-Modified`).
    package var keepsServerTime = false
    /// The rights that new files and folders lack, as the person who asked for them has set it; `nil`: the service's own.
    package var umask: UInt32?

    package init(definitions: [String]? = nil, audioLanguages: [String] = [], textLanguages: [String]? = nil) {
        self.definitions = definitions
        self.audioLanguages = audioLanguages
        self.textLanguages = textLanguages
    }

    /// `["audio"]`.
    package var isAudioOnly: Bool { definitions == [DefinitionInfo.Key.audio.rawValue] }

    /// Lines of a picture beyond which the default does not go: no terminal shows more.
    private static let defaultLines = 720

    /// Index of the definition to download; nil: none of the wishes is there.
    ///
    /// - Parameter list: from low to high, sound only last, as ``Presentation`` has them.
    package func index(in list: [DefinitionInfo]) -> Int? {
        if let definitions {
            return DefinitionChoice(preferred: definitions.map(DefinitionInfo.Key.init)).preferredIndex(in: list)
        }
        let pictures = list.indices.filter { !list[$0].isAudio }
        return pictures.last { min(list[$0].width, list[$0].height) <= Self.defaultLines } ?? pictures.first
            ?? list.indices.first
    }
}

/// What is added. A value.
package struct DownloadRequest: Sendable, Hashable {
    package let identity: DownloadIdentity
    package var kind: DownloadKind
    package var mode = DownloadMode.plain
    package var wishes = DownloadWishes()
    /// Absolute path; made when it is missing.
    package var folder: String
    /// Unverified text; nil: the source says it.
    package var title: String?
    package var priority = 0.5
    package var speedLimit: Int64?
    package var accessKey: String?
    package var requestOptions: [String] = []
    package var notes: [String: String] = [:]
    package var startsPaused = false
    /// Somebody has named the folder: what another folder has does not count as the same.
    package var namesFolder = false

    package init(_ identity: DownloadIdentity, folder: String, kind: DownloadKind? = nil) {
        self.identity = identity
        self.folder = folder
        self.kind = kind ?? (identity.isPlayback ? .room : .video)
    }
}
