internal import CPlatform
import DownloadModel
internal import Glibc
import PlayCore

/// System calls on downloaded files, with their errors. Any thread.
enum Disk {
    static func problem(_ number: Int32, _ path: String) -> DownloadProblem {
        let text = "\(String(cString: strerror(number))): \(path)"
        return DownloadProblem(.disk, number: Int64(number), detail: text)
    }

    /// Opening another kind may block forever, or take bytes from a pipe's reader.
    static func isRegular(_ path: String) -> Bool {
        var information = stat()
        return ByteText.withCString(path) { stat($0, &information) } == 0
            && information.st_mode & S_IFMT == S_IFREG
    }

    static func exists(_ path: String) -> Bool { ByteText.withCString(path) { access($0, F_OK) == 0 } }

    static func size(_ path: String) -> Int64? {
        var information = stat()
        return ByteText.withCString(path) { stat($0, &information) } == 0 ? Int64(information.st_size) : nil
    }

    static func makeFolders(_ path: String, mode: mode_t = 0o777) throws(DownloadProblem) {
        do throws(FileError) { try FolderMaking.make(path, mode: mode) } catch {
            throw problem(error.number, error.path)
        }
    }

    /// Failures are logged.
    static func setTime(_ seconds: Int64, of path: String) {
        var information = stat()
        let isSet = ByteText.withCString(path) { path in
            guard stat(path, &information) == 0 else { return false }
            return utimensat(AT_FDCWD, path, [information.st_atim, timespec(tv_sec: Int(seconds), tv_nsec: 0)], 0) == 0
        }
        if !isSet {
            Log.shared.write(.warning, "downloads", "\(problem(errno, path))")
        }
    }

    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    static func freeBytes(at path: String) -> Int64? {
        let count = ByteText.withCString(path) { tv_free_bytes($0) }
        return count < 0 ? nil : Int64(count)
    }

    /// Returns the given name or a numbered one.
    static func rename(_ path: String, toNew wanted: String) throws(DownloadProblem) -> String {
        var target = wanted
        while true {
            let result = twoPaths(path, target) { tv_rename_new($0, $1) == 0 ? 0 : errno }
            switch result {
            case 0: return target
            case EEXIST: target = SafeFileName.unique(wanted, isTaken: exists)
            case EINVAL, ENOSYS:
                // The file system cannot guarantee an unused name, so a collision remains possible but is unlikely.
                target = SafeFileName.unique(wanted, isTaken: exists)
                try replace(target, with: path)
                return target
            default: throw problem(result, target)
            }
        }
    }

    static func replace(_ target: String, with path: String) throws(DownloadProblem) {
        let result = twoPaths(path, target) { Glibc.rename($0, $1) == 0 ? 0 : errno }
        guard result == 0 else { throw problem(result, target) }
    }

    private static func twoPaths<R>(
        _ a: String, _ b: String, _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> R
    ) -> R {
        ByteText.withCString(a) { a in ByteText.withCString(b) { b in body(a, b) } }
    }

    static func remove(_ path: String) {
        _ = ByteText.withCString(path) { unlink($0) }
    }

    static func removeFolder(_ path: String) { _ = ByteText.withCString(path) { rmdir($0) } }

    static func synchronizeFolder(_ path: String) throws(DownloadProblem) {
        let descriptor = ByteText.withCString(path) { tv_open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
        guard descriptor >= 0 else { throw problem(errno, path) }
        defer { close(descriptor) }
        // Some file systems do not support this.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw problem(errno, path) }
    }

    static func contents(_ path: String, limit: Int = 64 << 20) throws(DownloadProblem) -> [UInt8]? {
        guard exists(path) else { return nil }
        let file = try DiskFile(path, mode: .read)
        let size = try file.size()
        guard size <= Int64(limit) else { throw DownloadProblem(.damaged, detail: path) }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        let count = try file.read(at: 0, &bytes)
        return Array(bytes.prefix(count))
    }

    /// Writes atomically, even across a loss of power.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) throws(DownloadProblem) {
        let temporary = path + ".new"
        do throws(DownloadProblem) {
            let file = try DiskFile(temporary, mode: .replace(mode))
            try bytes.withBytes { bytes throws(DownloadProblem) in try file.write(bytes, at: 0) }
            try file.synchronize()
        } catch {
            remove(temporary)
            throw error
        }
        try replace(path, with: temporary)
    }

    static let bootID: String = {
        // Without it, every start counts as a new boot.
        let bytes = (try? contentsOfProc("/proc/sys/kernel/random/boot_id")) ?? []
        let text = String(decoding: bytes, as: UTF8.self).filter { $0.isHexDigit }
        return text.isEmpty ? DownloadID.random().text : text
    }()

    private static func contentsOfProc(_ path: String) throws(DownloadProblem) -> [UInt8] {
        let file = try DiskFile(path, mode: .read)
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = try file.read(at: 0, &bytes)
        return Array(bytes.prefix(count))
    }
}

/// Closed on deinitialization. Any thread.
final class DiskFile: Sendable {
    enum Mode {
        case read
        case update
        /// Creates the file with these permissions, reduced by the process's umask.
        case make(mode_t)
        /// Processes that have the old file open keep it.
        case replace(mode_t)
    }

    private let descriptor: Int32
    let path: String
    /// Serializes writes, since file systems lock the file for each write and waiting there spins.
    private let turn = Monitor(())

    init(_ path: String, mode: Mode) throws(DownloadProblem) {
        let descriptor = ByteText.withCString(path) { path in
            switch mode {
            case .read: return tv_open(path, O_RDONLY | O_CLOEXEC, 0)
            case .update: return tv_open(path, O_RDWR | O_CLOEXEC, 0)
            case .make(let rights): return tv_open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, UInt32(rights))
            case .replace(let rights):
                let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
                let made = tv_open(path, flags, UInt32(rights))
                guard made < 0, errno == EEXIST, unlink(path) == 0 else { return made }
                return tv_open(path, flags, UInt32(rights))
            }
        }
        guard descriptor >= 0 else { throw Disk.problem(errno, path) }
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    func size() throws(DownloadProblem) -> Int64 {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw Disk.problem(errno, path) }
        return Int64(information.st_size)
    }

    /// Returns whether the file was not deleted since it was opened.
    func hasName() throws(DownloadProblem) -> Bool {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw Disk.problem(errno, path) }
        return information.st_nlink > 0
    }

    func rights() throws(DownloadProblem) -> (mode: mode_t, owner: uid_t) {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw Disk.problem(errno, path) }
        return (information.st_mode, information.st_uid)
    }

    /// Returns fewer bytes than requested only at the end of the file.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(DownloadProblem) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
            if count > 0 {
                done += count
            } else if count == 0 {
                break
            } else if errno != EINTR {
                throw Disk.problem(errno, path)
            }
        }
        return done
    }

    func read(at offset: Int64, _ bytes: inout [UInt8]) throws(DownloadProblem) -> Int {
        try bytes.withMutableBytes { space throws(DownloadProblem) in try read(at: offset, into: space) }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(DownloadProblem) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let (count, failure) = turn.withLock { _ in
                (pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done)), errno)
            }
            if count > 0 {
                done += count
            } else if count == 0 {
                throw Disk.problem(ENOSPC, path)
            } else if failure != EINTR {
                throw Disk.problem(failure, path)
            }
        }
    }

    /// Does nothing if the file system does not support it.
    func reserve(_ length: Int64) throws(DownloadProblem) {
        guard length > 0, fallocate(descriptor, 0, 0, off_t(length)) != 0 else { return }
        // EOPNOTSUPP and the like: not supported.
        if errno == ENOSPC || errno == EDQUOT || errno == EFBIG { throw Disk.problem(errno, path) }
    }

    func truncate(_ length: Int64) throws(DownloadProblem) {
        if try size() == length { return }
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw Disk.problem(errno, path) }
    }

    /// Does not wait for the disk. `nil` is the whole file.
    func beginSynchronizing(_ span: Range<Int64>? = nil) {
        tv_begin_synchronizing(descriptor, span?.lowerBound ?? 0, Int64(span?.count ?? 0))
    }

    func synchronize() throws(DownloadProblem) {
        guard fdatasync(descriptor) == 0 else { throw Disk.problem(errno, path) }
    }
}
