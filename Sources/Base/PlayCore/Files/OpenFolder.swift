import CPlatform
import Glibc

/// An open folder. It finds entries by descriptor, so replacing a parent folder with a link redirects nothing.
struct OpenFolder: ~Copyable {
    struct Identity: Equatable {
        let device: dev_t
        let node: ino_t
    }

    struct Name {
        let text: String
        let kind: FolderWalk.Kind?
    }

    private let stream: OpaquePointer
    let path: String

    deinit { closedir(stream) }

    init(_ path: String, followsLink: Bool) throws(FileError) {
        if FileBounds.refuses(path) { throw FileError("open", EACCES, path) }
        try self.init(ByteText.bytes(path), in: AT_FDCWD, path, followsLink)
    }

    func folder(_ name: String, followsLink: Bool) throws(FileError) -> OpenFolder {
        let path = path(of: name)
        if followsLink, FileBounds.refuses(path) { throw FileError("open", EACCES, path) }
        return try OpenFolder(ByteText.bytes(name), in: dirfd(stream), path, followsLink)
    }

    private init(_ name: [UInt8], in parent: Int32, _ path: String, _ followsLink: Bool) throws(FileError) {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
        let descriptor = (name + [0]).withUnsafeBytes {
            tv_open_at(parent, $0.assumingMemoryBound(to: CChar.self).baseAddress, flags)
        }
        guard descriptor >= 0 else { throw FileError("open", errno, path) }
        guard let stream = fdopendir(descriptor) else {
            let number = errno
            close(descriptor)
            throw FileError("fdopendir", number, path)
        }
        self.stream = stream
        self.path = path
    }

    func path(of name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }

    func identity() throws(FileError) -> Identity {
        var information = stat()
        guard fstat(dirfd(stream), &information) == 0 else { throw FileError("fstat", errno, path) }
        return Identity(device: information.st_dev, node: information.st_ino)
    }

    /// Returns the entries without `.` and `..`, in the file system's order. Call once.
    func names(limit: Int = .max) throws(FileError) -> [Name] {
        var names: [Name] = []
        let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        while names.count < limit {
            // Only `errno` distinguishes the end from an error.
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw FileError("readdir", errno, path) }
                break
            }
            // Read in place, without a copy: the field has 256 bytes, a usual name 30.
            let name = UnsafeRawPointer(entry).advanced(by: nameOffset).assumingMemoryBound(to: UInt8.self)
            let length = strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            let bytes = UnsafeBufferPointer(start: name, count: length)
            if bytes.first == UInt8(ascii: "."), length == 1 || length == 2 && bytes[1] == UInt8(ascii: ".") {
                continue
            }
            let kind = FolderWalk.Kind(directoryType: Int32(entry.pointee.d_type))
            names.append(Name(text: ByteText.text(bytes), kind: kind))
        }
        return names
    }

    func status(_ name: String, followsLink: Bool) throws(FileError) -> stat {
        var information = stat()
        let flags = followsLink ? 0 : AT_SYMLINK_NOFOLLOW
        let result = ByteText.withCString(name) { fstatat(dirfd(stream), $0, &information, flags) == 0 ? 0 : errno }
        guard result == 0 else { throw FileError("stat", result, path(of: name)) }
        return information
    }

    /// Removes a file, an empty folder, or a symbolic link but never its target. A missing entry is not an error.
    func remove(_ name: String, isFolder: Bool) throws(FileError) {
        let flags = isFolder ? AT_REMOVEDIR : 0
        let result = ByteText.withCString(name) { unlinkat(dirfd(stream), $0, flags) == 0 ? 0 : errno }
        guard result == 0 || result == ENOENT else {
            throw FileError(isFolder ? "rmdir" : "unlink", result, path(of: name))
        }
    }
}

extension FolderWalk.Kind {
    init?(directoryType type: Int32) {
        switch type {
        case Int32(DT_UNKNOWN): return nil
        case Int32(DT_REG): self = .file
        case Int32(DT_DIR): self = .folder
        case Int32(DT_LNK): self = .link
        default: self = .other
        }
    }

    init(_ information: stat) {
        switch information.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .link
        default: self = .other
        }
    }
}
