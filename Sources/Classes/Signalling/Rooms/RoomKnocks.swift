package import PlayCore

/// Retries to enter a room that does not admit a person yet, because the membership may follow.
package struct RoomKnocks: Sendable, Equatable {
    private static let pause = HostTime.seconds(1)
    private static let limit = 20

    private var count = 0
    package private(set) var next: HostTime?

    package init() {}

    package var isOver: Bool { count > Self.limit }

    package mutating func refused(at now: HostTime) -> Bool {
        count += 1
        next = isOver ? nil : now + Self.pause
        return !isOver
    }

    package mutating func knocks(at now: HostTime) -> Bool {
        guard let next, next <= now else { return false }
        self.next = nil
        return true
    }

    package mutating func disconnected() { next = nil }
}
