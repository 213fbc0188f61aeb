import PlayCore

/// The bit rate allowed for pictures, adapted to the receiver's reports. It falls when retransmission cannot compensate
/// losses, and when queues grow. It rises slowly, and more slowly near its last fall.
struct SendingRate: Sendable, Equatable {
    struct Report: Sendable, Equatable {
        /// Since the last report, 0 to 1.
        var lost: Double
        var roundTrip: HostTime?
        /// Bits per second since the last report.
        var sent: Int?
    }

    /// Retransmission compensates this share of losses. Wireless networks lose as much without being full.
    private static let usualLoss = 0.02
    private static let heavyLoss = 0.1
    /// A larger increase over the shortest round trip indicates a queue.
    private static let shortWait = HostTime.milliseconds(40)
    private static let longWait = HostTime.milliseconds(100)
    private static let fall = 0.8
    private static let rise = 1.08
    private static let slowRise = 1.02
    /// Factors of ``tooMuch`` between which the rate rises slowly.
    private static let near = 0.8...1.1
    /// In bits per second. Below it, pictures are unrecognisable.
    static let least = 60_000

    private let most: Int
    private var current: Double
    private var tooMuch: Double?
    private var wasFull = false
    private var best: HostTime?

    init(most: Int) {
        self.most = most
        current = Double(most)
    }

    /// In bits per second; `nil` for no limit.
    var limit: Int? { Int(current) < most ? Int(current) : nil }

    /// Nothing was sent, so no queue lengthens the new connection's round trip.
    mutating func begin(roundTrip: HostTime?) {
        (best, wasFull) = (roundTrip, false)
    }

    mutating func note(_ report: Report) {
        let wait = noteWait(report.roundTrip)
        // Pictures with little motion stay below the limit, but the connection may still be full.
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

    private mutating func noteWait(_ roundTrip: HostTime?) -> HostTime {
        guard let roundTrip else { return .zero }
        // The route may become longer permanently, so the shortest round trip is raised over time.
        let best = min(roundTrip, best.map { $0 + .milliseconds(1) } ?? roundTrip)
        self.best = best
        return roundTrip - best
    }
}
