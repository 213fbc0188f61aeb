internal import CPlatform
internal import Glibc

/// The umask of one thread, and of the threads and processes that it starts afterwards.
enum FileRights {
    private static let ofProcess: mode_t = {
        let mask = umask(0o022)
        umask(mask)
        return mask
    }()

    /// Reads the service's umask. Call before any thread changes its own.
    static func prepare() { _ = ofProcess }

    /// - Parameter mask: `nil` for the service's own.
    static func setUmask(_ mask: UInt32?) {
        let mask = mask ?? ofProcess
        // Threads share the umask until one unshares it. If the system refuses that, all keep the service's umask.
        if tv_call(Int(__NR_unshare), Self.fileSystemState, 0, 0) == 0 { umask(mask) }
    }

    /// CLONE_FS of unshare(2).
    private static let fileSystemState = 0x200
}
