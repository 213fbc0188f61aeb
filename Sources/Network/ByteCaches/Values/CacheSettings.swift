package import PlayCore

package struct CacheSettings: Sendable, Equatable {
    package static let defaultCapacity: Int64 = 20 << 30
    /// How long a version counts as current after its server has confirmed it, in milliseconds: a film with breaks.
    package static let freshness: Int64 = 2 * 3600 * 1000
    /// How long a version without validators counts as current, in milliseconds.
    package static let unprovenLifetime: Int64 = 24 * 3600 * 1000

    /// Only buffers with a longer maximum may be stored on the disk.
    package static let largeCacheThreshold = MediaTime.seconds(50)

    package var isOn = false
    /// In bytes, without pinned items.
    package var capacity = defaultCapacity
    /// Bytes to leave free on the disk.
    package var minimumFree: Int64 = 0
    /// Whether the server must confirm the stored version at each start, without which nothing plays.
    package var isStrict = false
    package var buffersToDisk = false
    package var keyRule = CacheKeyRule()

    package init() {}

    /// Returns the capacity for an option's value. 0 is the default.
    package static func capacity(_ bytes: Int64) -> Int64 { bytes == 0 ? defaultCapacity : bytes }

    package func isLargeCacheActive(maximumBuffer: MediaTime, isItemCached: Bool) -> Bool {
        isOn && isItemCached && buffersToDisk && maximumBuffer > Self.largeCacheThreshold
    }
}
