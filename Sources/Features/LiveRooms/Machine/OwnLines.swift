import Rooms

/// Ids of the messages that this viewer has written, the newest ones: what others answer. A value.
struct OwnLines: Sendable, Equatable {
    /// Nobody answers what is further back.
    private static let most = 200

    private var ids: [String] = []

    mutating func note(_ line: ChatMessage, of me: RoomUser) {
        guard line.author?.id == me.id else { return }
        ids.append(line.id)
        if ids.count > Self.most { ids.removeFirst() }
    }

    func contains(_ id: String) -> Bool { ids.contains(id) }
}
