import PlayCore
import PlaybackModel

/// ADV-72: a connection to where the next item is, made before this one ends. Main thread.
struct Preconnection {
    /// How long before the end: servers close what is idle for longer.
    private static let ahead = MediaTime.seconds(15)

    private let access: SourceAccess
    /// When to look again; nil: not before the snapshot changes.
    private(set) var nextLook: HostTime?

    init(_ access: SourceAccess) { self.access = access }

    mutating func look(at snapshot: PlaybackSnapshot, _ list: LiveList) {
        nextLook = nil
        // An item that is being opened may be about to take the connection that was made for it.
        guard let place = list.order.currentPlace, let duration = snapshot.duration, snapshot.status != .failed,
            snapshot.status != .loading
        else { return }
        let start = duration - Self.ahead
        guard snapshot.clock.position(at: SystemClock().now) >= start else {
            if snapshot.clock.isRunning { nextLook = snapshot.clock.hostTime(of: start) }
            return access.preconnect(next: nil, after: nil)
        }
        let sequence = list.order.sequence
        let next = sequence.indices.contains(place + 1) ? list.entry(sequence[place + 1]) : nil
        access.preconnect(
            next: next?.video.sources[0].location, after: list.current?.video.sources[0].location)
    }
}
