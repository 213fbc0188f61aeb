package import PlayCore
package import PlaybackModel

/// A connection to the server of the next item, made before the current item ends. Main thread.
package struct Preconnection {
    /// Servers close connections that are idle for longer.
    private static let ahead = MediaTime.seconds(15)

    private let access: SourceAccess
    /// When to check again, or `nil` to wait for the next snapshot.
    package private(set) var nextLook: HostTime?

    package init(_ access: SourceAccess) { self.access = access }

    /// - Parameter current: the current item's location, or `nil` if no item of a list plays.
    package mutating func look(at snapshot: PlaybackSnapshot, current: String?, next: String?) {
        nextLook = nil
        // An item that is opening may be about to use its own preconnection.
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
