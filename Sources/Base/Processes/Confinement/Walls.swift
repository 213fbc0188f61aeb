import CPlatform
import Glibc

/// Confines this process permanently. Call on the main thread before others start, so that they inherit it.
package enum Walls {
    /// Returns Landlock's version, or `nil` if the kernel lacks it; then only the program itself guards files.
    @discardableResult
    package static func raise(_ plan: WallPlan) throws(WallError) -> Int? {
        try limit(plan)
        guard tv_forbid_new_privileges() == 0 else { throw WallError("prctl", errno) }
        let version = Landlock.version
        if let version { try Landlock.enter(plan, version: version) }
        try SystemCallFilter(sockets: plan.sockets).enter()
        return version
    }

    private static func limit(_ plan: WallPlan) throws(WallError) {
        // Never dumps memory to disk. A file that grows too large causes an error, not the end of the process.
        try set(RLIMIT_CORE, 0)
        signal(SIGXFSZ, SIG_IGN)
        if let bytes = plan.memory { try set(RLIMIT_DATA, bytes) }
        if let bytes = plan.fileSize { try set(RLIMIT_FSIZE, bytes) }
    }

    private static func set(_ resource: __rlimit_resource, _ most: UInt64) throws(WallError) {
        var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
        guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else {
            throw WallError("setrlimit", errno)
        }
    }
}
