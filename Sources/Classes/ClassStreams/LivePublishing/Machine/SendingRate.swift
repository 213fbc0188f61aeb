import PlayCore

/// The bit rate that pictures may have, adapted to the receiver's reports. It falls when more packets are lost than
/// retransmission makes up for, and when queues on the way grow. It rises slowly, and more slowly near its last fall.
struct SendingRate: Sendable, Equatable {
    struct Report: Sendable, Equatable {
        /// Share of lost packets since the last report, 0…1.
        var lost: Double
        var roundTrip: HostTime?
        /// Bits per second since the last report, or `nil` if unknown.
        var sent: Int?
    }

    /// Retransmission makes up for losses up to here. Wireless networks lose as much without being full.
    private static let usualLoss = 0.02
    private static let heavyLoss = 0.1
    /// Increase of the round trip over the shortest one that indicates a queue.
    private static let shortWait = HostTime.milliseconds(40)
    private static let longWait = HostTime.milliseconds(100)
    private static let fall = 0.8
    private static let rise = 1.08
    private static let slowRise = 1.02
    /// Range around ``tooMuch``, as factors, in which the rate rises slowly.
    private static let near = 0.8...1.1
    /// Bits per second. Below this rate, pictures are unrecognisable.
    static let least = 60_000

    private let most: Int
    private var current: Double
    /// The rate at the last fall, or `nil` before the first.
    private var tooMuch: Double?
    private var wasFull = false
    private var best: HostTime?

    /// - Parameter most: the pictures' bit rate on a connection without limits.
    init(most: Int) {
        self.most = most
        current = Double(most)
    }

    /// Bits per second, or `nil` for no limit.
    var limit: Int? { Int(current) < most ? Int(current) : nil }

    /// Begins a connection. No queue lengthens its round trip yet, because nothing was sent.
    mutating func begin(roundTrip: HostTime?) {
        (best, wasFull) = (roundTrip, false)
    }

    mutating func note(_ report: Report) {
        let wait = noteWait(report.roundTrip)
        // Pictures with little motion use less than the limit, and the connection can be full nevertheless.
        let used = min(current, report.sent.map(Double.init) ?? current)
        let isFull = report.lost > Self.heavyLoss || wait > Self.longWait
        // While the queue empties, the current rate is no longer too high.
        if isFull, !wasFull { tooMuch = used }
        wasFull = isFull
        if isFull {
            current = used * (report.lost > Self.heavyLoss ? 1 - report.lost / 2 : Self.fall)
        } else if report.lost <= Self.usualLoss, wait <= Self.shortWait {
            let isNear = tooMuch.map { Self.near.contains(current / $0) } ?? false
            current *= isNear ? Self.slowRise : Self.rise
        }
        current = min(max(current, Double(min(Self.least, most))), Double(most))
    }

    /// - Returns: How much longer the round trip takes than the shortest one.
    private mutating func noteWait(_ roundTrip: HostTime?) -> HostTime {
        guard let roundTrip else { return .zero }
        // The route may become longer permanently, so the shortest round trip is raised over time.
        let best = min(roundTrip, best.map { $0 + .milliseconds(1) } ?? roundTrip)
        self.best = best
        return roundTrip - best
    }
}
