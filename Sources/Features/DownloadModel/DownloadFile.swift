package import Encoding

/// The storage of a download's files. The words are kept in files: never rename one.
package enum DownloadMode: String, Sendable, Hashable, CaseIterable {
    /// Files that any player can open.
    case plain = "plain"
    /// Files that are encrypted on the disk, for tvplay only.
    case secure = "secure"

    /// The suffix of encrypted files' names.
    package static let sealedEnding = ".sealed"
}

/// The kind of a download. The words are kept in files: never rename one.
package enum DownloadKind: String, Sendable, Hashable, CaseIterable {
    case video = "video"
    case audio = "audio"
    case room = "room"
    case file = "file"
}

/// One file of a download.
package struct DownloadFile: Sendable, Hashable {
    /// The role of a file. The words are kept in files: never rename one.
    package enum Role: String, Sendable, Hashable, CaseIterable {
        case video = "video"
        case sound = "sound"
        case signal = "signal"
        case cover = "cover"
        case watermark = "watermark"
        case subtitles = "subtitles"
        case slide = "slide"
        case manifest = "manifest"
        case other = "other"
    }

    /// The name within the item's folder. It is safe to use as a path there.
    package var name: String
    package var role: Role
    /// The size in bytes before encryption, or `nil` if not known yet.
    package var size: Int64?

    package init(name: String, role: Role, size: Int64? = nil) {
        self.name = name
        self.role = role
        self.size = size
    }

    /// Returns the absolute path.
    package func path(in folder: String) -> String { folder + "/" + name }
}

/// On the wire a file has its absolute path.
extension DownloadFile {
    package func wire(in folder: String) -> JSONValue {
        .object([
            "path": .string(path(in: folder)), "role": .string(role.rawValue), "length": size.map(JSONValue.integer),
        ])
    }

    /// Returns `nil` if `value` is not a file. An unknown role counts as `other`.
    package init?(wire value: JSONValue, in folder: String) {
        guard let path = value["path"]?.text else { return nil }
        self.init(
            name: path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path,
            role: value["role"]?.text.flatMap(Role.init(rawValue:)) ?? .other, size: value["length"]?.wholeNumber)
    }
}
