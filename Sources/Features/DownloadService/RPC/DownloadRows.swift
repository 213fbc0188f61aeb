import Addresses
import DownloadClient
import Downloads
import Encoding

/// Items as clients read them; the other side is ``DownloadControl/DownloadRow``. Pure.
enum DownloadRows {
    static func row(_ status: DownloadStatus, position: Int, keys: Set<String>? = nil) -> JSONValue {
        let item = status.item
        func wants(_ name: String) -> Bool { keys?.contains(name) ?? true }
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: @autoclosure () -> JSONValue?) {
            if wants(name), let value = value() { members.append(JSONValue.Member(name, value)) }
        }
        add("gid", .string(item.id.text))
        add("status", .string(self.status(status)))
        add("label", .string(label(item.label)))
        add("title", item.title.map(JSONValue.string))
        add("reference", .string(reference(item.identity)))
        add("classID", item.classID.map(JSONValue.string))
        add("sessionID", item.sessionID.map(JSONValue.string))
        add("kind", .string(item.kind.rawValue))
        add("mode", .string(item.mode.rawValue))
        add("definition", (item.definitionName ?? item.definitionKey).map(JSONValue.string))
        add("version", item.identity.version == -1 ? nil : .integer(Int64(item.identity.version)))
        add("completedLength", .integer(status.done))
        add("totalLength", status.total.map(JSONValue.integer))
        add("downloadSpeed", .integer(status.bytesPerSecond))
        add("fraction", .number(status.fraction))
        add("connections", .integer(Int64(status.connections)))
        add("phase", .string("\(status.phase)"))
        add("waiting", status.waiting.map { .string("\($0)") })
        add("priority", .number(item.priority))
        add("maxDownloadLimit", item.speedLimit.map(JSONValue.integer))
        add("position", .integer(Int64(position)))
        add("added", .integer(item.added))
        add("dir", .string(item.folder))
        add("files", .list(item.files.map { file(item, $0) }))
        add("errorCode", item.problem.map { .string($0.code.rawValue) })
        add("errorNumber", item.problem.map { .integer($0.number) })
        add("errorMessage", item.problem.map { .string($0.detail) })
        add("notes", item.notes.isEmpty ? nil : notes(item.notes))
        add("note", item.note.map(JSONValue.string))
        return .object(members)
    }

    static func file(_ item: DownloadItem, _ file: DownloadFile) -> JSONValue {
        .object([
            "path": .string("\(item.folder)/\(file.name)"), "role": .string(file.role.rawValue),
            "length": file.size.map(JSONValue.integer),
        ])
    }

    static func notes(_ notes: [String: String]) -> JSONValue {
        .object(notes.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) })
    }

    /// aria2's word.
    static func status(_ status: DownloadStatus) -> String {
        switch status.item.label {
        case .downloading: status.waiting == nil ? "active" : "waiting"
        case .paused: "paused"
        case .failed, .fileLost: "error"
        case .done: "complete"
        case .invalid: "removed"
        }
    }

    static func label(_ label: DownloadLabel) -> String { "\(label)" }

    /// What it is of, without names, passwords and queries.
    static func reference(_ identity: DownloadIdentity) -> String {
        switch identity {
        case .video(let id, _): Address(id)?.withoutSecrets ?? id
        case .playback(let classID, let sessionID, _):
            "class:" + classID + (sessionID.map { "/" + $0 } ?? "")
        }
    }
}
