/// Which item of a list plays, and which comes next: order, shuffling, repeating, as mpv has them.
///
/// Items are known by numbers that stay when others come and go; what they stand for is kept elsewhere. A value.
package struct PlaylistCursor: Sendable, Equatable {
    /// An item, for the life of the list.
    package struct ItemID: Sendable, Hashable {
        package let number: Int

        package init(_ number: Int) { self.number = number }
    }

    /// `--loop-playlist`: how often the list plays through.
    package enum Playthroughs: Sendable, Equatable {
        /// At least 1; 1 is once and no more.
        case times(Int)
        case endless
        /// `force`: endless, even when nothing in it can be played.
        case endlessDespiteFailures
    }

    /// In the order of playing.
    package private(set) var order: [ItemID]
    /// What plays; nil when the list is empty, or was stopped.
    package private(set) var current: ItemID?
    /// Those that are left, this one included.
    package var playthroughs: Playthroughs
    /// Each playthrough has an order of its own.
    package private(set) var isShuffled: Bool
    /// As it was before it was shuffled; what came since is not in it. Nil: it was not.
    private var orderBefore: [ItemID]?
    private var failed: Set<ItemID> = []
    private var lastNumber: Int

    /// - Parameters:
    ///   - count: items 0 ..< count.
    ///   - start: where to begin, in the order of playing; nil: the first. Clamped.
    ///   - generator: for the order of a shuffled list; given anew to ``next(shuffledBy:)``.
    package init(
        count: Int, start: Int? = nil, playthroughs: Playthroughs = .times(1), isShuffled: Bool = false,
        shuffledBy generator: inout some RandomNumberGenerator
    ) {
        order = (0..<count).map(ItemID.init)
        lastNumber = count - 1
        self.isShuffled = isShuffled
        self.playthroughs = playthroughs
        if isShuffled { shuffle(by: &generator) }
        current = order.isEmpty ? nil : order[min(max(0, start ?? 0), order.count - 1)]
    }

    /// Position of what plays in the order; nil when nothing does.
    package var index: Int? { current.flatMap { order.firstIndex(of: $0) } }

    /// Whether ``next(shuffledBy:)`` would give an item.
    package var hasNext: Bool {
        guard let index else { return false }
        return index + 1 < order.count || wrapsAround
    }

    /// Whether ``previous()`` would give an item.
    package var hasPrevious: Bool {
        guard let index else { return false }
        return index > 0 || lastPlayable != nil
    }

    /// On to the next item, at the end of one or by the viewer: behind the last comes the first, while there are
    /// playthroughs left. Nil: the list is over, and what plays stays ``current``.
    package mutating func next(shuffledBy generator: inout some RandomNumberGenerator) -> ItemID? {
        guard let index else { return nil }
        if index + 1 < order.count {
            current = order[index + 1]
            return current
        }
        guard wrapsAround else { return nil }
        if case .times(let times) = playthroughs { playthroughs = .times(times - 1) }
        if isShuffled { shuffle(by: &generator) }
        current = order.first
        return current
    }

    /// Back to the item before; before the first comes the last that can be played, when the list repeats.
    package mutating func previous() -> ItemID? {
        guard let index else { return nil }
        guard index > 0 || lastPlayable != nil else { return nil }
        current = index > 0 ? order[index - 1] : lastPlayable
        return current
    }

    /// - Returns: false when the list has no such item.
    package mutating func jump(to item: ItemID) -> Bool {
        guard order.contains(item) else { return false }
        current = item
        return true
    }

    /// It could not be played. When all could not, the list does not repeat (but with `force`).
    package mutating func markFailed(_ item: ItemID) { if order.contains(item) { failed.insert(item) } }

    /// It was played after all.
    package mutating func markPlayed(_ item: ItemID) { failed.remove(item) }

    // MARK: Changes

    /// New items, at a place of the order (also of a shuffled one; nil: its end). What plays goes on.
    package mutating func insert(_ count: Int, at place: Int? = nil) -> [ItemID] {
        let items = (0..<count).map { ItemID(lastNumber + 1 + $0) }
        lastNumber += count
        order.insert(contentsOf: items, at: min(max(0, place ?? order.count), order.count))
        return items
    }

    /// Takes an item to before the one that is at another place (mpv's `playlist-move`); behind the last place is the
    /// end.
    ///
    /// - Returns: false when there is no such item.
    package mutating func move(from place: Int, to target: Int) -> Bool {
        guard order.indices.contains(place), target >= 0 else { return false }
        let item = order.remove(at: place)
        order.insert(item, at: min(target > place ? target - 1 : target, order.count))
        return true
    }

    /// Another order now, without another one in each playthrough; what plays stays.
    package mutating func shuffle(by generator: inout some RandomNumberGenerator) {
        orderBefore = orderBefore ?? order
        order.shuffle(using: &generator)
    }

    /// The order from before ``shuffle(by:)``; what came since stands at the end.
    package mutating func unshuffle() {
        guard let before = orderBefore else { return }
        orderBefore = nil
        let there = Set(order)
        let known = Set(before)
        order = before.filter(there.contains) + order.filter { !known.contains($0) }
    }

    /// Shuffles now and in each playthrough, or undoes it.
    package mutating func setShuffled(_ isOn: Bool, by generator: inout some RandomNumberGenerator) {
        isShuffled = isOn
        if isOn { shuffle(by: &generator) } else { unshuffle() }
    }

    /// Nothing plays any more; the list stays.
    package mutating func stop() { current = nil }

    /// Takes an item out. When it is what plays, the next one is ``current``, or the one before where there is no next.
    ///
    /// - Returns: false when the list has no such item.
    package mutating func remove(_ item: ItemID) -> Bool {
        guard let position = order.firstIndex(of: item) else { return false }
        order.remove(at: position)
        failed.remove(item)
        if current == item { current = order.isEmpty ? nil : order[min(position, order.count - 1)] }
        return true
    }

    /// - Parameter keepsCurrent: all but what plays.
    package mutating func removeAll(keepsCurrent: Bool) {
        let kept = keepsCurrent ? current : nil
        order = [kept].compactMap(\.self)
        failed.formIntersection(order)
        current = kept
    }

    private var repeats: Bool { playthroughs != .times(1) && playthroughs != .times(0) }

    private var wrapsAround: Bool {
        repeats && (playthroughs == .endlessDespiteFailures || order.contains { !failed.contains($0) })
    }

    /// For going back from the first; nil when the list does not repeat.
    private var lastPlayable: ItemID? { repeats ? order.last { !failed.contains($0) } : nil }
}
