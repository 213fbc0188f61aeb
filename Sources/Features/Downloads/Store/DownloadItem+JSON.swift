import DownloadModel
package import Encoding
import PlayCore

/// The stored form, in the rows of the database and in the log. Never rename a member.
extension DownloadItem {
    package var json: JSONValue {
        .object([
            "id": .object(["text": .string(id.text)]), "identity": identity.json, "kind": .string(kind.rawValue),
            "mode": .string(mode.rawValue), "wishes": wishes.json, "folder": .string(folder),
            "title": title.map(JSONValue.string), "classID": classID.map(JSONValue.string),
            "sessionID": sessionID.map(JSONValue.string), "files": .list(files.map(\.json)),
            "joins": joins ? .flag(true) : nil,
            "definitionKey": definitionKey.map(JSONValue.string),
            "definitionName": definitionName.map(JSONValue.string), "totalSize": totalSize.map(JSONValue.integer),
            "doneSize": .integer(doneSize), "priority": .number(priority), "order": .integer(order),
            "added": .integer(added), "state": .integer(Int64(state.rawValue)), "problem": problem?.json,
            "accessKey": accessKey.map(JSONValue.string),
            "requestOptions": requestOptions.isEmpty ? nil : .list(requestOptions.map(JSONValue.string)),
            "notes": .texts(notes),
            "note": note.map(JSONValue.string), "speedLimit": speedLimit.map(JSONValue.integer),
        ])
    }

    /// Returns `nil` if a member is missing that is needed to download or find the item.
    package init?(_ value: JSONValue) {
        guard let id = value["id"]?["text"]?.text.flatMap(DownloadID.init),
            let identity = value["identity"].flatMap(DownloadIdentity.init),
            let mode = value["mode"]?.text.flatMap(DownloadMode.init), let folder = value["folder"]?.text,
            let state = value["state"]?.integer.flatMap(DownloadState.init), let order = value["order"]?.wholeNumber
        else { return nil }
        var request = DownloadRequest(
            identity, folder: folder, kind: value["kind"]?.text.flatMap(DownloadKind.init))
        request.mode = mode
        request.wishes = DownloadWishes(value["wishes"] ?? .null)
        request.title = value["title"]?.text
        request.priority = value["priority"]?.number ?? 0.5
        request.accessKey = value["accessKey"]?.text
        request.requestOptions = value["requestOptions"]?.items?.compactMap(\.text) ?? []
        request.notes = value["notes"]?.fields.compactMapValues(\.text) ?? [:]
        request.speedLimit = value["speedLimit"]?.wholeNumber
        self.init(request, id: id, order: order, added: value["added"]?.wholeNumber ?? 0)
        // The kind may have been corrected after adding, for example from sound to video.
        if let kind = value["kind"]?.text.flatMap(DownloadKind.init) { self.kind = kind }
        self.state = state
        problem = value["problem"].flatMap { DownloadProblem($0) }
        (classID, sessionID) = (value["classID"]?.text, value["sessionID"]?.text)
        files = (value["files"]?.items ?? []).compactMap(DownloadFile.init)
        joins = value["joins"] == .flag(true)
        (definitionKey, definitionName) = (value["definitionKey"]?.text, value["definitionName"]?.text)
        (totalSize, doneSize) = (value["totalSize"]?.wholeNumber, value["doneSize"]?.wholeNumber ?? 0)
        note = value["note"]?.text
    }
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

    fileprivate init?(_ value: JSONValue) {
        if let video = value["video"], let id = video["id"]?.text {
            self = .video(id: id, version: video["version"]?.integer ?? -1)
        } else if let playback = value["playback"], let classID = playback["classID"]?.text {
            self = .playback(
                classID: classID, sessionID: playback["sessionID"]?.text, version: playback["version"]?.integer ?? -1)
        } else {
            return nil
        }
    }
}

extension DownloadWishes {
    fileprivate var json: JSONValue {
        .object([
            "definitions": definitions.map { .list($0.map(JSONValue.string)) },
            "audioLanguages": .list(audioLanguages.map(JSONValue.string)),
            "textLanguages": textLanguages.map { .list($0.map(JSONValue.string)) },
            "keepsSegments": keepsSegments ? .flag(true) : nil, "ahead": ahead.map { .integer($0.nanoseconds) },
            "allowsMetered": allowsMetered ? .flag(true) : nil, "name": name.map(JSONValue.string),
            "checksum": checksum.map { .string($0.text) }, "keepsServerTime": keepsServerTime ? .flag(true) : nil,
            "umask": umask.map { .integer(Int64($0)) },
        ])
    }

    fileprivate init(_ value: JSONValue) {
        func texts(_ name: String) -> [String]? { value[name]?.items?.compactMap(\.text) }
        self.init(
            definitions: texts("definitions"), audioLanguages: texts("audioLanguages") ?? [],
            textLanguages: texts("textLanguages"))
        keepsSegments = value["keepsSegments"] == .flag(true)
        ahead = value["ahead"]?.wholeNumber.map { MediaTime(nanoseconds: $0) }
        allowsMetered = value["allowsMetered"] == .flag(true)
        name = value["name"]?.text
        checksum = value["checksum"]?.text.flatMap(DownloadChecksum.init)
        keepsServerTime = value["keepsServerTime"] == .flag(true)
        umask = value["umask"]?.wholeNumber.flatMap { UInt32(exactly: $0) }
    }
}

extension DownloadFile {
    fileprivate var json: JSONValue {
        .object(["name": .string(name), "role": .string(role.rawValue), "size": size.map(JSONValue.integer)])
    }

    fileprivate init?(_ value: JSONValue) {
        guard let name = value["name"]?.text else { return nil }
        self.init(
            name: name, role: value["role"]?.text.flatMap(Role.init) ?? .other, size: value["size"]?.wholeNumber)
    }
}
