package import PlayCore

extension ChatStore {
    private static let flight = MediaTime.seconds(16)
    /// The maximum number of comments in flight; the screen has no place for more.
    private static let mostFlying = 200

    /// Returns the recent text messages of users, which may still be over the picture at a position.
    /// Private messages stay in the chat, because others may see the picture.
    package func flying(at now: MediaTime) -> [ChatMessage] {
        guard let end = end(at: now) else { return [] }
        return page(before: end, count: Self.mostFlying, at: now).lines.map(\.message).filter {
            $0.time > now - Self.flight && $0.to == nil && ($0.kind == .text || $0.kind == .paid)
        }
    }
}
