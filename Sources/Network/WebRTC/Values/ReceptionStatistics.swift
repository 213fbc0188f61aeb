import PlayCore

/// Measures the reception of a stream for its reports (RFC 3550, 6.4.1 and A.8).
struct ReceptionStatistics: Sendable {
    private let source: UInt32
    private let clockRate: Int
    private var unwrapper = NumberUnwrapper(bits: 16)
    private var first: Int64?
    private var highest: Int64 = 0
    private(set) var received = 0
    private var expectedBefore: Int64 = 0
    private var receivedBefore = 0
    /// The previous packet's arrival minus its timestamp, in the stream's units, with wrap-around.
    private var transit: Int32?
    private var jitter = 0.0
    private var report: (time: UInt64, at: HostTime)?

    init(source: UInt32, clockRate: Int) {
        self.source = source
        self.clockRate = clockRate
    }

    mutating func note(_ packet: RTPPacket, at now: HostTime) {
        let number = unwrapper.unwrap(packet.sequence)
        first = first ?? number
        highest = max(highest, number)
        received += 1
        let arrival = Int64(now.inSeconds * Double(clockRate))
        let transit = Int32(truncatingIfNeeded: arrival &- Int64(packet.timestamp))
        if let before = self.transit { jitter += (Double((transit &- before).magnitude) - jitter) / 16 }
        self.transit = transit
    }

    mutating func note(_ report: SenderReport, at now: HostTime) { self.report = (report.networkTime, now) }

    var lost: Int { first.map { Int(highest - $0 + 1) - received } ?? 0 }

    /// Returns the reception since the previous block. Janus retransmits only if it has the last sender report's time.
    mutating func block(at now: HostTime) -> ReportBlock? {
        guard let first else { return nil }
        let expected = highest - first + 1
        let (expectedNew, receivedNew) = (expected - expectedBefore, received - receivedBefore)
        (expectedBefore, receivedBefore) = (expected, received)
        let lostNew = max(0, Int(expectedNew) - receivedNew)
        return ReportBlock(
            source: source, fractionLost: expectedNew > 0 ? UInt8(clamping: lostNew * 256 / Int(expectedNew)) : 0,
            lost: Int32(clamping: lost), highestSequence: UInt32(truncatingIfNeeded: highest),
            jitter: UInt32(clamping: Int64(jitter)),
            lastReport: report.map { UInt32(truncatingIfNeeded: $0.time >> 16) } ?? 0,
            delay: report.map { UInt32(clamping: ($0.at.distance(to: now).nanoseconds << 16) / 1_000_000_000) } ?? 0)
    }
}

extension HostTime {
    fileprivate func distance(to later: HostTime) -> HostTime { max(.zero, later - self) }
}

/// The time in reports: seconds since 1900 with 32 fractional bits.
enum NetworkTime {
    private static let toUnix: UInt64 = 2_208_988_800

    static func of(_ time: UTCTime) -> UInt64 {
        let (seconds, rest) = max(0, time.nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
        return (UInt64(seconds) &+ toUnix) << 32 | (UInt64(rest) << 32) / 1_000_000_000
    }

    static func time(_ number: UInt64) -> UTCTime {
        let seconds = Int64(number >> 32) - Int64(toUnix)
        let rest = Int64(((number & 0xFFFF_FFFF) * 1_000_000_000) >> 32)
        return UTCTime(nanoseconds: seconds * 1_000_000_000 + rest)
    }
}
