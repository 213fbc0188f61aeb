internal import Glibc
import PlayCore

/// The place of a film's renditions: a hidden folder beside it.
///
///     films/.tvplay/Big Buck Bunny.mp4/prepared.json
///                                      240p.mp4  240p.m3u8  480p.mp4  480p.m3u8  film.m3u8
package struct PreparedPlace: Sendable, Hashable {
    package static let folderName = ".tvplay"
    /// The record's name. It is written once all renditions are complete.
    package static let recordName = "prepared.json"

    package let film: String

    package init?(of path: String) {
        guard let found = ByteText.withCString(path, { realpath($0, nil) }) else { return nil }
        defer { free(found) }
        film = ByteText.text(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }

    package init(film: String) { self.film = film }

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

package struct FilmStamp: Sendable, Hashable, Codable {
    /// In bytes.
    package let size: Int64
    /// In nanoseconds since 1970.
    package let modified: Int64

    package init(size: Int64, modified: Int64) { (self.size, self.modified) = (size, modified) }

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
