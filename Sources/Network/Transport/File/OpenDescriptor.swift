import CPlatform
import Glibc
import PlayCore

enum DescriptorKind {
    /// A regular file or a block device: `pread` anywhere.
    case positioned
    /// A pipe, a terminal, a character device, a socket: forward only.
    case stream
}

/// System calls that throw ``PlayCore/ByteSourceError``.
enum OpenDescriptor {
    /// Opens for reading without waiting. Reading from a FIFO waits for its writer.
    static func open(_ path: String) throws(ByteSourceError) -> Int32 {
        // A path cannot contain a NUL; C would silently open another one.
        guard !path.utf8.contains(0) else {
            throw ByteSourceError(.notFound, operation: "open", systemError: ENOENT, context: path)
        }
        if FileBounds.refuses(path) {
            throw ByteSourceError(.notPermitted, operation: "open", systemError: EACCES, context: path)
        }
        while true {
            let descriptor = ByteText.withCString(path) { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw failure("open", errno, path) }
        }
    }

    static func close(_ descriptor: Int32) { _ = CPlatform.close(descriptor) }

    /// - Throws: `.notAFile` for a folder.
    static func kind(_ descriptor: Int32, context: String) throws(ByteSourceError) -> DescriptorKind {
        let mode = try status(descriptor, context: context).st_mode & S_IFMT
        switch mode {
        case S_IFREG, S_IFBLK: return .positioned
        case S_IFDIR: throw ByteSourceError(.notAFile, operation: "open", systemError: EISDIR, context: context)
        default: return .stream
        }
    }

    static func size(_ descriptor: Int32, context: String) -> Int64? {
        guard let status = try? status(descriptor, context: context) else {
            return nil
        }
        if status.st_mode & S_IFMT == S_IFREG { return Int64(status.st_size) }
        let end = lseek(descriptor, 0, SEEK_END)
        return end > 0 ? Int64(end) : nil
    }

    static func failure(_ operation: String, _ number: Int32, _ context: String) -> ByteSourceError {
        let code: ByteSourceError.Code =
            switch number {
            case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: .notFound
            case EACCES, EPERM: .notPermitted
            case EISDIR, ENXIO: .notAFile
            default: .io
            }
        return ByteSourceError(code, operation: operation, systemError: number, context: context)
    }

    private static func status(_ descriptor: Int32, context: String) throws(ByteSourceError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("fstat", errno, context) }
        return status
    }
}
