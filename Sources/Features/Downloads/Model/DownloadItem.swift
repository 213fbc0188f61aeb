package import DownloadModel
package import PlayCore

/// A download as stored. Speed and progress are in ``DownloadStatus``.
package struct DownloadItem: Sendable, Hashable {
    package let id: DownloadID
    package let identity: DownloadIdentity
    package var kind: DownloadKind
    package let mode: DownloadMode
    package var wishes: DownloadWishes
    /// An absolute path.
    package let folder: String
    /// Unverified text.
    package var title: String?
    /// Unverified. `nil` if the item is not the recording of a class, or not known to be one yet.
    package var classID: String?
    package var sessionID: String?
    /// Present or future, within ``folder``. The first one is opened for playing. Empty before the first start.
    package var files: [DownloadFile] = []
    /// Whether it is a stream that becomes one file. Until then its segments are beside that file
    /// (``ItemNames/segments(of:)``).
    package var joins = false
    /// Unverified texts.
    package var definitionKey: String?
    package var definitionName: String?
    /// In bytes.
    package var totalSize: Int64?
    /// The bytes on the disk at the last change of state; never more than the disk has.
    package var doneSize: Int64 = 0
    /// 0 … 1.
    package private(set) var priority = 0.5
    package var order: Int64
    /// In milliseconds since 1970.
    package let added: Int64
    package var state = DownloadState.running
    package var problem: DownloadProblem?
    /// The integrator's key for the first request. Stored only in files of mode 0600.
    package var accessKey: String?
    /// Each `name=value`. May contain secrets; stored like ``accessKey``.
    package private(set) var requestOptions: [String] = []
    /// From `--note key=value`; unverified texts.
    package var notes: [String: String] = [:]
    /// `userInfoString`.
    package var note: String?
    /// In bytes per second.
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

    /// Clamps to 0 … 1. NaN becomes 0.
    package mutating func setPriority(_ value: Double) { priority = value >= 0 ? min(1, value) : 0 }

    package var label: DownloadLabel { DownloadLabel(state, problem) }

    package var isEncrypted: Bool { mode == .secure }

    /// An absolute path, or `nil` before it is known.
    package var mainPath: String? { files.first.map { $0.path(in: folder) } }

    package func path(of role: DownloadFile.Role) -> String? {
        files.first { $0.role == role }.map { $0.path(in: folder) }
    }
}

package struct DownloadWishes: Sendable, Hashable {
    /// Most preferred first, or `nil` for the default. The download fails if none exists.
    package var definitions: [String]?
    /// BCP 47, for separate sound; empty for all. If none exists, the default sound is used.
    package var audioLanguages: [String] = []
    /// `nil` for all.
    package var textLanguages: [String]?
    package var keepsSegments = false
    /// The length to preload without creating files, or `nil` for a download.
    package var ahead: MediaTime?
    /// Whether a metered connection may be used; for preloading.
    package var allowsMetered = false
    /// The name of the file, or of the folder for several; unverified. `nil` for the source's title and the template.
    package var name: String?
    package var checksum: DownloadChecksum?
    /// Whether files get the time of `Last-Modified`.
    package var keepsServerTime = false
    /// The requesting user's umask, or `nil` for the service's own.
    package var umask: UInt32?

    package init(definitions: [String]? = nil, audioLanguages: [String] = [], textLanguages: [String]? = nil) {
        self.definitions = definitions
        self.audioLanguages = audioLanguages
        self.textLanguages = textLanguages
    }

    package var isAudioOnly: Bool { definitions == [DefinitionInfo.Key.audio.rawValue] }

    private static let defaultLines = 720

    /// Returns `nil` if none of the preferred ones exists.
    ///
    /// - Parameter list: from low to high, with sound only last, as in ``Presentation``.
    package func index(in list: [DefinitionInfo]) -> Int? {
        if let definitions {
            return DefinitionChoice(preferred: definitions.map(DefinitionInfo.Key.init)).preferredIndex(in: list)
        }
        let pictures = list.indices.filter { !list[$0].isAudio }
        return pictures.last { min(list[$0].width, list[$0].height) <= Self.defaultLines } ?? pictures.first
            ?? list.indices.first
    }
}

package struct DownloadRequest: Sendable, Hashable {
    package let identity: DownloadIdentity
    package var kind: DownloadKind
    package var mode = DownloadMode.plain
    package var wishes = DownloadWishes()
    /// Absolute. Created if missing.
    package var folder: String
    /// Unverified text, or `nil` to use the source's.
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
