package import PlayCore

/// When UDP is tried again by whoever went over to TCP: after five seconds, then after twice as long each time, two minutes
/// at most. A value.
package struct DatagramReturn: Sendable, Equatable {
    private static let shortest = HostTime.seconds(5)
    private static let longest = HostTime.seconds(120)
    /// UDP that breaks sooner than this after its return has not been tried long enough: pauses stay long.
    private static let trust = HostTime.seconds(60)

    private var pause = shortest
    private var cameBackAt: HostTime?
    /// When it is to be tried; nil: it is not missed, or is being tried.
    package private(set) var due: HostTime?

    package init() {}

    /// Something that went over UDP goes over TCP.
    package mutating func fall(at now: HostTime) {
        if let cameBackAt, now - cameBackAt < Self.trust { return }
        (pause, due) = (Self.shortest, nil)
    }

    /// Something goes over TCP that is to go over UDP.
    ///
    /// - Parameter chance: 0…1, another one for each viewer: a server that returns is not asked by all at once.
    package mutating func miss(at now: HostTime, chance: Double) {
        due = now + HostTime(nanoseconds: Int64(Double(pause.nanoseconds) * (0.75 + chance / 2)))
        pause = min(HostTime(nanoseconds: pause.nanoseconds * 2), Self.longest)
    }

    /// It is being tried.
    package mutating func begin() { due = nil }

    /// UDP works again: what still goes over TCP is to try it at once.
    package mutating func succeed(at now: HostTime) { (cameBackAt, due) = (now, now) }

    /// Nothing is missed any more.
    package mutating func rest() { due = nil }
}
