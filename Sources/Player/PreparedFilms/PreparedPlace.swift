internal import Glibc
import PlayCore

/// Where the renditions of a film lie: in a hidden folder beside it. A value.
///
///     films/.tvplay/Big Buck Bunny.mp4/prepared.json
///                                      240p.mp4  240p.m3u8  480p.mp4  480p.m3u8  film.m3u8
package struct PreparedPlace: Sendable, Hashable {
    /// Of all that was prepared in a folder.
    package static let folderName = ".tvplay"
    /// It is there once all is whole.
    package static let recordName = "prepared.json"

    /// The film, through all links.
    package let film: String

    /// Nil: there is no such file.
    package init?(of path: String) {
        guard let found = ByteText.withCString(path, { realpath($0, nil) }) else { return nil }
        defer { free(found) }
        film = ByteText.text(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }

    /// - Parameter film: through all links.
    package init(film: String) { self.film = film }

    /// The film's own.
    package var name: String { String(Self.split(film).name) }

    package var folder: String {
        let (parent, name) = Self.split(film)
        return parent + "/" + Self.folderName + "/" + name
    }

    package var record: String { folder + "/" + Self.recordName }

    private static func split(_ path: String) -> (folder: Substring, name: Substring) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        return (path[..<slash], path[slash...].drop { $0 == "/" })
    }
}

/// What tells a film from another version of it. A value.
package struct FilmStamp: Sendable, Hashable, Codable {
    /// Bytes.
    package let size: Int64
    /// Nanoseconds since 1970.
    package let modified: Int64

    package init(size: Int64, modified: Int64) { (self.size, self.modified) = (size, modified) }

    /// Nil: there is no regular file.
    package static func of(_ path: String) -> FilmStamp? {
        var information = stat()
        guard ByteText.withCString(path, { stat($0, &information) }) == 0,
            information.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return FilmStamp(
            size: Int64(information.st_size),
            modified: Int64(information.st_mtim.tv_sec) * 1_000_000_000 + Int64(information.st_mtim.tv_nsec))
    }
}
