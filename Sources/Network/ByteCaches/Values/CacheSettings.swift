package import PlayCore

/// How the cache on disk is used (ADV-54 … ADV-60). A value.
package struct CacheSettings: Sendable, Equatable {
    /// ADV-55: 20 GB, as 20480 MB.
    package static let defaultCapacity: Int64 = 20 << 30
    /// A version that was compared with the server's this long ago is taken for the newest without asking: as long as
    /// a viewer needs for a film with breaks.
    package static let freshness: Int64 = 2 * 3600 * 1000
    /// How long a version is believed in whose server tells nothing by which one could know another, in milliseconds.
    package static let unprovenLifetime: Int64 = 24 * 3600 * 1000

    /// ADV-60: a buffer that may become longer than this may lie on the disk.
    package static let largeCacheThreshold = MediaTime.seconds(50)

    /// ADV-54: off without being asked for.
    package var isOn = false
    /// Bytes at most; what is pinned does not count.
    package var capacity = defaultCapacity
    /// ADV-55: bytes that stay free on the disk.
    package var minimumFree: Int64 = 0
    /// ADV-57: the server is asked at each start, and without its yes nothing plays.
    package var isStrict = false
    /// ADV-60: what is read ahead may lie on the disk.
    package var buffersToDisk = false
    package var keyRule = CacheKeyRule()

    package init() {}

    /// ADV-55: the samples pass 0 where they mean the default.
    package static func capacity(_ bytes: Int64) -> Int64 { bytes == 0 ? defaultCapacity : bytes }

    /// ADV-60: whether what is read ahead lies on the disk: all four have to hold.
    ///
    /// - Parameters:
    ///   - maximumBuffer: how far is read ahead at most.
    ///   - isItemCached: ADV-58, of what plays.
    package func isLargeCacheActive(maximumBuffer: MediaTime, isItemCached: Bool) -> Bool {
        isOn && isItemCached && buffersToDisk && maximumBuffer > Self.largeCacheThreshold
    }
}
