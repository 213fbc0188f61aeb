package import Encoding

/// Kept in files: never rename one.
package enum DownloadMode: String, Sendable, Hashable, CaseIterable {
    /// Any player plays it.
    case plain = "plain"
    /// Encrypted on the disk; only tvplay plays it.
    case secure = "secure"

    /// What names of encrypted files end with.
    package static let sealedEnding = ".sealed"
}

/// Kept in files: never rename one.
package enum DownloadKind: String, Sendable, Hashable, CaseIterable {
    case video = "video"
    case audio = "audio"
    case room = "room"
    case file = "file"
}

/// One file of a download. A value.
package struct DownloadFile: Sendable, Hashable {
    /// Kept in files: never rename one.
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

    /// Below the item's folder; safe to use there.
    package var name: String
    package var role: Role
    /// Bytes, as they were before encrypting; nil: not known yet.
    package var size: Int64?

    package init(name: String, role: Role, size: Int64? = nil) {
        self.name = name
        self.role = role
        self.size = size
    }

    /// Absolute.
    package func path(in folder: String) -> String { folder + "/" + name }
}

/// On the wire a file has its absolute path.
extension DownloadFile {
    package func wire(in folder: String) -> JSONValue {
        .object([
            "path": .string(path(in: folder)), "role": .string(role.rawValue), "length": size.map(JSONValue.integer),
        ])
    }

    /// Nil for what is none. A role that is not known counts as `other`.
    package init?(wire value: JSONValue, in folder: String) {
        guard let path = value["path"]?.text else { return nil }
        self.init(
            name: path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path,
            role: value["role"]?.text.flatMap(Role.init(rawValue:)) ?? .other, size: value["length"]?.wholeNumber)
    }
}
