package import Encoding

/// DL-19: an item as the daemon tells of it. A value; its texts are unverified.
package struct DownloadRow: Sendable, Equatable {
    package struct File: Sendable, Equatable {
        package var path: String
        package var role: String
        package var size: Int64?
    }

    package var gid: String
    /// DL-24, in words: `downloading`, `paused`, `failed`, `done`, `fileLost`, `invalid`.
    package var label: String
    /// Nil: no problem. ``DownloadWords`` has words for it.
    package var problem: Problem?
    /// Where nobody has said one, the name of its file, before that is known the reference.
    package var title: String
    /// What it is of, without secrets.
    package var reference: String
    /// DL-28.
    package var kind: String
    package var isSecure: Bool
    package var definition: String?
    /// Bytes.
    package var done: Int64
    package var total: Int64?
    /// Bytes per second.
    package var speed: Int64
    /// 0 … 1.
    package var fraction: Double
    package var priority: Double
    /// Why it does not run though it wants to; nil: it does, or does not want to.
    package var waiting: String?
    /// ADV-76.
    package var phase: String
    package var folder: String
    package var files: [File]
    package var notes: [(name: String, value: String)]

    package struct Problem: Sendable, Equatable {
        package var code: String
        package var number: Int64
        package var detail: String

        package init(code: String, number: Int64 = 0, detail: String = "") {
            (self.code, self.number, self.detail) = (code, number, detail)
        }
    }

    /// Nil for what is no row.
    package init?(_ value: JSONValue) {
        guard let gid = value["gid"]?.text, let label = value["label"]?.text else { return nil }
        self.gid = gid
        self.label = label
        problem = value["errorCode"]?.text.map { code in
            Problem(
                code: code, number: value["errorNumber"]?.wholeNumber ?? 0, detail: value["errorMessage"]?.text ?? "")
        }
        reference = value["reference"]?.text ?? ""
        kind = value["kind"]?.text ?? "video"
        isSecure = value["mode"]?.text == "secure"
        definition = value["definition"]?.text
        done = value["completedLength"]?.wholeNumber ?? 0
        total = value["totalLength"]?.wholeNumber
        speed = value["downloadSpeed"]?.wholeNumber ?? 0
        fraction = value["fraction"]?.anyNumber ?? 0
        priority = value["priority"]?.anyNumber ?? 0.5
        waiting = value["waiting"]?.text
        phase = value["phase"]?.text ?? "idle"
        folder = value["dir"]?.text ?? ""
        files = (value["files"]?.items ?? []).compactMap { file in
            file["path"]?.text.map {
                File(path: $0, role: file["role"]?.text ?? "other", size: file["length"]?.wholeNumber)
            }
        }
        title = value["title"]?.text ?? files.first.flatMap { Self.name(of: $0.path) } ?? reference
        notes = (value["notes"]?.members ?? []).compactMap { member in
            member.value.text.map { (member.name, $0) }
        }
    }

    /// What a stream or a class is called is its folder: the playlist, or the manifest, in it has the same name in all.
    private static func name(of path: String) -> String? {
        let parts = path.split(separator: "/")
        let name = ["index.m3u8", "room.json"].contains(parts.last) ? parts.dropLast().last : parts.last
        return name.map(String.init)
    }

    package static func == (a: DownloadRow, b: DownloadRow) -> Bool {
        a.gid == b.gid && a.label == b.label && a.problem == b.problem && a.title == b.title
            && a.definition == b.definition && a.done == b.done && a.total == b.total && a.speed == b.speed
            && a.priority == b.priority && a.waiting == b.waiting && a.phase == b.phase && a.files == b.files
    }
}
