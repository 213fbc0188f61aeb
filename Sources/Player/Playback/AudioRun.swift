import Media
import PlayCore

/// Sound on its way to the sink: joins it to the media axis without gaps, and stretches it to the rate.
struct AudioRun {
    private let worker: AudioWorker
    private let generation: Generation
    private var join: AudioJoin
    private var stretcher: TimeStretcher?
    private var position: MediaTime
    /// Media time after the last sample for the stretcher.
    private var inputEnd: MediaTime
    /// `nil` if silence plays at normal speed.
    private var silence: (cutter: SilenceCutter, rate: PlaybackRate)?
    private let muted: MediaRangeSet

    init(worker: AudioWorker, start: StreamStart) {
        self.worker = worker
        generation = start.generation
        join = AudioJoin(start: start.position, sampleRate: worker.sink.format.sampleRate)
        position = start.position
        inputEnd = start.position
        muted = worker.state.muted
    }

    /// Places decoded samples on the axis and sends them. Returns false if the run is stale.
    mutating func append(_ samples: [Float], start: MediaTime) -> Bool {
        let channels = worker.sink.format.channelCount
        switch join.place(frames: samples.count / channels, start: start) {
        case .drop: return !worker.packets.isStale(generation)
        case .keep(let skipped):
            let kept = skipped == 0 ? samples : Array(samples[(skipped * channels)...])
            return send(kept)
        case .afterSilence(let frames):
            return sendSilence(frames: frames) && send(samples)
        case .afterJump(let target):
            guard sendHeld(), endStretch() else { return false }
            position = target
            inputEnd = target
            return send(samples)
        }
    }

    mutating func silence(until end: MediaTime) { _ = sendSilence(frames: join.silence(until: end)) }

    mutating func finish() {
        _ = sendHeld()
        _ = endStretch()
    }

    private mutating func sendHeld() -> Bool {
        guard let pieces = silence?.cutter.finish() else { return true }
        return pieces.allSatisfy { stretch($0.samples, worker.state.rate) }
    }

    /// Flushes the stretcher. The position is then exactly the next sample's.
    private mutating func endStretch() -> Bool {
        guard let old = stretcher else { return true }
        stretcher = nil
        let isWanted = write(old.finish(), rate: old.rate)
        position = inputEnd
        return isWanted
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
        guard followWish() else { return false }
        let samples = muted.isEmpty ? samples : withoutMuted(samples)
        guard let pieces = silence?.cutter.process(samples), let fast = silence?.rate else {
            return stretch(samples, rate)
        }
        for piece in pieces where !stretch(piece.samples, piece.isQuiet ? max(rate, fast) : rate) { return false }
        return !worker.packets.isStale(generation)
    }

    /// Applies the viewer's choice to play silence faster or not.
    private mutating func followWish() -> Bool {
        let rule = worker.state.silence
        guard (rule == nil) != (silence == nil) else { return true }
        guard sendHeld() else { return false }
        silence = rule.map { (SilenceCutter($0, format: worker.sink.format), $0.rate) }
        return true
    }

    private func withoutMuted(_ samples: [Float]) -> [Float] {
        let format = worker.sink.format
        let channels = format.channelCount
        let held = format.duration(frames: (silence?.cutter.heldCount ?? 0) / channels)
        let start = inputEnd + PlaybackRate.normal.media(in: held) - worker.state.delay
        let end = start + PlaybackRate.normal.media(in: format.duration(frames: samples.count / channels))
        var result = samples
        for range in muted.overlapping(MediaRange(start: start, end: end)) {
            let places = [range.start, range.end].map { time in
                let frame = Int(((time - start).inSeconds * Double(format.sampleRate)).rounded())
                return min(max(0, frame * channels), samples.count)
            }
            for place in places[0]..<places[1] { result[place] = 0 }
        }
        return result
    }

    private mutating func stretch(_ samples: [Float], _ rate: PlaybackRate) -> Bool {
        if let stretcher, stretcher.rate != rate, !endStretch() { return false }
        let format = worker.sink.format
        let length = PlaybackRate.normal.media(in: format.duration(frames: samples.count / format.channelCount))
        inputEnd = inputEnd + length
        if stretcher == nil, rate != .normal { stretcher = TimeStretcher(format: format, rate: rate) }
        guard let stretcher else { return write(samples, rate: .normal) }
        return write(stretcher.process(samples), rate: rate)
    }

    /// Writes a tenth of a second at a time: a sink starts only once it has sound, and until then it has no space for a
    /// long block (a packet of a WAV file at 8 kHz holds half a second).
    private mutating func write(_ samples: [Float], rate: PlaybackRate) -> Bool {
        let format = worker.sink.format
        let most = max(1, format.sampleRate / 10) * format.channelCount
        guard samples.count > most else { return writeBlock(samples, rate: rate) }
        for first in stride(from: 0, to: samples.count, by: most) {
            let piece = Array(samples[first..<min(first + most, samples.count)])
            guard writeBlock(piece, rate: rate) else { return false }
        }
        return true
    }

    private mutating func writeBlock(_ samples: [Float], rate: PlaybackRate) -> Bool {
        guard !samples.isEmpty else { return !worker.packets.isStale(generation) }
        let format = worker.sink.format
        let block = AudioBlock(samples: samples, start: position, rate: rate, generation: generation)
        position = position + rate.media(in: format.duration(frames: samples.count / format.channelCount))
        let result = worker.sink.write(block)
        if result == .written { worker.prime(generation) }
        return result == .written
    }
}
