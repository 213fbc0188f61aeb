package import PlayCore
import Synchronization

/// A host clock that stands still until the test moves it.
package final class ManualClock: HostClock {
    private let time: Mutex<HostTime>

    package init(_ start: HostTime = .seconds(1000)) { time = Mutex(start) }

    package var now: HostTime { time.withLock { $0 } }

    package func advance(by interval: HostTime) { time.withLock { $0 = $0 + interval } }
}
