import PlayCore

/// How many bits a second pictures may have so that they get through, by what the other end reports of the line. A value.
///
/// It falls when more is lost than repetition makes good, and when what is sent waits on the way; it rises slowly while
/// neither is so, and more slowly where it fell before.
struct SendingRate: Sendable, Equatable {
    struct Report: Sendable, Equatable {
        /// 0…1, of what was sent since the report before.
        var lost: Double
        var roundTrip: HostTime?
        /// Bits a second since the report before; nil: unknown.
        var sent: Int?
    }

    /// What is lost up to here comes by repetition: wireless lines lose so much without being full.
    private static let usualLoss = 0.02
    private static let heavyLoss = 0.1
    /// By so much longer than at best there and back: something waits in a queue.
    private static let shortWait = HostTime.milliseconds(40)
    private static let longWait = HostTime.milliseconds(100)
    private static let fall = 0.8
    private static let rise = 1.08
    private static let slowRise = 1.02
    /// Of what was too much last time.
    private static let near = 0.8...1.1
    /// Below it there is nothing to recognise.
    static let least = 60_000

    private let most: Int
    private var current: Double
    /// What was too much last time.
    private var tooMuch: Double?
    /// The report before said so.
    private var wasFull = false
    private var best: HostTime?

    /// - Parameter most: what pictures have on a line that carries all.
    init(most: Int) {
        self.most = most
        current = Double(most)
    }

    /// Bits a second; nil: as many as they like.
    var limit: Int? { Int(current) < most ? Int(current) : nil }

    /// A connection is there; nothing was sent by it yet, so no queue lengthens its way.
    mutating func begin(roundTrip: HostTime?) {
        (best, wasFull) = (roundTrip, false)
    }

    mutating func note(_ report: Report) {
        let wait = noteWait(report.roundTrip)
        // Pictures of little motion have less than they may, and the line is full all the same.
        let used = min(current, report.sent.map(Double.init) ?? current)
        let isFull = report.lost > Self.heavyLoss || wait > Self.longWait
        // While the queue empties, what is sent is no longer too much.
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

    /// - Returns: by how much longer than at best.
    private mutating func noteWait(_ roundTrip: HostTime?) -> HostTime {
        guard let roundTrip else { return .zero }
        // A way may become longer for good: the best one fades.
        let best = min(roundTrip, best.map { $0 + .milliseconds(1) } ?? roundTrip)
        self.best = best
        return roundTrip - best
    }
}
