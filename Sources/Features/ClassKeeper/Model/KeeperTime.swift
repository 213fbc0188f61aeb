package import PlayCore

/// An instant by both clocks: one that never jumps, and the one that people have. A value.
package struct KeeperTime: Sendable, Equatable {
    package var host: HostTime
    /// Milliseconds since 1970.
    package var wall: Int64

    package init(host: HostTime, wall: Int64) {
        self.host = host
        self.wall = wall
    }

    package static var now: KeeperTime { KeeperTime(host: SystemClock().now, wall: WallTime.now.milliseconds) }

    /// By the clock that never jumps.
    var milliseconds: Int64 { host.nanoseconds / 1_000_000 }

    /// When the wall's clock will show a time, as far as one can know.
    func host(of wall: Int64) -> HostTime {
        host + .milliseconds(Int(min(max(wall - self.wall, 0), 86_400_000)))
    }
}
