package enum EvictionPlan {
    package struct Item: Sendable, Equatable {
        package let id: Int64
        /// The bytes on the disk.
        package let bytes: Int64
        /// When bytes were last added, in calendar milliseconds.
        package let filled: Int64
        /// A download, which stays until the user removes it and does not count towards the capacity.
        package let isPinned: Bool
        /// Whether this process uses it. It may be evicted later.
        package let isHeld: Bool

        package init(id: Int64, bytes: Int64, filled: Int64, isPinned: Bool = false, isHeld: Bool = false) {
            self.id = id
            self.bytes = bytes
            self.filled = filled
            self.isPinned = isPinned
            self.isHeld = isHeld
        }
    }

    /// Selects the least recently filled items until both limits hold. If `free` is unknown, only the capacity counts.
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
