package import Encoding

/// Raw values are part of stored files: never rename one.
package enum DownloadMode: String, Sendable, Hashable, CaseIterable {
    case plain = "plain"
    /// Encrypted on the disk, for tvplay only.
    case secure = "secure"

    package static let sealedEnding = ".sealed"
}

/// Raw values are part of stored files: never rename one.
package enum DownloadKind: String, Sendable, Hashable, CaseIterable {
    case video = "video"
    case audio = "audio"
    case room = "room"
    case file = "file"
}

package struct DownloadFile: Sendable, Hashable {
    /// Raw values are part of stored files: never rename one.
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

    /// Within the item's folder, where it is safe as a path.
    package var name: String
    package var role: Role
    /// In bytes before encryption.
    package var size: Int64?

    package init(name: String, role: Role, size: Int64? = nil) {
        self.name = name
        self.role = role
        self.size = size
    }

    package func path(in folder: String) -> String { folder + "/" + name }
}

/// In the protocol a file has its absolute path.
extension DownloadFile {
    package func wire(in folder: String) -> JSONValue {
        .object([
            "path": .string(path(in: folder)), "role": .string(role.rawValue), "length": size.map(JSONValue.integer),
        ])
    }

    /// An unknown role counts as `other`.
    package init?(wire value: JSONValue, in folder: String) {
        guard let path = value["path"]?.text else { return nil }
        self.init(
            name: path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path,
            role: value["role"]?.text.flatMap(Role.init(rawValue:)) ?? .other, size: value["length"]?.wholeNumber)
    }
}
