package import PlayCore

extension ChatStore {
    private static let flight = MediaTime.seconds(16)
    /// More comments have no space over the picture.
    private static let mostFlying = 200

    /// Returns the recent text messages, which may still be over the picture. Excludes private messages, because other
    /// people may see the picture.
    package func flying(at now: MediaTime) -> [ChatMessage] {
        guard let end = end(at: now) else { return [] }
        return page(before: end, count: Self.mostFlying, at: now).lines.map(\.message).filter {
            $0.time > now - Self.flight && $0.to == nil && ($0.kind == .text || $0.kind == .paid)
        }
    }
}
