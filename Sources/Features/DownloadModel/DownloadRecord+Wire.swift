package import Encoding
import PlayCore

extension DownloadRecord {
    /// The members in the protocol, with aria2's names where it has them. Never rename one.
    package enum Key: String, Sendable, Hashable, CaseIterable {
        case id = "gid"
        case status = "status"
        case label = "label"
        case title = "title"
        case reference = "reference"
        case classID = "classID"
        case sessionID = "sessionID"
        case kind = "kind"
        case mode = "mode"
        case definition = "definition"
        case ahead = "ahead"
        case version = "version"
        case done = "completedLength"
        case total = "totalLength"
        case speed = "downloadSpeed"
        case fraction = "fraction"
        case connections = "connections"
        case phase = "phase"
        case joined = "joined"
        case waiting = "waiting"
        case serverLimit = "serverLimit"
        case retry = "retry"
        case playingLimit = "playingLimit"
        case priority = "priority"
        case limit = "maxDownloadLimit"
        case position = "position"
        case added = "added"
        case folder = "dir"
        case files = "files"
        case errorCode = "errorCode"
        case errorNumber = "errorNumber"
        case errorMessage = "errorMessage"
        case notes = "notes"
        case note = "note"
    }

    /// - Parameter keys: the members to include, or `nil` for all.
    package func wire(keys: Set<String>? = nil) -> JSONValue {
        .object(
            Key.allCases.compactMap { key in
                guard keys?.contains(key.rawValue) ?? true else { return nil }
                return value(of: key).map { JSONValue.Member(key.rawValue, $0) }
            })
    }

    private func value(of key: Key) -> JSONValue? {
        switch key {
        case .id: .string(id.text)
        case .status: .string(status.rawValue)
        case .label: .string(label.rawValue)
        case .title: title.map(JSONValue.string)
        case .reference: .string(reference)
        case .classID: classID.map(JSONValue.string)
        case .sessionID: sessionID.map(JSONValue.string)
        case .kind: .string(kind.rawValue)
        case .mode: .string(mode.rawValue)
        case .definition: definition.map(JSONValue.string)
        case .ahead: ahead.map { .number($0.inSeconds) }
        case .version: version.map { .integer(Int64($0)) }
        case .done: .integer(figures.done)
        case .total: figures.total.map(JSONValue.integer)
        case .speed: .integer(figures.bytesPerSecond)
        case .fraction: .number(figures.fraction)
        case .connections: .integer(Int64(connections))
        case .phase: .string(phase.rawValue)
        case .joined: activity.joined.map(JSONValue.number)
        case .waiting: waiting.map { .string($0.rawValue) }
        case .serverLimit: activity.serverLimit.map { .integer(Int64($0)) }
        case .retry: activity.retry?.wire
        case .playingLimit: activity.playingLimit.map(JSONValue.integer)
        case .priority: .number(priority)
        case .limit: limit.map(JSONValue.integer)
        case .position: .integer(Int64(position))
        case .added: .integer(added)
        case .folder: .string(folder)
        case .files: .list(files.map { $0.wire(in: folder) })
        case .errorCode: problem.map { .string($0.code.rawValue) }
        case .errorNumber: problem.map { .integer($0.number) }
        case .errorMessage: problem.map { .string($0.detail) }
        case .notes: notes.isEmpty ? nil : .texts(notes)
        case .note: note.map(JSONValue.string)
        }
    }

    /// Ignores unknown members. An unknown word counts as the safest one.
    package init?(_ value: JSONValue) {
        guard let id = value[.id]?.text.flatMap(DownloadID.init), let label = value[.label]?.text else { return nil }
        self.init(
            id: id, label: DownloadLabel(rawValue: label) ?? .invalid, reference: value[.reference]?.text ?? "")
        problem = DownloadProblem(
            code: value[.errorCode]?.text, number: value[.errorNumber]?.wholeNumber, detail: value[.errorMessage]?.text)
        title = value[.title]?.text
        classID = value[.classID]?.text
        sessionID = value[.sessionID]?.text
        kind = value[.kind]?.text.flatMap(DownloadKind.init) ?? .video
        mode = value[.mode]?.text.flatMap(DownloadMode.init) ?? .plain
        definition = value[.definition]?.text
        ahead = value[.ahead]?.anyNumber.flatMap(MediaTime.init(ahead:))
        version = value[.version]?.wholeNumber.flatMap { Int(exactly: $0) }
        figures = DownloadFigures(value)
        connections = value[.connections]?.integer ?? 0
        activity = DownloadActivity(value)
        priority = value[.priority]?.anyNumber ?? 0.5
        limit = value[.limit]?.wholeNumber
        position = value[.position]?.integer ?? 0
        added = value[.added]?.wholeNumber ?? 0
        let folder = value[.folder]?.text ?? ""
        self.folder = folder
        files = (value[.files]?.items ?? []).compactMap { DownloadFile(wire: $0, in: folder) }
        notes = value[.notes]?.fields.compactMapValues(\.text) ?? [:]
        note = value[.note]?.text
    }
}

extension JSONValue {
    package subscript(key: DownloadRecord.Key) -> JSONValue? { self[key.rawValue] }

    /// Sorts by name.
    package static func texts(_ texts: [String: String]) -> JSONValue {
        .object(texts.sorted { $0.key < $1.key }.map { Member($0.key, .string($0.value)) })
    }
}
