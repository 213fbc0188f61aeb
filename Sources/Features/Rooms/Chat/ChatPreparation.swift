import PlayCore

/// What makes of a slice as it was read one as it is shown. A value, for any thread.
package struct ChatPreparation: Sendable {
    let index: ChatIndex
    let rules: ChatRules
    /// In the order of their times.
    let virtual: [ChatMessage]
    /// Slices that are in no file, ready.
    let live: [Int: [ChatMessage]]
    let changes: ChatChanges

    /// Rules applied, virtual messages between the others, in order, each id once.
    package func prepare(_ messages: [ChatMessage], of slice: Int) -> [ChatMessage] {
        let from = slice == 0 ? 0 : virtual.partitioningIndex { $0.time >= index.slices[slice].start }
        let to =
            slice + 1 < index.slices.count
            ? virtual.partitioningIndex { $0.time >= index.slices[slice + 1].start } : virtual.count
        var known: Set<String> = []
        let all = messages.compactMap(rules.applied(to:)) + virtual[min(from, to)..<to]
        known.reserveCapacity(all.count)
        return all.stablySorted { $0.time < $1.time }.filter { known.insert($0.id).inserted }
    }
}
