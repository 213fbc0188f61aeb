package import PlayCore

/// How the cache on disk is used. A value.
package struct CacheSettings: Sendable, Equatable {
    /// 20 GiB.
    package static let defaultCapacity: Int64 = 20 << 30
    /// A version that was compared with the server's this long ago is taken for the newest without asking: as long as
    /// a viewer needs for a film with breaks.
    package static let freshness: Int64 = 2 * 3600 * 1000
    /// How long a version is believed in whose server tells nothing by which one could know another, in milliseconds.
    package static let unprovenLifetime: Int64 = 24 * 3600 * 1000

    /// A buffer that may become longer than this may lie on the disk.
    package static let largeCacheThreshold = MediaTime.seconds(50)

    /// Off without being asked for.
    package var isOn = false
    /// Bytes at most; what is pinned does not count.
    package var capacity = defaultCapacity
    /// Bytes that stay free on the disk.
    package var minimumFree: Int64 = 0
    /// The server is asked at each start, and without its yes nothing plays.
    package var isStrict = false
    /// What is read ahead may lie on the disk.
    package var buffersToDisk = false
    package var keyRule = CacheKeyRule()

    package init() {}

    /// The samples pass 0 where they mean the default.
    package static func capacity(_ bytes: Int64) -> Int64 { bytes == 0 ? defaultCapacity : bytes }

    /// Whether what is read ahead lies on the disk: all four have to hold.
    ///
    /// - Parameters:
    ///   - maximumBuffer: how far is read ahead at most.
    ///   - isItemCached: whether what plays may be cached.
    package func isLargeCacheActive(maximumBuffer: MediaTime, isItemCached: Bool) -> Bool {
        isOn && isItemCached && buffersToDisk && maximumBuffer > Self.largeCacheThreshold
    }
}
