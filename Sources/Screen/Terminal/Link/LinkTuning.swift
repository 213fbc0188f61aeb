import PlayCore

/// "Simulated" refers to `LinkEstimatorTests`: 0.5 … 100 Mbit/s, 1 … 300 ms, jitter up to 10 ms.
enum LinkTuning {
    /// The first picture before the rate is known: 40 ms at 5 Mbit/s, 0.2 s at 1 Mbit/s, enough for a coarse picture.
    static let startBytes = 24_000
    /// The first picture if the start queries were answered within ``promptAnswer``. Such a line leads to a local
    /// terminal or is a fast network; one frame of this size shows its rate.
    static let promptStartBytes = 64_000
    static let promptAnswer = HostTime.milliseconds(1)
    /// The longest time to the first answer of a near terminal, if nothing indicates that the line leaves this machine.
    /// The player first reads the answer 6 to 7 ms after the queries on an idle machine, because other work starts
    /// meanwhile. The first picture of a near terminal may take a whole screen.
    static let nearAnswer = HostTime.milliseconds(20)
    /// The wait for any answer (a satellite takes 0.7 s). The start queries have nothing before them.
    static let startPatience = HostTime.seconds(1)
    /// The wait for a later probe, in addition to the time that the bytes before it take on the slowest line that can
    /// carry films (0.5 Mbit/s). It may have a queue before it, and lines stall at times.
    static let probePatience = HostTime.seconds(2)
    static let slowestRate = 62_500.0

    /// The queue that keeps the line busy between frames: twice the delay of a `poll` on a busy machine (p95 3 ms).
    static let queueTarget = HostTime.milliseconds(6)
    /// A frame is written if at most this share of the frame interval is queued before it.
    static let roomShare = 0.5
    /// The least allowance of a frame, one packet. With less, a line that was down never recovers.
    static let minimumBytes = 1_400
    /// The least rate that is assumed. It is below that of any line that can carry films, and keeps divisions valid
    /// after an outage.
    static let minimumRate = 4_000.0

    /// The number of samples whose sum gives the rate: those of the last 0.3 s, at most four. One is too noisy, because
    /// answers bunch in wireless networks; more would delay a fall.
    static let sampleCount = 4
    static let sampleAge = HostTime.milliseconds(300)
    /// Trains that arrive sooner only show that the line is at least this fast: jitter and the scheduler take as long.
    static let capacityTime = HostTime.milliseconds(8)
    /// The least duration in a rate: the wake-ups of terminal and player make shorter ones unreliable.
    static let resolution = HostTime.milliseconds(2)
    /// The limit of the rate's growth with each short sample, so that one bunched answer does no harm.
    static let growth = 2.0
    /// A slow answer counts only if the bytes take at least this share of a frame's time. Half a frame's time is longer
    /// than terminals take to answer.
    static let tellingShare = 0.5
    /// A terminal that stalled for a moment (its first picture, a busy machine) looks like a slow line. ``fastRun``
    /// samples in a row, each ``fastGrowth`` times as fast as the rate, show that it is not. Each further one lets the
    /// rate grow by that factor.
    static let fastRun = 2
    static let fastGrowth = 4.0
    /// The least bytes of a short first sample: more than chrome alone.
    static let firstSampleBytes = 4_000
    /// The factor over the measured rate, so that the line is the limit. The resulting queue is measured and deducted.
    static let gain = 1.05
    static let maximumGain = 1.5
    /// The step for each frame that used its whole allowance and left the line idle; otherwise ten times as much back.
    static let gainStep = 0.02

    /// The least round trip of this many seconds counts. After them, a frame waits for an empty line and a new
    /// measurement. BBR takes 10 s; here the pause is short (``drainTime``), so it can be more frequent.
    static let roundTripAge = HostTime.seconds(5)
    /// Before that measurement, beyond the estimate and in addition to a quarter of the round trip.
    static let drainTime = HostTime.milliseconds(10)
    /// The time for which nothing follows that probe. By then sshd has read it and sent it in a packet of its own.
    static let aloneTime = HostTime.milliseconds(5)
    /// An answer is overdue after this time, or twice the jitter, or a sixteenth of the round trip. The time is short
    /// because the consequence is mild: the rate falls only as far as the delay requires.
    static let overdue = HostTime.milliseconds(8)
    /// Jitter beyond this counts as a queue.
    static let maximumJitter = HostTime.milliseconds(20)

    /// The bytes of a cell in the worst case: `CSI 38;2;r;g;b;48;2;r;g;b m` and a block. A line that carries a screen
    /// of these in a frame interval, with a third to spare, gets no limit until it carries them no longer.
    static let bytesPerCell = 38
    static let unlimitedShare = 1.33
    static let keepsUnlimitedShare = 1.0
    /// The least time between probes without a limit. They cost nothing and soon show a queue.
    static let probeInterval = HostTime.milliseconds(100)
    /// The limit of unanswered probes: one second at 30 frames a second, and more than any usable round trip.
    static let maximumProbes = 32
    /// The limit of remembered writes since the last answer; older ones are joined.
    static let maximumChunks = 128

    /// Without answers, a blocked line may hold a long, unseen queue. Slightly less than its rate drains it.
    static let blindGain = 0.9
}
