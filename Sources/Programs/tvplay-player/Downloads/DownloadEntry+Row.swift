import DownloadClient
import Downloads
import Encoding
import Localization
import PlayCore
import TUI

extension DownloadFigures {
    /// Of a row of the daemon's, or of as much of it as was asked for.
    init(_ row: JSONValue) {
        self.init(
            done: row["completedLength"]?.wholeNumber ?? 0, total: row["totalLength"]?.wholeNumber,
            bytesPerSecond: row["downloadSpeed"]?.wholeNumber ?? 0, fraction: row["fraction"]?.anyNumber ?? 0)
    }
}

extension DownloadEntry {
    /// Nil for what is no row.
    init?(_ value: JSONValue) {
        guard let row = DownloadRow(value) else { return nil }
        self.init(id: row.gid, title: row.title, reference: row.reference, stateText: DownloadWords.state(row))
        kind = Kind(row.kind)
        isEncrypted = row.isSecure
        definition = row.definition
        state = State(row.label)
        problem = row.problem.map { Problem($0) }
        figures = DownloadFigures(value)
        priority = row.priority
        limit = value["maxDownloadLimit"]?.wholeNumber
        folder = row.folder
        files = row.files.map { File(path: $0.path, role: Self.role($0.role), size: $0.size) }
        cover = row.files.first { $0.role == DownloadFile.Role.cover.rawValue }?.path
        notes = row.notes.map { Note($0.name, $0.value) }
    }

    private static func role(_ word: String) -> String {
        switch DownloadFile.Role(rawValue: word) {
        case .video: tr("video")
        case .sound: tr("sound")
        case .signal: tr("signal")
        case .cover: tr("cover")
        case .watermark: tr("watermark")
        case .subtitles: tr("subtitles")
        case .slide: tr("slide")
        case .manifest: tr("manifest")
        case .other, nil: tr("file")
        }
    }
}

extension DownloadEntry.Problem {
    fileprivate init(_ problem: DownloadRow.Problem) {
        let isLost = problem.code == DownloadProblem.Code.fileLost.rawValue
        self.init(isLost ? tr("the file is gone") : DownloadWords.problem(problem), Remedy(problem.code))
    }
}

extension DownloadEntry.Kind {
    fileprivate init(_ word: String) {
        switch DownloadKind(rawValue: word) {
        case .room: self = .room
        case .audio: self = .audio
        case .file: self = .file
        case .video, nil: self = .video
        }
    }
}

extension DownloadEntry.State {
    /// DL-24.
    fileprivate init(_ label: String) {
        switch label {
        case "downloading": self = .downloading
        case "paused": self = .paused
        case "failed": self = .failed
        case "done": self = .done
        case "fileLost": self = .lost
        default: self = .invalid
        }
    }
}

extension DownloadEntry.Problem.Remedy {
    /// What helps against a problem of the daemon's; one that is not known may have been one of the moment.
    fileprivate init(_ code: String) {
        switch DownloadProblem.Code(rawValue: code) {
        case .fileLost: self = .downloadAgain
        case .noSpace: self = .makeRoom
        case .noSuchDefinition: self = .otherDefinition
        case .noKey, .wrongKey: self = .giveKey
        case .noTokenSource: self = .giveToken
        case .noLibrary: self = .getLibrary
        case .protected, .live, .duplicate, .severalRooms, .expired: self = .onlyRemove
        default: self = .retry
        }
    }
}
