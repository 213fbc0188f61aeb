package import PlayCore

package struct KeeperTime: Sendable, Equatable {
    package var host: HostTime
    /// Milliseconds since 1970.
    package var wall: Int64

    package init(host: HostTime, wall: Int64) {
        self.host = host
        self.wall = wall
    }

    package static var now: KeeperTime { KeeperTime(host: SystemClock().now, wall: WallTime.now.milliseconds) }

    var milliseconds: Int64 { host.nanoseconds / 1_000_000 }

    /// Returns the expected monotonic time, at most a day ahead.
    func host(of wall: Int64) -> HostTime {
        host + .milliseconds(Int(min(max(wall - self.wall, 0), 86_400_000)))
    }
}
