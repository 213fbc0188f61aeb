import PlayCore

/// Puts the packets of one stream in order. Drops duplicates, and requests missing packets, for which it waits by
/// ``HolePatience``. Holds at most ``packetLimit`` packets of 1,500 bytes.
struct JitterBuffer: Sendable {
    enum Arrival: Sendable, Equatable {
        case new
        case duplicate
        case late
        /// The packet's number is far from all earlier ones: the stream has restarted.
        case restart
    }

    enum Output: Sendable, Equatable {
        case packet(RTPPacket)
        case lost(Int)
    }

    private struct Hole: Sendable {
        let since: HostTime
        var askedAt: HostTime?
        var tries = 0
    }

    static let packetLimit = 1024
    /// A larger gap means another stream, not a loss.
    private static let gapLimit: Int64 = 512
    /// After this silence, a gap of more than `silentGap` is not requested, because the live edge matters more.
    private static let silence = HostTime.milliseconds(500)
    private static let silentGap: Int64 = 64
    private static let mostTries = 10
    /// Packets reordered by less than this are not lost.
    private static let overtaking = HostTime.milliseconds(5)

    private var unwrapper = NumberUnwrapper(bits: 16)
    private var expected: Int64?
    private var newest: Int64 = 0
    private var newestAt = HostTime.zero
    private var waiting: [Int64: RTPPacket] = [:]
    private var holes: [Int64: Hole] = [:]
    /// Packets given up recently, whose late arrival adjusts the patience.
    private var missed: [Int64: HostTime] = [:]
    private var pendingLoss = 0
    private let asks: Bool
    var patience: HolePatience

    init(asks: Bool = true, isSound: Bool = false) {
        self.asks = asks
        patience = HolePatience(asks: asks, isSound: isSound)
    }

    mutating func insert(_ packet: RTPPacket, at now: HostTime) -> Arrival {
        let number = unwrapper.unwrap(packet.sequence)
        let gapLimit = now > newestAt + Self.silence ? Self.silentGap : Self.gapLimit
        defer { if number >= newest { newestAt = now } }
        guard let expected else { return begin(packet, number, .new) }
        if number > newest + gapLimit || number < expected - Self.gapLimit { return restart(packet) }
        if number < expected {
            guard let since = missed.removeValue(forKey: number) else { return .duplicate }
            patience.note(late: now - since, at: now)
            return .late
        }
        if number > newest {
            for missing in (newest + 1)..<max(number, newest + 1) { holes[missing] = Hole(since: now) }
            newest = number
        } else if let hole = holes.removeValue(forKey: number) {
            patience.note(late: now - hole.since, at: now)
        } else {
            return .duplicate
        }
        waiting[number] = packet
        while waiting.count > Self.packetLimit { giveUp(now) }
        return .new
    }

    private mutating func begin(_ packet: RTPPacket, _ number: Int64, _ arrival: Arrival) -> Arrival {
        (expected, newest) = (number, number)
        waiting = [number: packet]
        (holes, missed) = ([:], [:])
        return arrival
    }

    private mutating func restart(_ packet: RTPPacket) -> Arrival {
        pendingLoss += 1
        unwrapper = NumberUnwrapper(bits: 16)
        return begin(packet, unwrapper.unwrap(packet.sequence), .restart)
    }

    /// Call until it returns `nil`.
    mutating func next(at now: HostTime) -> Output? {
        if pendingLoss > 0 {
            defer { pendingLoss = 0 }
            return .lost(pendingLoss)
        }
        guard let number = expected, number <= newest else { return nil }
        if let packet = waiting.removeValue(forKey: number) {
            expected = number + 1
            return .packet(packet)
        }
        guard let hole = holes[number], now >= hole.since + patience.length(at: now) else { return nil }
        giveUp(now)
        return next(at: now)
    }

    /// Gives up the first hole and adjacent ones, up to the next packet.
    private mutating func giveUp(_ now: HostTime) {
        guard var number = expected else { return }
        if missed.count > Int(Self.gapLimit) { missed = [:] }
        while number <= newest, waiting[number] == nil {
            if let hole = holes.removeValue(forKey: number) { missed[number] = hole.since }
            pendingLoss += 1
            number += 1
        }
        // The buffer is full without a hole, because its reader has stopped.
        if number == expected, waiting.removeValue(forKey: number) != nil {
            pendingLoss += 1
            number += 1
        }
        expected = number
    }

    /// Returns the sequence numbers to request now, and notes the requests.
    mutating func due(at now: HostTime) -> [UInt16] {
        let numbers = holes.filter { now >= ask(of: $0.value) }.map(\.key).sorted()
        for number in numbers {
            holes[number]?.askedAt = now
            holes[number]?.tries += 1
        }
        return numbers.map { UInt16(truncatingIfNeeded: $0) }
    }

    private func ask(of hole: Hole) -> HostTime {
        guard asks, hole.tries < Self.mostTries else { return HostTime(nanoseconds: .max) }
        guard let askedAt = hole.askedAt else { return hole.since + Self.overtaking }
        let roundTrip = patience.roundTrip ?? .milliseconds(40)
        return askedAt + max(.milliseconds(15), HostTime(nanoseconds: roundTrip.nanoseconds * 5 / 4))
    }

    /// Returns when to check again without new packets, or `nil` if only a new packet matters.
    func deadline(at now: HostTime) -> HostTime? {
        guard !holes.isEmpty else { return nil }
        let asking = holes.values.map(ask).min()
        let first = expected.flatMap { holes[$0] }.map { $0.since + patience.length(at: now) }
        return HostTime.earlier(asking, first)
    }
}
