package import PlayCore

/// Moves only when the test advances it.
package final class ManualClock: HostClock {
    private let time: Monitor<HostTime>

    package init(_ start: HostTime = .seconds(1000)) { time = Monitor(start) }

    package var now: HostTime { time.withLock { $0 } }

    package func advance(by interval: HostTime) { time.withLock { $0 = $0 + interval } }
}
