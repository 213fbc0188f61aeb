import PlayCore

/// ADV-59: bytes of a stream that came from the disk. Any thread.
final class CacheTally: Sendable {
    private let count = Monitor<Int64>(0)

    var bytes: Int64 { count.withLock { $0 } }

    func add(_ bytes: Int64) {
        if bytes > 0 { count.withLock { $0 += bytes } }
    }
}

/// The network under a stream that is kept on the disk: what it tells of it has both.
final class CachedStreamLink: NetworkLink {
    private let link: any NetworkLink
    private let tally: CacheTally

    init(_ link: any NetworkLink, _ tally: CacheTally) {
        self.link = link
        self.tally = tally
    }

    var network: NetworkStatus {
        var status = link.network
        status.cachedByteCount = tally.bytes
        return status
    }

    func setAwaited(_ isAwaited: Bool) { link.setAwaited(isAwaited) }
    func reload() { link.reload() }
}
