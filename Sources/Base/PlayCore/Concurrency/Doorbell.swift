/// Wakes one thread that looks after several things: it rings, the thread looks at everything anew. Any thread rings,
/// one waits.
package final class Doorbell: Sendable {
    private let rings = Monitor<UInt64>(0)

    package init() {}

    package func ring() { rings.update { $0 &+= 1 } }

    /// Waits until it rang since `seen`, or the deadline.
    ///
    /// - Parameter earliest: who is answered before may ring a hundred times more: all of them are answered at once then.
    /// - Returns: the count to pass as `seen` next time.
    package func wait(after seen: UInt64, until deadline: HostTime?, notBefore earliest: HostTime = .zero) -> UInt64 {
        let rang = rings.wait(until: deadline) { $0 != seen ? $0 : nil }
        guard rang != nil, earliest > SystemClock().now else { return rang ?? seen }
        _ = Monitor(()).wait(until: earliest) { _ -> Void? in nil }
        return rings.withLock { $0 }
    }
}
