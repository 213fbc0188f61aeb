/// The current item of a list and its successor: order, shuffling, repeating, as in mpv.
///
/// Items are identified by numbers that remain valid when others are added or removed; their contents are stored
/// elsewhere.
package struct PlaylistCursor: Sendable, Equatable {
    /// An item, for the life of the list.
    package struct ItemID: Sendable, Hashable {
        package let number: Int

        package init(_ number: Int) { self.number = number }
    }

    /// `--loop-playlist`: the number of times the list plays.
    package enum Playthroughs: Sendable, Equatable {
        /// At least 1, which means once.
        case times(Int)
        case endless
        /// `force`: endless, even if no item can be played.
        case endlessDespiteFailures
    }

    /// The items in playback order.
    package private(set) var order: [ItemID]
    /// The current item, or `nil` if the list is empty or was stopped.
    package private(set) var current: ItemID?
    /// Remaining playthroughs, including the current one.
    package var playthroughs: Playthroughs
    /// Whether each playthrough has a random order.
    package private(set) var isShuffled: Bool
    /// The order before shuffling, without later additions, or `nil` if it was not shuffled.
    private var orderBefore: [ItemID]?
    private var failed: Set<ItemID> = []
    private var lastNumber: Int

    /// - Parameters:
    ///   - count: number of items, 0 ..< count.
    ///   - start: where to start in playback order, clamped, or `nil` for the first.
    ///   - generator: for the order of a shuffled list; also passed to ``next(shuffledBy:)``.
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

    /// Index of the current item in the order, or `nil` if there is none.
    package var index: Int? { current.flatMap { order.firstIndex(of: $0) } }

    /// Whether ``next(shuffledBy:)`` would return an item.
    package var hasNext: Bool {
        guard let index else { return false }
        return index + 1 < order.count || wrapsAround
    }

    /// Whether ``previous()`` would return an item.
    package var hasPrevious: Bool {
        guard let index else { return false }
        return index > 0 || lastPlayable != nil
    }

    /// Moves to the next item, at the end of one or on the viewer's request; after the last it wraps to the first
    /// while playthroughs remain. Returns `nil` if the list is over; ``current`` then remains.
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

    /// Moves to the previous item; before the first it wraps to the last playable one if the list repeats.
    package mutating func previous() -> ItemID? {
        guard let index else { return nil }
        guard index > 0 || lastPlayable != nil else { return nil }
        current = index > 0 ? order[index - 1] : lastPlayable
        return current
    }

    /// - Returns: false if the list has no such item.
    package mutating func jump(to item: ItemID) -> Bool {
        guard order.contains(item) else { return false }
        current = item
        return true
    }

    /// Notes that an item could not be played. If all items failed, the list does not repeat (except with `force`).
    package mutating func markFailed(_ item: ItemID) { if order.contains(item) { failed.insert(item) } }

    /// Notes that a failed item was played after all.
    package mutating func markPlayed(_ item: ItemID) { failed.remove(item) }

    // MARK: Changes

    /// Inserts new items at an index of the order (also of a shuffled one), or at its end if `nil`. The current item
    /// remains.
    package mutating func insert(_ count: Int, at place: Int? = nil) -> [ItemID] {
        let items = (0..<count).map { ItemID(lastNumber + 1 + $0) }
        lastNumber += count
        order.insert(contentsOf: items, at: min(max(0, place ?? order.count), order.count))
        return items
    }

    /// Moves an item before the one at another index (mpv's `playlist-move`); an index after the last is the end.
    ///
    /// - Returns: false if there is no such item.
    package mutating func move(from place: Int, to target: Int) -> Bool {
        guard order.indices.contains(place), target >= 0 else { return false }
        let item = order.remove(at: place)
        order.insert(item, at: min(target > place ? target - 1 : target, order.count))
        return true
    }

    /// Shuffles the order once, not in each playthrough; the current item remains.
    package mutating func shuffle(by generator: inout some RandomNumberGenerator) {
        orderBefore = orderBefore ?? order
        order.shuffle(using: &generator)
    }

    /// Restores the order from before ``shuffle(by:)``, with later additions at the end.
    package mutating func unshuffle() {
        guard let before = orderBefore else { return }
        orderBefore = nil
        let there = Set(order)
        let known = Set(before)
        order = before.filter(there.contains) + order.filter { !known.contains($0) }
    }

    /// Shuffles now and in each playthrough, or restores the order.
    package mutating func setShuffled(_ isOn: Bool, by generator: inout some RandomNumberGenerator) {
        isShuffled = isOn
        if isOn { shuffle(by: &generator) } else { unshuffle() }
    }

    /// Stops playback; the list remains.
    package mutating func stop() { current = nil }

    /// Removes an item. If it is current, the next one becomes ``current``, or the previous one if there is no next.
    ///
    /// - Returns: false if the list has no such item.
    package mutating func remove(_ item: ItemID) -> Bool {
        guard let position = order.firstIndex(of: item) else { return false }
        order.remove(at: position)
        failed.remove(item)
        if current == item { current = order.isEmpty ? nil : order[min(position, order.count - 1)] }
        return true
    }

    /// - Parameter keepsCurrent: whether to keep the current item.
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

    /// The last playable item, which precedes the first one if the list repeats, or `nil` if it does not.
    private var lastPlayable: ItemID? { repeats ? order.last { !failed.contains($0) } : nil }
}
