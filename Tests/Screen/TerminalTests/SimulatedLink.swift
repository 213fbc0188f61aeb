import Cells
import PlayCore
import TestSupport

@testable import Terminal

/// A line to a terminal, without threads or clocks. It is a FIFO that sends at a rate, with half a round trip each way
/// and jitter on the answers. The terminal answers probes in order.
struct SimulatedLink {
    private struct Chunk {
        var bytes: Int
        var probes: [LinkEstimator.ProbeKind]
    }

    /// The line's rate in bytes per second.
    var rate: Double
    var roundTrip: HostTime
    /// The most by which answers are late. They stay in order.
    var jitter: HostTime
    var answers = true
    /// Whether bytes that are written together arrive together, because SSH makes one packet of them.
    var packs = false
    private var isPacking = false
    private var generator: SeededGenerator
    private var fifo: [Chunk] = []
    private var credit = 0.0
    private(set) var carried = 0
    private var replies: [(at: HostTime, kind: LinkEstimator.ProbeKind)] = []

    init(rate: Double, roundTrip: HostTime, jitter: HostTime = .zero, seed: UInt64 = 1) {
        self.rate = rate
        self.roundTrip = roundTrip
        self.jitter = jitter
        generator = SeededGenerator(seed: seed)
    }

    /// The bytes that have not left yet.
    var queued: Int { fifo.reduce(0) { $0 + $1.bytes } }
    /// The time that the queued bytes take.
    var queue: HostTime { .sending(queued, at: rate) }

    mutating func write(_ bytes: Int) { append(Chunk(bytes: bytes, probes: [])) }
    mutating func write(_ probe: LinkEstimator.ProbeKind) {
        append(Chunk(bytes: LinkRig.probeBytes, probes: [probe]))
    }

    private mutating func append(_ chunk: Chunk) {
        if packs, isPacking, let last = fifo.indices.last {
            fifo[last].bytes += chunk.bytes
            fifo[last].probes += chunk.probes
        } else {
            fifo.append(chunk)
            isPacking = true
        }
    }

    /// Runs the line for `step`, which ends at `now`.
    mutating func run(_ step: HostTime, to now: HostTime) {
        isPacking = false
        credit += rate * step.inSeconds
        while let first = fifo.first, credit >= Double(first.bytes) {
            credit -= Double(first.bytes)
            carried += first.bytes
            fifo.removeFirst()
            for probe in first.probes where answers {
                let late = jitter > .zero ? Int64.random(in: 0...jitter.nanoseconds, using: &generator) : 0
                let at = now + roundTrip + HostTime(nanoseconds: late)
                replies.append((max(at, replies.last?.at ?? at), probe))
            }
        }
        if let first = fifo.first {
            let part = Int(credit)
            guard part > 0, part < first.bytes else { return }
            fifo[0].bytes -= part
            carried += part
            credit -= Double(part)
        } else {
            // An idle line saves no capacity for later.
            credit = 0
        }
    }

    /// Returns the answers that reach the writer by `now`.
    mutating func receiveReplies(by now: HostTime) -> [LinkEstimator.ProbeKind] {
        let due = replies.prefix { $0.at <= now }.map(\.kind)
        replies.removeFirst(due.count)
        return due
    }
}

/// A player that presents a picture every frame interval, an estimator, and the line between them.
struct LinkRig {
    static let probeBytes = 4
    var link: SimulatedLink
    var estimator: LinkEstimator
    var now = HostTime.seconds(1000)
    let interval: HostTime
    /// The bytes of an exact frame. The encoder uses its allowance up to this size.
    var frameBytes = 270_000
    /// The bytes of a sound packet, which is sent every 20 ms, or 0 for no sound.
    var soundBytes = 0
    private var nextSound: HostTime
    var ignoresAllowance = false

    private(set) var frames: [(at: HostTime, bytes: Int, isLimited: Bool)] = []
    /// The line's queue, every half millisecond.
    private(set) var queues: [(at: HostTime, queue: HostTime)] = []
    private var nextPicture: HostTime
    private var hasPicture = false
    private(set) var dropped = 0
    /// The number of probes written since the start.
    private(set) var probes = 0

    init(
        mbit: Double, roundTrip: HostTime, jitter: HostTime = .zero, framesPerSecond: Int = 30,
        answersQueries: Bool = true, cap: Double? = nil, seed: UInt64 = 1
    ) {
        link = SimulatedLink(rate: mbit * 125_000, roundTrip: roundTrip, jitter: jitter, seed: seed)
        interval = HostTime(nanoseconds: 1_000_000_000 / Int64(framesPerSecond))
        estimator = LinkEstimator(answersQueries: answersQueries, bytesPerSecondCap: cap, at: now)
        estimator.frameInterval = interval
        estimator.screenBytes = 160 * 45 * 38
        nextPicture = now + .milliseconds(200)
        nextSound = nextPicture
        write(120)
        if answersQueries {
            estimator.wroteAttributesProbe(Self.probeBytes, at: now)
            link.write(.attributes)
        }
    }

    private mutating func write(_ bytes: Int) {
        estimator.wrote(bytes, at: now)
        link.write(bytes)
    }

    mutating func run(for time: HostTime) {
        let step = HostTime.microseconds(500)
        let end = now + time
        while now < end {
            now = now + step
            link.run(step, to: now)
            for kind in link.receiveReplies(by: now) { estimator.answered(kind, at: now) }
            if now >= nextPicture {
                nextPicture = nextPicture + interval
                if hasPicture { dropped += 1 }
                hasPicture = true
            }
            if soundBytes > 0, now >= nextSound {
                nextSound = nextSound + .milliseconds(20)
                estimator.wroteSound(soundBytes, at: now)
                link.write(soundBytes)
            }
            if hasPicture, estimator.wantsLoneProbe(at: now) {
                estimator.wroteLoneProbe(Self.probeBytes, at: now)
                link.write(.status)
                probes += 1
            }
            if hasPicture, let allowance = estimator.allowance(at: now) {
                hasPicture = false
                present(allowance)
            }
            queues.append((now, link.queue))
        }
    }

    private mutating func present(_ allowance: LinkAllowance) {
        let trails = estimator.wantsProbe(at: now)
        let leads = trails && estimator.wantsAttributesProbe
        probes += (leads ? 1 : 0) + (trails ? 1 : 0)
        if leads {
            estimator.wroteAttributesProbe(Self.probeBytes, at: now)
            link.write(.attributes)
        }
        let bytes = ignoresAllowance ? frameBytes : min(frameBytes, allowance.bytes ?? frameBytes)
        write(bytes)
        if trails {
            estimator.wrote(Self.probeBytes, at: now)
            estimator.wroteProbe(at: now)
            link.write(.status)
        }
        estimator.noteFrame(bytes: bytes, allowance: allowance)
        frames.append((now, bytes, allowance.bytes != nil))
    }

    /// Runs for `time` and returns the share of the line's capacity that was used.
    mutating func utilisation(over time: HostTime) -> Double {
        let before = link.carried
        run(for: time)
        return Double(link.carried - before) / (link.rate * time.inSeconds)
    }

    /// Returns the longest queue since `start` within the given share of all samples.
    func queue(share: Double, since start: HostTime) -> HostTime {
        let sorted = queues.filter { $0.at >= start }.map(\.queue).sorted()
        return sorted.isEmpty ? .zero : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
}
