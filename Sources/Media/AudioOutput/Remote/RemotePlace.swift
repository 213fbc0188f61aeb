import CPlatform
import Glibc
import PlayCore
import SoundWire

struct ListenerEntry: Sendable, Equatable {
    enum Way: Sendable, Equatable {
        case socket(String)
        case port(UInt16, secret: [UInt8])
    }

    let way: Way
    /// Distinguishes listeners whose sockets have the same name.
    let made: Int64
    let file: UInt64
}

/// `remote:PATH` names a socket, or a folder whose newest socket is used. `remote` alone names the folder of `tvplay
/// ssh`. A file that ends in `.tcp` holds a port and a secret. Folders are only read.
package struct RemotePlace: Sendable, Equatable {
    package let path: String

    package static func isRemote(_ name: String) -> Bool { name == "remote" || name.hasPrefix("remote:") }

    /// Returns `nil` if the name is no listener's, or the home folder is unknown.
    init?(_ name: String) {
        guard Self.isRemote(name) else { return nil }
        let given = String(name.dropFirst("remote:".count))
        guard let path = given.isEmpty ? Self.usualFolder : given else { return nil }
        self.path = path
    }

    package static var usualFolder: String? {
        BaseFolder.absolute("HOME").map { $0 + "/" + folderInHome }
    }

    package static let folderInHome = ".cache/tvplay-ssh/sound"

    /// Newest first. At most 64 files are examined.
    var entries: [ListenerEntry] {
        var status = stat()
        guard ByteText.withCString(path, { stat($0, &status) }) == 0 else { return [] }
        guard status.st_mode & S_IFMT == S_IFDIR else { return [Self.entry(path, status)].compactMap(\.self) }
        // Ignores files that other users could have created.
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else { return [] }
        return FolderWalk.names(in: path, for: "sound").prefix(64).compactMap { name in
            var status = stat()
            let path = path + "/" + name
            guard ByteText.withCString(path, { lstat($0, &status) }) == 0 else { return nil }
            return Self.entry(path, status)
        }.sorted { $0.made > $1.made }
    }

    private static func entry(_ path: String, _ status: stat) -> ListenerEntry? {
        let made = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        if status.st_mode & S_IFMT == S_IFSOCK {
            return ListenerEntry(way: .socket(path), made: made, file: UInt64(status.st_ino))
        }
        guard status.st_mode & S_IFMT == S_IFREG, path.hasSuffix(".tcp"), let way = port(path) else { return nil }
        return ListenerEntry(way: way, made: made, file: UInt64(status.st_ino))
    }

    /// Reads `PORT SECRET`, the secret in 32 hexadecimal digits.
    private static func port(_ path: String) -> ListenerEntry.Way? {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try WholeFile.read(path, limit: 256)
        } catch {
            Log.shared.write(.warning, "sound", "\(error)")
            return nil
        }
        let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
        guard words.count == 2, let number = UInt16(words[0]), let secret = SoundSecret.bytes(String(words[1])) else {
            return nil
        }
        return .port(number, secret: secret)
    }

    /// Removes a socket without a listener, as sshd leaves it behind when its connection breaks.
    static func removeDead(_ entry: ListenerEntry, in place: RemotePlace) {
        guard case .socket(let path) = entry.way, path != place.path else { return }
        _ = ByteText.withCString(path) { unlink($0) }
    }
}
