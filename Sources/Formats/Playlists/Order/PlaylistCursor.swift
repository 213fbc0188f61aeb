/// The current item of a list and its successor, as in mpv: order, shuffling, repeating. Items are numbers, which
/// remain valid when others are added or removed.
package struct PlaylistCursor: Sendable, Equatable {
    package struct ItemID: Sendable, Hashable {
        package let number: Int

        package init(_ number: Int) { self.number = number }
    }

    package enum Playthroughs: Sendable, Equatable {
        /// At least 1, for once.
        case times(Int)
        case endless
        /// `force`: endless, even if all items fail.
        case endlessDespiteFailures
    }

    package private(set) var order: [ItemID]
    package private(set) var current: ItemID?
    package var playthroughs: Playthroughs
    package private(set) var isShuffled: Bool
    /// The order before shuffling, without later additions. `nil` if it is not shuffled.
    private var orderBefore: [ItemID]?
    private var failed: Set<ItemID> = []
    private var lastNumber: Int

    /// - Parameters:
    ///   - start: in playback order, clamped.
    ///   - generator: also passed to ``next(shuffledBy:)``.
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

    package var index: Int? { current.flatMap { order.firstIndex(of: $0) } }

    package var hasNext: Bool {
        guard let index else { return false }
        return index + 1 < order.count || wrapsAround
    }

    package var hasPrevious: Bool {
        guard let index else { return false }
        return index > 0 || lastPlayable != nil
    }

    /// Wraps at the end while playthroughs remain. Returns `nil` at the list's end, and ``current`` remains.
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

    /// Moves to the previous item. If the list repeats, wraps before the first to the last playable one.
    package mutating func previous() -> ItemID? {
        guard let index else { return nil }
        guard index > 0 || lastPlayable != nil else { return nil }
        current = index > 0 ? order[index - 1] : lastPlayable
        return current
    }

    package mutating func jump(to item: ItemID) -> Bool {
        guard order.contains(item) else { return false }
        current = item
        return true
    }

    /// Notes that an item could not be played. A list whose items all failed does not repeat (except with `force`).
    package mutating func markFailed(_ item: ItemID) { if order.contains(item) { failed.insert(item) } }

    package mutating func markPlayed(_ item: ItemID) { failed.remove(item) }

    // MARK: Changes

    /// Inserts at an index of the (maybe shuffled) order, or at its end. The current item remains.
    package mutating func insert(_ count: Int, at place: Int? = nil) -> [ItemID] {
        let items = (0..<count).map { ItemID(lastNumber + 1 + $0) }
        lastNumber += count
        order.insert(contentsOf: items, at: min(max(0, place ?? order.count), order.count))
        return items
    }

    /// Moves as mpv's `playlist-move`: before the item at `target`. An index after the last is the end.
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

    /// Restores the order before ``shuffle(by:)``, with later additions at the end.
    package mutating func unshuffle() {
        guard let before = orderBefore else { return }
        orderBefore = nil
        let there = Set(order)
        let known = Set(before)
        order = before.filter(there.contains) + order.filter { !known.contains($0) }
    }

    package mutating func setShuffled(_ isOn: Bool, by generator: inout some RandomNumberGenerator) {
        isShuffled = isOn
        if isOn { shuffle(by: &generator) } else { unshuffle() }
    }

    package mutating func stop() { current = nil }

    /// Removes an item. If it is current, the next one becomes ``current``, or the previous one at the end.
    package mutating func remove(_ item: ItemID) -> Bool {
        guard let position = order.firstIndex(of: item) else { return false }
        order.remove(at: position)
        failed.remove(item)
        if current == item { current = order.isEmpty ? nil : order[min(position, order.count - 1)] }
        return true
    }

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

    /// The item before the first in a repeating list. Otherwise `nil`.
    private var lastPlayable: ItemID? { repeats ? order.last { !failed.contains($0) } : nil }
}
