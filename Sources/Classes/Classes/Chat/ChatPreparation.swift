import PlayCore

/// Converts a slice of the chat from the form of its file to the form for the screen. Any thread.
package struct ChatPreparation: Sendable {
    let index: ChatIndex
    let rules: ChatRules
    let virtual: [ChatMessage]
    let live: [Int: [ChatMessage]]
    let changes: ChatChanges

    /// Returns the messages in order, each ID once, with virtual messages.
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
