package import PlayCore

/// How fast bytes come while any are under way: transfers that overlap share one line, so their time counts
/// once, and time in which nothing was asked for, or nobody took what came, does not count. A value.
package struct BandwidthMeter: Sendable {
    /// Time under way that is looked back on: long enough for bursts, short enough to follow a change.
    private static let window = HostTime.seconds(4)
    /// Less says more of the connection's beginning than of the line.
    private static let leastTime = HostTime.milliseconds(100)
    private static let sliceTime = HostTime.milliseconds(250)

    private struct Slice {
        var busy = HostTime.zero
        var bytes: Int64 = 0
    }

    private var slices: [Slice] = [Slice()]
    private var active = 0
    /// All that has come, measured or not.
    private(set) var byteCount: Int64 = 0
    /// Until when the busy time has been counted, while there is any transfer.
    private var counted = HostTime.zero

    package init() {}

    /// A transfer begins, or goes on after its reader had enough.
    package mutating func began(at now: HostTime) {
        advance(to: now)
        active += 1
    }

    /// A transfer is over, or its reader has enough for now.
    package mutating func ended(at now: HostTime) {
        advance(to: now)
        active = max(0, active - 1)
    }

    package mutating func received(_ count: Int, at now: HostTime) {
        advance(to: now)
        slices[slices.count - 1].bytes += Int64(count)
    }

    /// Of a transfer that is not measured, too.
    mutating func count(_ count: Int) { byteCount += Int64(count) }

    /// Nil before there is anything to tell.
    package var bitsPerSecond: Int64? {
        let busy = slices.reduce(HostTime.zero) { $0 + $1.busy }
        let bytes = slices.reduce(0) { $0 + $1.bytes }
        guard busy >= Self.leastTime, bytes > 0 else { return nil }
        return Int64(Double(bytes) * 8 / busy.inSeconds)
    }

    private mutating func advance(to now: HostTime) {
        defer { counted = max(counted, now) }
        guard active > 0, now > counted else { return }
        // A long silence is one slice, and says that nothing comes.
        slices[slices.count - 1].busy = slices[slices.count - 1].busy + (now - counted)
        guard slices[slices.count - 1].busy >= Self.sliceTime else { return }
        slices.append(Slice())
        var rest = slices.reduce(HostTime.zero) { $0 + $1.busy }
        while slices.count > 2, rest - slices[0].busy >= Self.window { rest = rest - slices.removeFirst().busy }
    }
}
