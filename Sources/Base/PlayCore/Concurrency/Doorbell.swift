/// Wakes one thread that serves several sources; the thread then checks all of them. Any thread rings, one waits.
package final class Doorbell: Sendable {
    private let rings = Monitor<UInt64>(0)

    package init() {}

    package func ring() { rings.update { $0 &+= 1 } }

    /// Waits until a ring after `seen`, or until the deadline. Returns the count to pass as `seen` next time.
    ///
    /// - Parameter earliest: the earliest time to return after a ring, so that one wake-up serves many rings.
    package func wait(after seen: UInt64, until deadline: HostTime?, notBefore earliest: HostTime = .zero) -> UInt64 {
        let rang = rings.wait(until: deadline) { $0 != seen ? $0 : nil }
        guard rang != nil, earliest > SystemClock().now else { return rang ?? seen }
        _ = Monitor(()).wait(until: earliest) { _ -> Void? in nil }
        return rings.withLock { $0 }
    }
}
