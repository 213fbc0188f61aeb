import MediaSources
import PlayCore

/// Counts a stream's bytes from the disk. Any thread.
final class CacheTally: Sendable {
    private let count = Monitor<Int64>(0)

    var bytes: Int64 { count.withLock { $0 } }

    func add(_ bytes: Int64) {
        if bytes > 0 { count.withLock { $0 += bytes } }
    }
}

/// A stream's link whose figures include the cache's bytes.
final class CachedStreamLink: NetworkLink, DiskBuffer {
    private let link: any NetworkLink
    private let tally: CacheTally
    private let ahead: ReadAhead?

    init(_ link: any NetworkLink, _ tally: CacheTally, _ ahead: ReadAhead?) {
        self.link = link
        self.tally = tally
        self.ahead = ahead
    }

    var network: NetworkStatus {
        var status = link.network
        let fetched = ahead?.fetchedBytes ?? 0
        status.byteCount += fetched
        status.cachedByteCount = max(0, tally.bytes - fetched)
        return status
    }

    func setAwaited(_ isAwaited: Bool) { link.setAwaited(isAwaited) }
    func reload() { link.reload() }
    func hurry() { link.hurry() }

    func hold(_ amount: MediaTime, of duration: MediaTime?) -> MediaTime? { ahead?.hold(amount) }
}
