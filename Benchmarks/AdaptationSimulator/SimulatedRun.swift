import Glibc
package import PlayCore
package import PlaybackModel

/// A player on a line, in simulated time: loads segments one after the other, and plays each once it is complete.
package struct SimulatedRun {
    private let stream: SimulatedStream
    private let trace: BandwidthTrace
    private let rules: BufferRules
    private let rate: PlaybackRate
    private var result = RunResult()
    private var now = HostTime.zero
    private var buffered = MediaTime.zero
    private var hasStarted = false
    private var isStalled = false
    private var last: Int?

    /// The interval of checks of a loading segment (hls.js).
    private static let slice = HostTime.milliseconds(100)

    package static func run(
        _ policy: inout some SimulatedPolicy, _ stream: SimulatedStream, on trace: BandwidthTrace,
        rules: BufferRules = .standard, rate: PlaybackRate = .normal
    ) -> RunResult {
        var run = SimulatedRun(stream: stream, trace: trace, rules: rules, rate: rate)
        for segment in 0..<stream.count { run.play(segment, &policy) }
        run.advance(rate.host(for: run.buffered))
        return run.result
    }

    private init(stream: SimulatedStream, trace: BandwidthTrace, rules: BufferRules, rate: PlaybackRate) {
        self.stream = stream
        self.trace = trace
        self.rules = rules
        self.rate = rate
    }

    private mutating func play(_ segment: Int, _ policy: inout some SimulatedPolicy) {
        waitForSpace()
        advance(stream.availability(of: segment) - now)
        var index = policy.choose(conditions)
        while let other = fetch(segment, index, &policy) {
            result.abandoned += 1
            index = other
        }
        arrive(segment, index)
    }

    private var conditions: AdaptationConditions {
        let edge = stream.available.map { available in
            MediaTime(nanoseconds: stream.segmentDuration.nanoseconds * Int64(available) + now.nanoseconds)
                - result.played
        }
        return AdaptationConditions(
            now: now, buffered: buffered, segmentDuration: stream.segmentDuration, rate: rate, liveDelay: edge)
    }

    private mutating func waitForSpace() {
        let excess = buffered + stream.segmentDuration - rules.maximum
        if excess > .zero { advance(rate.host(for: excess)) }
    }

    private mutating func fetch(_ segment: Int, _ index: Int, _ policy: inout some SimulatedPolicy) -> Int? {
        let request = now
        advance(trace.latency)
        let firstByte = now
        let total = stream.bytes(segment, index)
        var loaded = 0.0
        while true {
            let bytes = trace.rate(at: now).bitsPerSecond / 8 * Self.slice.inSeconds
            let missing = Double(total) - loaded
            if bytes >= missing {
                advance(HostTime(nanoseconds: Int64(Double(Self.slice.nanoseconds) * missing / bytes)))
                policy.note(transfer(total, request, firstByte))
                return nil
            }
            loaded += bytes
            advance(Self.slice)
            let progress = SegmentProgress(
                index: index, bytesLoaded: Int(loaded), bytesTotal: total, receiving: now - firstByte)
            if let other = policy.review(progress, conditions) {
                policy.note(transfer(Int(loaded), request, firstByte))
                result.wastedBytes += Int(loaded)
                return other
            }
        }
    }

    private func transfer(_ bytes: Int, _ request: HostTime, _ firstByte: HostTime) -> Transfer {
        Transfer(bytes: bytes, latency: firstByte - request, duration: now - firstByte, end: now)
    }

    private mutating func arrive(_ segment: Int, _ index: Int) {
        if let last, last != index { result.switches += 1 }
        last = index
        result.segments += 1
        result.bytes += stream.bytes(segment, index)
        result.quality += quality(index)
        buffered += stream.segmentDuration
        if !hasStarted, buffered >= rules.start {
            hasStarted = true
            result.startUp = now
        }
        let isLast = segment == stream.count - 1
        // At a live edge, no more is available.
        if isStalled, isLast || buffered >= min(rules.high, stream.segmentDuration) { isStalled = false }
    }

    private func quality(_ index: Int) -> Double {
        let rates = stream.ladder.rungs.map(\.average.bitsPerSecond)
        guard let lowest = rates.first, let highest = rates.last, highest > lowest else { return 1 }
        return log(rates[index] / lowest) / log(highest / lowest)
    }

    private mutating func advance(_ time: HostTime) {
        guard time > .zero else { return }
        now = now + time
        guard hasStarted else { return }
        if isStalled {
            result.stalled = result.stalled + time
            return
        }
        let wanted = rate.media(in: time)
        let media = min(wanted, buffered)
        buffered -= media
        result.played += media
        guard media < wanted else { return }
        isStalled = true
        result.stalls += 1
        result.stalled = result.stalled + (time - rate.host(for: media))
    }
}
