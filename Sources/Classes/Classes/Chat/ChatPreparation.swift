import PlayCore

/// The conversion of a slice of the chat from the form of its file to the form that is shown. Any thread.
package struct ChatPreparation: Sendable {
    let index: ChatIndex
    let rules: ChatRules
    let virtual: [ChatMessage]
    /// The slices that exist only in memory, prepared, by their numbers.
    let live: [Int: [ChatMessage]]
    let changes: ChatChanges

    /// Returns the messages with rules applied and virtual messages merged in, in order and without repeated ids.
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
