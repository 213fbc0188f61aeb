import Glibc
import PlayCore

/// Follows links. Blocks on disk access; any thread.
struct FileStatus {
    let kind: FolderWalk.Kind
    let size: Int64
    /// In nanoseconds since 1970.
    let modified: Int64

    static func of(_ path: String) -> FileStatus? {
        var information = stat()
        guard !FileBounds.refuses(path), ByteText.withCString(path, { stat($0, &information) }) == 0 else { return nil }
        let kind: FolderWalk.Kind =
            switch information.st_mode & S_IFMT {
            case S_IFDIR: .folder
            case S_IFREG: .file
            default: .other
            }
        return FileStatus(
            kind: kind, size: Int64(information.st_size),
            modified: Int64(information.st_mtim.tv_sec) * 1_000_000_000 + Int64(information.st_mtim.tv_nsec))
    }

    /// Resolves all links. Returns `nil` for a missing path.
    static func realPath(_ path: String) -> String? {
        guard let found = ByteText.withCString(path, { realpath($0, nil) }) else { return nil }
        defer { free(found) }
        return ByteText.text(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }
}
