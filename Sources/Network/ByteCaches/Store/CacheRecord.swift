/// What the index says of one version of one resource. A value.
package struct CacheRecord: Sendable, Equatable {
    package let id: Int64
    /// ``CacheKey/text``.
    package let key: String
    /// ``CacheKey/name``; text from outside.
    package let name: String
    /// Name of its file in the folder `data`, of this version alone.
    let file: String
    package let info: ResourceInfo
    /// Milliseconds of the calendar: when it was begun, compared with the server's, and last filled.
    package let created: Int64
    let checked: Int64
    package let filled: Int64
    package let isPinned: Bool
    /// Bytes on the disk.
    package let bytes: Int64
}

/// How bytes were had, since the cache was made or since a source was opened.
package struct CacheUse: Sendable, Equatable {
    /// Bytes read from the disk: what was saved.
    package var hits: Int64 = 0
    /// Bytes that had to be fetched.
    package var misses: Int64 = 0

    package init(hits: Int64 = 0, misses: Int64 = 0) {
        self.hits = hits
        self.misses = misses
    }

    /// 0 … 1; nil before the first byte.
    package var hitRate: Double? {
        let total = hits + misses
        return total > 0 ? Double(hits) / Double(total) : nil
    }
}
