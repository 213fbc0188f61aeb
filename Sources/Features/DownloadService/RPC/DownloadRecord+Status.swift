import Addresses
import DownloadModel
import Downloads

extension DownloadRecord {
    /// - Parameter keys: the members to include, or `nil` for all. The address is parsed only if it is included.
    init(_ status: DownloadStatus, position: Int, keys: Set<String>? = nil) {
        let item = status.item
        let wantsReference = keys?.contains(Key.reference.rawValue) ?? true
        self.init(id: item.id, label: item.label, reference: wantsReference ? item.identity.shown : "")
        problem = item.problem
        title = item.title
        (classID, sessionID) = (item.classID, item.sessionID)
        (kind, mode) = (item.kind, item.mode)
        definition = item.definitionName ?? item.definitionKey
        ahead = item.wishes.ahead
        version = item.identity.version == -1 ? nil : item.identity.version
        figures = DownloadFigures(
            done: status.done, total: status.total, bytesPerSecond: status.bytesPerSecond, fraction: status.fraction)
        connections = status.connections
        activity = status.activity
        (priority, limit) = (item.priority, item.speedLimit)
        (self.position, added) = (position, item.added)
        (folder, files) = (item.folder, item.files)
        (notes, note) = (item.notes, item.note)
    }
}

extension DownloadStatus {
    var word: DownloadStatusWord { DownloadStatusWord(item.label, isWaiting: waiting != nil) }
}

extension DownloadIdentity {
    /// The identity without names, passwords and queries.
    fileprivate var shown: String {
        switch self {
        case .video(let id, _): Address(id)?.withoutSecrets ?? id
        case .playback(let classID, let sessionID, _):
            "class:" + classID + (sessionID.map { "/" + $0 } ?? "")
        }
    }
}
