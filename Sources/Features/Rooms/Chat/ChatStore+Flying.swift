package import PlayCore

extension ChatStore {
    /// So long a comment may be over the picture.
    private static let flight = MediaTime.seconds(16)
    /// What is more at once has no place.
    private static let mostFlying = 200

    /// What was written a moment ago: the text of people, which may still be over the picture at a position.
    package func flying(at now: MediaTime) -> [ChatMessage] {
        guard let end = end(at: now) else { return [] }
        return page(before: end, count: Self.mostFlying, at: now).lines.map(\.message).filter {
            $0.time > now - Self.flight && ($0.kind == .text || $0.kind == .paid)
        }
    }
}
