internal import CPlatform
import DownloadModel
internal import Glibc
import PlayCore

/// One process at a time has a folder of downloads. Held as long as it lives; the kernel lets go of it when the
/// process ends, however it ends.
final class FolderLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `.notPossible`: another process has it.
    init(_ folder: String) throws(DownloadProblem) {
        try Disk.makeFolders(folder, mode: 0o700)
        let path = folder + "/lock"
        let descriptor = ByteText.withCString(path) { tv_open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw Disk.problem(errno, path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw DownloadProblem(.notPossible, detail: "another process has \(folder)")
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
