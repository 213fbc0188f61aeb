/// Wakes one thread that looks after several things: it rings, the thread looks at everything anew. Any thread rings,
/// one waits.
package final class Doorbell: Sendable {
    private let rings = Monitor<UInt64>(0)

    package init() {}

    package func ring() { rings.update { $0 &+= 1 } }

    /// Waits until it rang since `seen`, or the deadline.
    /// - Returns: the count to pass as `seen` next time.
    package func wait(after seen: UInt64, until deadline: HostTime?) -> UInt64 {
        let rang = rings.wait(until: deadline) { $0 != seen ? $0 : nil }
        return rang ?? seen
    }
}
