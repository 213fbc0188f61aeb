package import PlayCore

/// When to retry UDP after falling back to TCP: after five seconds, then at doubled intervals up to two minutes.
package struct DatagramReturn: Sendable, Equatable {
    private static let shortest = HostTime.seconds(5)
    private static let longest = HostTime.seconds(120)
    /// If UDP breaks sooner than this after its return, the interval continues to double.
    private static let trust = HostTime.seconds(60)

    private var pause = shortest
    private var cameBackAt: HostTime?
    /// `nil` if UDP works, is unwanted or is being tried.
    package private(set) var due: HostTime?

    package init() {}

    package mutating func fall(at now: HostTime) {
        if let cameBackAt, now - cameBackAt < Self.trust { return }
        (pause, due) = (Self.shortest, nil)
    }

    /// Notes that a stream uses TCP although UDP is wanted. `chance` (0 … 1) spreads the retries of all viewers.
    package mutating func miss(at now: HostTime, chance: Double) {
        due = now + HostTime(nanoseconds: Int64(Double(pause.nanoseconds) * (0.75 + chance / 2)))
        pause = min(HostTime(nanoseconds: pause.nanoseconds * 2), Self.longest)
    }

    package mutating func begin() { due = nil }

    /// Notes that UDP works again. Streams still on TCP should retry at once.
    package mutating func succeed(at now: HostTime) { (cameBackAt, due) = (now, now) }

    /// Notes that UDP is no longer wanted.
    package mutating func rest() { due = nil }
}
