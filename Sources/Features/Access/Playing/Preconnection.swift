package import PlayCore
package import PlaybackModel

/// A connection to where the next item is, made before this one ends. Main thread.
package struct Preconnection {
    /// How long before the end: servers close what is idle for longer.
    private static let ahead = MediaTime.seconds(15)

    private let access: SourceAccess
    /// When to look again; nil: not before the snapshot changes.
    package private(set) var nextLook: HostTime?

    package init(_ access: SourceAccess) { self.access = access }

    /// - Parameters:
    ///   - current: location of what plays; nil: nothing of a list.
    ///   - next: of what follows it; nil: nothing.
    package mutating func look(at snapshot: PlaybackSnapshot, current: String?, next: String?) {
        nextLook = nil
        // An item that is being opened may be about to take the connection that was made for it.
        guard let current, let duration = snapshot.duration, snapshot.status != .failed, snapshot.status != .loading
        else { return }
        let start = duration - Self.ahead
        guard snapshot.clock.position(at: SystemClock().now) >= start else {
            if snapshot.clock.isRunning { nextLook = snapshot.clock.hostTime(of: start) }
            return access.preconnect(next: nil, after: nil)
        }
        access.preconnect(next: next, after: current)
    }
}
