/// Which items are evicted. Pure.
package enum EvictionPlan {
    /// A resource in the cache.
    package struct Item: Sendable, Equatable {
        package let id: Int64
        /// Bytes on the disk.
        package let bytes: Int64
        /// When bytes were last added, in milliseconds of the calendar.
        package let filled: Int64
        /// A download: stays until it is removed by hand, and has no part in the capacity.
        package let isPinned: Bool
        /// In use in this process: goes the next time.
        package let isHeld: Bool

        package init(id: Int64, bytes: Int64, filled: Int64, isPinned: Bool = false, isHeld: Bool = false) {
            self.id = id
            self.bytes = bytes
            self.filled = filled
            self.isPinned = isPinned
            self.isHeld = isHeld
        }
    }

    /// Whole items, those first that were filled longest ago, until both rules hold or there are none left.
    ///
    /// - Parameter free: bytes that are free on the disk now; nil: unknown, then only the capacity counts.
    package static func victims(_ items: [Item], capacity: Int64, minimumFree: Int64, free: Int64?) -> [Int64] {
        var total = items.filter { !$0.isPinned }.reduce(0) { $0 + $1.bytes }
        var free = free ?? .max
        var victims: [Int64] = []
        let order = items.filter { !$0.isPinned && !$0.isHeld }.sorted { ($0.filled, $0.id) < ($1.filled, $1.id) }
        for item in order where total > capacity || free < minimumFree {
            victims.append(item.id)
            total -= item.bytes
            if free < .max { free += item.bytes }
        }
        return victims
    }
}
