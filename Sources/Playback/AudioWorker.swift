import Media
import PlayCore
import Synchronization

/// What the `playback` thread and the `audio-dec` thread share.
final class AudioWorkerState: Sendable {
    /// Bits of the wanted rate's `Double`.
    private let rateBits: Atomic<UInt64>
    /// The newest generation of which the sink has got something (or the end).
    private let primed = Atomic<UInt64>(0)

    /// Nanoseconds.
    private let delayValue: Atomic<Int64>

    init(rate: PlaybackRate, delay: MediaTime) {
        rateBits = Atomic(rate.value.bitPattern)
        delayValue = Atomic(delay.nanoseconds)
    }

    /// Added to every time of the sound.
    var delay: MediaTime {
        get { MediaTime(nanoseconds: delayValue.load(ordering: .relaxed)) }
        set { delayValue.store(newValue.nanoseconds, ordering: .relaxed) }
    }

    var rate: PlaybackRate {
        get { PlaybackRate(Double(bitPattern: rateBits.load(ordering: .relaxed))) }
        set { rateBits.store(newValue.value.bitPattern, ordering: .relaxed) }
    }

    func setPrimed(_ generation: Generation) { primed.store(generation.number, ordering: .releasing) }
    func isPrimed(_ generation: Generation) -> Bool { primed.load(ordering: .acquiring) >= generation.number }
}

/// The body of the `audio-dec` thread: packets to PCM without gaps, stretched to the rate, into the sink.
///
/// When the packets are slow it waits for one; when the sink is full it waits there.
struct AudioWorker: Sendable {
    let packets: PacketQueue
    let sink: any AudioSink
    let events: EventBox
    let state: AudioWorkerState
    let doorbell: Doorbell

    func run() {
        var decoder: AudioDecoder?
        var track: Int?
        var feed: AudioFeed?
        var hasReportedDamage = false
        while let item = packets.next(.audio) {
            switch item {
            case .start(let start):
                if track != start.track || decoder == nil {
                    decoder = open(start)
                    track = start.track
                    hasReportedDamage = false
                } else {
                    decoder?.flush()
                }
                feed = AudioFeed(worker: self, start: start)
            case .packet(let packet):
                guard let decoder, feed != nil else { continue }
                decode(packet, decoder, &feed)
                if decoder.damagedCount > 0, !hasReportedDamage {
                    hasReportedDamage = true
                    events.post(.damaged(.audio))
                }
            case .end(let generation):
                if let decoder { decode(nil, decoder, &feed) }
                feed?.finish()
                sink.finish(generation)
                prime(generation)
            }
        }
    }

    func prime(_ generation: Generation) {
        guard !state.isPrimed(generation) else { return }
        state.setPrimed(generation)
        doorbell.ring()
    }

    private func open(_ start: StreamStart) -> AudioDecoder? {
        do {
            let decoder = try AudioDecoder(parameters: start.parameters, format: sink.format)
            events.post(.audioDecoder(name: decoder.name))
            return decoder
        } catch {
            events.post(.trackFailed(.audio, codec: start.parameters.codecName, error))
            return nil
        }
    }

    private func decode(_ packet: Packet?, _ decoder: AudioDecoder, _ feed: inout AudioFeed?) {
        do {
            try decoder.decode(packet) { samples, start in feed?.take(samples, start: start + state.delay) ?? false }
        } catch {
            Log.shared.write(.warning, "audio", "\(error)")
        }
    }
}

/// One run of sound on its way to the sink: joined without gaps to the media axis, stretched to the rate.
struct AudioFeed {
    private let worker: AudioWorker
    private let generation: Generation
    private var join: AudioJoin
    private var stretcher: TimeStretcher?
    /// Media time of the next sample that leaves the stretcher.
    private var position: MediaTime
    /// Media time behind the last sample that went into it.
    private var inputEnd: MediaTime

    init(worker: AudioWorker, start: StreamStart) {
        self.worker = worker
        generation = start.generation
        join = AudioJoin(start: start.position, sampleRate: worker.sink.format.sampleRate)
        position = start.position
        inputEnd = start.position
    }

    /// - Returns: false when the run is stale.
    mutating func take(_ samples: [Float], start: MediaTime) -> Bool {
        let channels = worker.sink.format.channelCount
        switch join.place(frames: samples.count / channels, start: start) {
        case .drop: return !worker.packets.isStale(generation)
        case .keep(let skipped):
            let kept = skipped == 0 ? samples : Array(samples[(skipped * channels)...])
            return send(kept)
        case .afterSilence(let frames):
            return sendSilence(frames: frames) && send(samples)
        case .afterJump(let target):
            guard endStretch() else { return false }
            position = target
            inputEnd = target
            return send(samples)
        }
    }

    /// The sound that waits in the stretcher.
    mutating func finish() { _ = endStretch() }

    /// Lets out what the stretcher holds. From there on the position is that of the sample that comes next, without
    /// what the stretcher may have been off.
    private mutating func endStretch() -> Bool {
        guard let old = stretcher else { return true }
        stretcher = nil
        do {
            let isWanted = write(try old.finish(), rate: old.rate)
            position = inputEnd
            return isWanted
        } catch {
            Log.shared.write(.warning, "audio", "\(error)")
            position = inputEnd
            return true
        }
    }

    private mutating func sendSilence(frames: Int) -> Bool {
        let format = worker.sink.format
        var left = frames
        while left > 0 {
            let count = min(left, format.sampleRate / 20)
            guard send([Float](repeating: 0, count: count * format.channelCount)) else { return false }
            left -= count
        }
        return true
    }

    private mutating func send(_ samples: [Float]) -> Bool {
        let rate = worker.state.rate
        if let stretcher, stretcher.rate != rate, !endStretch() { return false }
        let format = worker.sink.format
        let length = PlaybackRate.normal.media(in: format.duration(frames: samples.count / format.channelCount))
        inputEnd = inputEnd + length
        do {
            if stretcher == nil, rate != .normal {
                stretcher = try TimeStretcher(format: format, rate: rate)
            }
            guard let stretcher else { return write(samples, rate: .normal) }
            return write(try stretcher.process(samples), rate: rate)
        } catch {
            Log.shared.write(.error, "audio", "\(error)")
            return write(samples, rate: .normal)
        }
    }

    private mutating func write(_ samples: [Float], rate: PlaybackRate) -> Bool {
        guard !samples.isEmpty else { return !worker.packets.isStale(generation) }
        let format = worker.sink.format
        let block = AudioBlock(samples: samples, start: position, rate: rate, generation: generation)
        position = position + rate.media(in: format.duration(frames: samples.count / format.channelCount))
        let result = worker.sink.write(block)
        if result == .written { worker.prime(generation) }
        return result == .written
    }
}

/// Decides how a run of samples joins what went before: gaps become silence, overlaps are cut. Pure.
struct AudioJoin: Equatable {
    enum Placement: Equatable {
        /// All of it lies before the start.
        case drop
        /// Leave out so many frames at its front.
        case keep(skipping: Int)
        case afterSilence(frames: Int)
        /// The times jump so far that silence makes no sense: go on there.
        case afterJump(to: MediaTime)
    }

    /// Time stamps of containers are rounded, some to 1/90 s: smaller differences are not gaps.
    private static let tolerance: MediaTime = .milliseconds(50)
    /// At the very start the picture's time is exact, so the sound's should be.
    private static let startTolerance: MediaTime = .milliseconds(2)
    /// A longer silence than this is taken for damaged time stamps.
    private static let longestGap: MediaTime = .seconds(60)

    private let sampleRate: Int
    private var expected: MediaTime
    private var isFirst = true

    init(start: MediaTime, sampleRate: Int) {
        expected = start
        self.sampleRate = sampleRate
    }

    mutating func place(frames: Int, start: MediaTime) -> Placement {
        let length = time(of: frames)
        let difference = start - expected
        let tolerance = isFirst ? Self.startTolerance : Self.tolerance
        if difference > Self.longestGap, !isFirst {
            expected = start + length
            return .afterJump(to: start)
        }
        if difference > tolerance {
            isFirst = false
            expected = start + length
            return .afterSilence(frames: self.frames(in: difference))
        }
        if difference < .zero - tolerance {
            let skipped = self.frames(in: .zero - difference)
            if skipped >= frames { return .drop }
            isFirst = false
            expected = expected + time(of: frames - skipped)
            return .keep(skipping: skipped)
        }
        isFirst = false
        // Small differences do not add up: each is measured against the container's time, not the last sample's.
        expected = start + length
        return .keep(skipping: 0)
    }

    private func frames(in time: MediaTime) -> Int { Int((time.inSeconds * Double(sampleRate)).rounded()) }
    private func time(of frames: Int) -> MediaTime {
        MediaTime(nanoseconds: Int64(frames) * 1_000_000_000 / Int64(sampleRate))
    }
}
