import PlayCore

/// The numbers of the link control, with their reasons. "Simulated" refers to `LinkEstimatorTests`: 0.5 … 100 Mbit/s,
/// 1 … 300 ms, jitter up to 10 ms.
enum LinkTuning {
    /// The first picture before the rate is known: 40 ms at 5 Mbit/s, 0.2 s at 1 Mbit/s, enough for a coarse picture.
    static let startBytes = 24_000
    /// The first picture if the start queries were answered within ``promptAnswer``: such a line is a local terminal or
    /// a fast network, whose rate one frame of this size shows.
    static let promptStartBytes = 64_000
    static let promptAnswer = HostTime.milliseconds(1)
    /// Where nothing indicates that the line leaves this machine, the terminal counts as near if its answer has come
    /// when the player first looks for it. That is 6 to 7 ms after the queries on an idle machine, since other work
    /// starts meanwhile. The first picture may then take a whole screen.
    static let nearAnswer = HostTime.milliseconds(20)
    /// The wait for any answer (a satellite takes 0.7 s): the start queries have nothing before them.
    static let startPatience = HostTime.seconds(1)
    /// A later probe may have a queue before it, and lines do stall. It counts as lost after this time plus the time
    /// that the bytes before it take on the slowest line that can carry films (0.5 Mbit/s).
    static let probePatience = HostTime.seconds(2)
    static let slowestRate = 62_500.0

    /// The queue that keeps the line busy between frames: twice the lateness of a `poll` on a busy machine (p95 3 ms).
    static let queueTarget = HostTime.milliseconds(6)
    /// A frame is written while at most this share of the frame interval is queued before it.
    static let roomShare = 0.5
    /// A frame that has space gets at least this much, one packet. With less, a line that was down never recovers.
    static let minimumBytes = 1_400
    /// Slower than any line that can carry films; keeps divisions valid after an outage.
    static let minimumRate = 4_000.0

    /// The samples whose sum makes the rate: those of the last 0.3 s, four at most. One is too noisy (answers bunch in
    /// wireless networks), more would delay a fall.
    static let sampleCount = 4
    static let sampleAge = HostTime.milliseconds(300)
    /// Trains that arrive sooner only show that the line is at least so fast: jitter and the scheduler take as long.
    static let capacityTime = HostTime.milliseconds(8)
    /// The shortest time for which a rate is trusted, because of the wake-ups of terminal and player.
    static let resolution = HostTime.milliseconds(2)
    /// The rate at most doubles with each short sample, so that one bunched answer does no harm.
    static let growth = 2.0
    /// The share of what the line carries in a frame's time from which on a slow answer counts. Half a frame's time is
    /// longer than terminals take to answer.
    static let tellingShare = 0.5
    /// A terminal that stalled for a moment (its first picture, a busy machine) looks like a slow line. ``fastRun``
    /// samples in a row, each ``fastGrowth`` times as fast as the rate, show that it is not; each further one lets the
    /// rate grow by that factor.
    static let fastRun = 2
    static let fastGrowth = 4.0
    /// The least bytes of a first sample that is short: more than chrome alone.
    static let firstSampleBytes = 4_000
    /// The factor over the measured rate, so that the line is the limit. The queue it builds is measured and deducted.
    static let gain = 1.05
    static let maximumGain = 1.5
    /// The step for each frame that used its whole allowance and left the line idle; ten times as much back otherwise.
    static let gainStep = 0.02

    /// The least round trip of so many seconds counts; then a frame waits for an empty line and a new measurement. BBR
    /// takes 10 s; the pause is short here (``drainTime``), so it can be more often.
    static let roundTripAge = HostTime.seconds(5)
    /// The idle time before that measurement, beyond the estimate and besides a quarter of the round trip.
    static let drainTime = HostTime.milliseconds(10)
    /// The time for which nothing follows that probe: by then sshd has read it and sent a packet of it alone.
    static let aloneTime = HostTime.milliseconds(5)
    /// An answer is overdue after this time, or twice the jitter, or a sixteenth of the round trip. Short, because the
    /// consequence is mild: the rate is reduced only by as much as explains the delay.
    static let overdue = HostTime.milliseconds(8)
    /// Jitter beyond this counts as a queue.
    static let maximumJitter = HostTime.milliseconds(20)

    /// The bytes of a cell at worst: `CSI 38;2;r;g;b;48;2;r;g;b m` and a block. A line that carries a screen of these
    /// in a frame interval, with a third to spare, gets no limit; a line that no longer carries it gets one again.
    static let bytesPerCell = 38
    static let unlimitedShare = 1.33
    static let keepsUnlimitedShare = 1.0
    /// The least distance of probes while there is no limit: they cost nothing, and soon show a queue.
    static let probeInterval = HostTime.milliseconds(100)
    /// The most unanswered probes: one second at 30 frames a second, and more than any usable round trip.
    static let maximumProbes = 32
    /// The most writes remembered since the last answer; older ones are joined.
    static let maximumChunks = 128

    /// Without answers, a line that has blocked may hold a long, unseen queue: slightly less than its rate drains it.
    static let blindGain = 0.9
}
