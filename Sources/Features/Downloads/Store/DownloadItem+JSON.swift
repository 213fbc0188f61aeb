import Encoding
import PlayCore

/// As `Codable` has them, by which they are read. Written so for each change of each item: an encoder costs several times
/// as much.
extension DownloadItem {
    var json: JSONValue {
        .object([
            "id": id.json, "identity": identity.json, "kind": .string(kind.rawValue), "mode": .string(mode.rawValue),
            "wishes": wishes.json, "folder": .string(folder), "title": title.map(JSONValue.string),
            "classID": classID.map(JSONValue.string), "sessionID": sessionID.map(JSONValue.string),
            "files": .list(files.map(\.json)), "definitionKey": definitionKey.map(JSONValue.string),
            "definitionName": definitionName.map(JSONValue.string), "totalSize": totalSize.map(JSONValue.integer),
            "doneSize": .integer(doneSize), "priority": .number(priority), "order": .integer(order),
            "added": .integer(added), "state": .integer(Int64(state.rawValue)), "problem": problem?.json,
            "accessKey": accessKey.map(JSONValue.string),
            "notes": .object(notes.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }),
            "note": note.map(JSONValue.string), "speedLimit": speedLimit.map(JSONValue.integer),
        ])
    }
}

extension DownloadID {
    fileprivate var json: JSONValue { .object(["text": .string(text)]) }
}

extension DownloadIdentity {
    fileprivate var json: JSONValue {
        switch self {
        case .video(let id, let version):
            .object(["video": .object(["id": .string(id), "version": .integer(Int64(version))])])
        case .playback(let classID, let sessionID, let version):
            .object([
                "playback": .object([
                    "classID": .string(classID), "sessionID": sessionID.map(JSONValue.string),
                    "version": .integer(Int64(version)),
                ])
            ])
        }
    }
}

extension DownloadWishes {
    fileprivate var json: JSONValue {
        .object([
            "definitions": definitions.map { .list($0.map(JSONValue.string)) },
            "audioLanguages": .list(audioLanguages.map(JSONValue.string)),
            "textLanguages": textLanguages.map { .list($0.map(JSONValue.string)) },
        ])
    }
}

extension DownloadFile {
    fileprivate var json: JSONValue {
        .object(["name": .string(name), "role": .string(role.rawValue), "size": size.map(JSONValue.integer)])
    }
}

extension DownloadProblem {
    fileprivate var json: JSONValue {
        .object(["code": .string(code.rawValue), "number": .integer(number), "detail": .string(detail)])
    }
}
