internal import CPlatform
import Encoding
internal import Glibc
import PlayCore

/// File system operations for lists. Blocks as the disk does; any thread.
package enum FileSystemAccess {
    enum Kind: Sendable, Equatable { case file, folder, other }

    /// Follows links. Returns `nil` for a missing path.
    static func kind(_ path: String) -> Kind? { status(path)?.kind }

    package static func exists(_ path: String) -> Bool { status(path) != nil }

    struct Identity: Hashable, Sendable {
        let device: UInt64
        let node: UInt64
    }

    static func identity(_ path: String) -> Identity? { status(path)?.identity }

    private static func status(_ path: String) -> (kind: Kind, identity: Identity)? {
        var information = stat()
        guard !FileBounds.refuses(path), ByteText.withCString(path, { stat($0, &information) }) == 0 else { return nil }
        let kind: Kind =
            switch information.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
        return (kind, Identity(device: UInt64(information.st_dev), node: UInt64(information.st_ino)))
    }

    /// Reads a regular file. Throws `.tooLarge` beyond `limit` bytes, `.unreadable`.
    package static func read(_ path: String, limit: Int) throws(PlaylistError) -> [UInt8] {
        do throws(FileError) {
            return try WholeFile.read(path, limit: limit)
        } catch {
            throw error.number == EFBIG ? .tooLarge : .unreadable(reason: error.reason)
        }
    }

    /// Returns whether a file with a list's name does not begin like a list. False if it cannot be read.
    static func isFilm(_ path: String) -> Bool {
        guard !FileBounds.refuses(path), kind(path) == .file else { return false }
        let descriptor = ByteText.withCString(path) { tv_open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &head, head.count)
        return count > 0 && !Inflater.isGzip(head)
            && PlaylistFormat.of(Array(head.prefix(count)), named: path, isList: false) == nil
    }

    /// Returns a path's ``Video/id``: absolute, and independent of links to its folder. Keeps the file name, which
    /// people recognise. Standard input is unchanged. An address's query becomes a hash.
    package static func videoID(of location: String) -> String {
        if location == "-" { return location }
        if AddressText.scheme(of: location) != nil { return AddressText.identity(location) }
        let path = absolute(location)
        let folder = PathText.folder(of: path)
        guard let resolved = ByteText.withCString(folder, { realpath($0, nil) }) else {
            return PathText.normalized(path)
        }
        defer { free(resolved) }
        let bytes = UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))
        let name = PathText.name(of: path)
        // "folder/.." has no name of its own.
        if name == "." || name == ".." { return PathText.normalized(path) }
        let real = ByteText.text(bytes)
        return (real == "/" ? "" : real) + "/" + name
    }

    /// Resolves all links. False for a missing path.
    package static func isInside(_ path: String, of folder: String) -> Bool {
        guard let root = resolved(folder.isEmpty ? "." : folder), let file = resolved(path) else { return true }
        return root == "/" || file == root || file.hasPrefix(root + "/")
    }

    private static func resolved(_ path: String) -> String? {
        guard let found = ByteText.withCString(path, { realpath($0, nil) }) else { return nil }
        defer { free(found) }
        return ByteText.text(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }

    /// Adds up the bytes of at most `limit` regular files, without hidden files and links. Returns `nil` if the folder
    /// is unreadable.
    package static func size(ofFolder folder: String, limit: Int = 20_000) -> Int64? {
        var size: Int64 = 0
        do throws(FileError) {
            try FolderWalk(depth: 32, limit: limit, readsStatus: true).visit(folder) { event in
                guard case .entry(let entry) = event else { return .proceed }
                if entry.name.hasPrefix(".") { return .skip }
                if entry.kind == .file { size += entry.status?.size ?? 0 }
                return .proceed
            }
        } catch {
            Log.shared.write(.warning, "rooms", "\(error)")
            return nil
        }
        return size
    }

    package static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        guard let current = getcwd(nil, 0) else { return "/" + path }
        defer { free(current) }
        return ByteText.text(UnsafeRawBufferPointer(start: current, count: strlen(current))) + "/" + path
    }
}
