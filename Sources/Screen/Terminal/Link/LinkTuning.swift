import PlayCore

/// The numbers of the link control, with their reasons. "Simulated" refers to `LinkEstimatorTests`: 0.5 … 100 Mbit/s,
/// 1 … 300 ms, jitter up to 10 ms.
enum LinkTuning {
    /// First picture before anything is known of the rate: 40 ms at 5 Mbit/s, 0.2 s at 1 Mbit/s, and enough for a coarse
    /// picture at once.
    static let startBytes = 24_000
    /// First picture where the start queries were answered within ``promptAnswer``: such a line is a local terminal or a
    /// fast network, whose rate one frame of this size shows.
    static let promptStartBytes = 64_000
    static let promptAnswer = HostTime.milliseconds(1)
    /// Where nothing says that the line leaves this machine, the terminal is near if its answer is there when the player
    /// first looks for it: 6 to 7 ms after the queries on an idle machine, since other things are begun meanwhile. The
    /// first picture may take a whole screen then.
    static let nearAnswer = HostTime.milliseconds(20)
    /// The start queries have nothing before them: a terminal that leaves them unanswered for so long answers nothing
    /// (a satellite takes 0.7 s).
    static let startPatience = HostTime.seconds(1)
    /// A later probe may have a queue before it, and lines do stall. It counts as lost after so long, and the time that
    /// the bytes before it take on the slowest line on which one would watch films (0.5 Mbit/s).
    static let probePatience = HostTime.seconds(2)
    static let slowestRate = 62_500.0

    /// Queue that is left standing so that the line does not run dry between two frames: the lateness of a `poll` on a
    /// busy machine (p95 3 ms) twice.
    static let queueTarget = HostTime.milliseconds(6)
    /// A frame begins while at most this share of the frame interval is queued before it.
    static let roomShare = 0.5
    /// A frame that has space gets this much at least: one packet. With less a line that was down never recovers.
    static let minimumBytes = 1_400
    /// Slower than any line on which one would watch films; keeps divisions sound after an outage.
    static let minimumRate = 4_000.0

    /// Samples whose sum makes the rate: what arrived in the last 0.3 s, four at most. One is too noisy (answers bunch
    /// in wireless networks), more delay the fall.
    static let sampleCount = 4
    static let sampleAge = HostTime.milliseconds(300)
    /// Trains that arrive in less say only that the line is at least so fast: jitter and the scheduler are as long.
    static let capacityTime = HostTime.milliseconds(8)
    /// Shortest time to which a rate is trusted: wake-ups of terminal and player.
    static let resolution = HostTime.milliseconds(2)
    /// The rate at most doubles with each short sample: a single answer that came bunched does no harm.
    static let growth = 2.0
    /// Share of what the line carries in a frame's time from which on a slow answer counts: half a frame's time is longer
    /// than terminals take to answer.
    static let tellingShare = 0.5
    /// A terminal that stood still for a moment (its first picture, a busy machine) looks like a slow line. So many
    /// samples in a row so many times as fast show that it is none; each from then on lets the rate grow so much.
    static let fastRun = 2
    static let fastGrowth = 4.0
    /// A first sample that is short must have so many bytes to count: more than chrome alone.
    static let firstSampleBytes = 4_000
    /// Written over the measured rate, so that it is the line that limits and not the estimate. The queue this builds is
    /// seen and taken off.
    static let gain = 1.05
    static let maximumGain = 1.5
    /// Per frame that had its whole allowance and left the line idle; ten times as much back when it did not.
    static let gainStep = 0.02

    /// The least round trip of so many seconds counts; then a frame waits for an empty line and measures anew. BBR takes
    /// 10 s; the pause is short here (``drainTime``), so it can be more often.
    static let roundTripAge = HostTime.seconds(5)
    /// How much longer than estimated the line is left idle before that measurement, besides a quarter of the round trip.
    static let drainTime = HostTime.milliseconds(10)
    /// How long nothing follows that measurement's probe: sshd has read it by then and made a packet of it alone.
    static let aloneTime = HostTime.milliseconds(5)
    /// An answer is overdue after so long, or twice the jitter, or a sixteenth of the round trip. Little, because what
    /// follows is mild: the rate is only taken for so much less as explains the delay.
    static let overdue = HostTime.milliseconds(8)
    /// Jitter beyond this is not jitter but a queue.
    static let maximumJitter = HostTime.milliseconds(20)

    /// Bytes of a cell at worst: `CSI 38;2;r;g;b;48;2;r;g;b m` and a block. A line that carries a screen of these in a
    /// frame interval, with a third to spare, needs no limit; one that does not carry it has one again.
    static let bytesPerCell = 38
    static let unlimitedShare = 1.33
    static let keepsUnlimitedShare = 1.0
    /// Least distance of probes while there is no limit: they cost nothing, and show a queue within a tenth of a second.
    static let probeInterval = HostTime.milliseconds(100)
    /// Unanswered probes at most; at 30 frames a second one second, and more than any round trip of which there is use.
    static let maximumProbes = 32
    /// Writes remembered since the last answer; older ones are joined.
    static let maximumChunks = 128

    /// Without answers, a line that has blocked once may hold a long queue that nobody sees: a little less than it
    /// carries lets it drain.
    static let blindGain = 0.9
}
