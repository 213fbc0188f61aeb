import PlayCore

struct Backoff: Sendable {
    private static let waits: [HostTime] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)]
    private var tries = 0

    mutating func next() -> HostTime {
        defer { tries += 1 }
        return Self.waits[min(tries, Self.waits.count - 1)]
    }

    mutating func succeeded() { tries = 0 }
}
