import Glibc
import PlayCore

/// What the file system says of a path, through links. Blocks as the disk does; any thread.
struct FileStatus {
    let kind: FolderWalk.Kind
    let size: Int64
    /// Nanoseconds since 1970.
    let modified: Int64

    /// Nil: there is nothing.
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

    /// Where a path leads through all links; nil: nowhere.
    static func realPath(_ path: String) -> String? {
        guard let found = ByteText.withCString(path, { realpath($0, nil) }) else { return nil }
        defer { free(found) }
        return ByteText.text(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }
}
