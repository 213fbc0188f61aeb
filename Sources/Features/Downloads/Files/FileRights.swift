internal import CPlatform
internal import Glibc

/// The rights that new files lack, for one thread, and the threads and processes that it starts from then on.
enum FileRights {
    /// That of the service.
    private static let ofProcess: mode_t = {
        let mask = umask(0o022)
        umask(mask)
        return mask
    }()

    /// Reads the service's own. Call before a thread has another.
    static func prepare() { _ = ofProcess }

    /// - Parameter mask: `nil`: the service's own.
    static func setUmask(_ mask: UInt32?) {
        let mask = mask ?? ofProcess
        // Threads share it until one is parted from them. Where the system refuses, the service's own holds for all.
        if tv_call(Int(__NR_unshare), Self.fileSystemState, 0, 0) == 0 { umask(mask) }
    }

    /// CLONE_FS of unshare(2).
    private static let fileSystemState = 0x200
}
