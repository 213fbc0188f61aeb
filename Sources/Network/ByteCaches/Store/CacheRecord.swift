package struct CacheRecord: Sendable, Equatable {
    package let id: Int64
    package let key: String
    package let name: String
    /// Name in the folder `data`. No other version uses it.
    let file: String
    package let info: ResourceInfo
    /// Calendar milliseconds of creation, of the last comparison with the server, and of the last filling.
    package let created: Int64
    let checked: Int64
    package let filled: Int64
    package let isPinned: Bool
    package let bytes: Int64
}

/// Bytes from the disk (hits) and from the server (misses), since the cache was created or a source was opened.
package struct CacheUse: Sendable, Equatable {
    package var hits: Int64 = 0
    package var misses: Int64 = 0

    package init(hits: Int64 = 0, misses: Int64 = 0) {
        self.hits = hits
        self.misses = misses
    }

    /// 0 … 1, or `nil` before the first byte.
    package var hitRate: Double? {
        let total = hits + misses
        return total > 0 ? Double(hits) / Double(total) : nil
    }
}
