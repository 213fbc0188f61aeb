import Classes

struct OwnLines: Sendable, Equatable {
    /// Answers to older messages are unlikely.
    private static let most = 200

    private var ids: [String] = []

    mutating func note(_ line: ChatMessage, of me: ClassUser) {
        guard line.author?.id == me.id else { return }
        ids.append(line.id)
        if ids.count > Self.most { ids.removeFirst() }
    }

    func contains(_ id: String) -> Bool { ids.contains(id) }
}
