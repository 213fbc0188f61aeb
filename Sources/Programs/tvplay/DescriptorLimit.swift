import CPlatform
import Glibc
import PlayCore

/// The limit of open files of this process, the player and the daemon that it starts.
enum DescriptorLimit {
    /// Enough for a film with subtitles, sound and sockets, with some to spare.
    private static let least: rlim_t = 64
    private static let wanted: rlim_t = 1024

    /// Raises the limit as far as allowed. Returns why nothing can be started, or `nil`.
    static func raise() -> String? {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < wanted else { return nil }
        limit.rlim_cur = min(limit.rlim_max, wanted)
        _ = setrlimit(resource, &limit)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < least else { return nil }
        return tr(
            "Only %1 files may be open at once, and tvplay needs %2: raise the limit (ulimit -Hn)", "\(limit.rlim_cur)",
            "\(least)")
    }
}
