package import PlayCore

/// The rate at which bytes arrive during transfers. Overlapping transfers share one line, so their time counts once.
/// Time without requests, or while readers accept no bytes, does not count.
package struct BandwidthMeter: Sendable {
    /// Long enough for bursts, short enough to follow a change.
    private static let window = HostTime.seconds(4)
    /// A shorter time would measure the start of a connection.
    private static let leastTime = HostTime.milliseconds(100)
    private static let sliceTime = HostTime.milliseconds(250)

    private struct Slice {
        var busy = HostTime.zero
        var bytes: Int64 = 0
    }

    private var slices: [Slice] = [Slice()]
    private var active = 0
    private(set) var byteCount: Int64 = 0
    /// While a transfer is active: the instant up to which busy time is counted.
    private var counted = HostTime.zero

    package init() {}

    /// Called when a transfer starts, or resumes after its reader was full.
    package mutating func began(at now: HostTime) {
        advance(to: now)
        active += 1
    }

    /// Called when a transfer ends, or its reader is full.
    package mutating func ended(at now: HostTime) {
        advance(to: now)
        active = max(0, active - 1)
    }

    package mutating func received(_ count: Int, at now: HostTime) {
        advance(to: now)
        slices[slices.count - 1].bytes += Int64(count)
    }

    /// Includes bytes of transfers that are not measured.
    mutating func count(_ count: Int) { byteCount += Int64(count) }

    package var bitsPerSecond: Int64? {
        let busy = slices.reduce(HostTime.zero) { $0 + $1.busy }
        let bytes = slices.reduce(0) { $0 + $1.bytes }
        guard busy >= Self.leastTime, bytes > 0 else { return nil }
        return Int64(Double(bytes) * 8 / busy.inSeconds)
    }

    private mutating func advance(to now: HostTime) {
        defer { counted = max(counted, now) }
        guard active > 0, now > counted else { return }
        // A long silence is one slice without bytes.
        slices[slices.count - 1].busy = slices[slices.count - 1].busy + (now - counted)
        guard slices[slices.count - 1].busy >= Self.sliceTime else { return }
        slices.append(Slice())
        var rest = slices.reduce(HostTime.zero) { $0 + $1.busy }
        while slices.count > 2, rest - slices[0].busy >= Self.window { rest = rest - slices.removeFirst().busy }
    }
}
