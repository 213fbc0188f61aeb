package import PlayCore

/// Retries to enter a room that does not admit a person yet, because the membership may be on its way.
package struct RoomKnocks: Sendable, Equatable {
    private static let pause = HostTime.seconds(1)
    private static let limit = 20

    private var count = 0
    /// When to retry, or `nil` if no retry is due.
    package private(set) var next: HostTime?

    package init() {}

    /// Whether the room has refused more often than is retried.
    package var isOver: Bool { count > Self.limit }

    /// - Returns: `false` if the room has refused too often.
    package mutating func refused(at now: HostTime) -> Bool {
        count += 1
        next = isOver ? nil : now + Self.pause
        return !isOver
    }

    /// Whether to retry now; `true` once for each refusal.
    package mutating func knocks(at now: HostTime) -> Bool {
        guard let next, next <= now else { return false }
        self.next = nil
        return true
    }

    /// Cancels the retry because the connection is lost.
    package mutating func disconnected() { next = nil }
}
