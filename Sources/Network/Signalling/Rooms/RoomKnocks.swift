package import PlayCore

/// Tries again at a room that does not let a person in yet: whoever makes the person a member may be on the way. A value;
/// time comes in.
package struct RoomKnocks: Sendable, Equatable {
    private static let pause = HostTime.seconds(1)
    private static let limit = 20

    private var count = 0
    /// When to try again; nil: nothing is waited for.
    package private(set) var next: HostTime?

    package init() {}

    /// The room has refused once more often than is tried.
    package var isOver: Bool { count > Self.limit }

    /// - Returns: false: it has refused often enough.
    package mutating func refused(at now: HostTime) -> Bool {
        count += 1
        next = isOver ? nil : now + Self.pause
        return !isOver
    }

    /// Whether to try now; once for each refusal.
    package mutating func knocks(at now: HostTime) -> Bool {
        guard let next, next <= now else { return false }
        self.next = nil
        return true
    }

    /// The line is lost: nothing is tried over it.
    package mutating func disconnected() { next = nil }
}
