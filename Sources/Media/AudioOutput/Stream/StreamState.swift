import PlayCore

/// The state shared by the writer, the audio thread and the readers of the clock, behind one lock (``SharedStream``).
/// Frames are counted from the creation of the sink and never reused: base ≤ heard ≤ read ≤ written, where `base` is
/// the first frame of the generation, `read` the next for the device. Under the lock, nothing takes longer than a copy
/// of ``AudioTuning/copyFrames``.
struct StreamState {
    let format: AudioFormat
    let ring: SampleRing

    // Written by the writer's side.
    private(set) var generation = Generation()
    private(set) var base: Int64 = 0
    private(set) var written: Int64 = 0
    private(set) var isFinished = false
    /// Whether one item has been left and the next has not begun: sound is refused.
    private(set) var isBetweenItems = false
    /// Space that a waiting writer needs, in frames; 0 without one.
    var writerNeeds = 0
    private var map: MediaMap

    // Orders for the audio thread.
    private(set) var wantsSound = false
    private(set) var epoch = 0
    /// The previous item's frames in the device, which may still play.
    var lingering: Lingering?
    var isClosed = false
    var wantedDevice: String?
    var mix = MixTarget()
    var needsAttention = false

    // Written by the audio thread.
    private(set) var read: Int64 = 0
    var heard: HeardClock
    var isPumpIdle = true
    private var isExhausted = false
    private var tail = Tail()
    var meter: LevelMeter
    var device: AudioSinkStatus.Device
    var underrunCount = 0

    private var told: MediaTime?

    struct Lingering {
        let end: HostTime
        /// Whether the device holds the item's end, which the next item then follows instead of replacing it.
        let isToEnd: Bool
    }

    private struct Tail {
        var measured = -Double.infinity
        var progressed = HostTime.zero
    }

    init(format: AudioFormat, device: AudioSinkStatus.Device) {
        self.format = format
        self.device = device
        let capacity = format.frames(in: AudioTuning.ringAhead + AudioTuning.ringHistory)
        ring = SampleRing(capacity: capacity, channelCount: format.channelCount)
        map = MediaMap(sampleRate: format.sampleRate)
        heard = HeardClock(sampleRate: format.sampleRate)
        meter = LevelMeter(channelCount: format.channelCount)
    }

    // MARK: The writer

    var space: Int { max(0, format.frames(in: AudioTuning.ringAhead) - ahead) }

    var ahead: Int { Int(written - read) }

    /// - Parameters:
    ///   - frames: at most ``space``.
    ///   - start: the media time of the first frame.
    mutating func append(_ samples: UnsafePointer<Float>, frames: Int, start: MediaTime, rate: PlaybackRate) {
        ring.store(samples, frames: frames, at: written)
        map.append(first: written, start: start, rate: rate)
        written += Int64(frames)
        map.prune(before: oldest)
    }

    mutating func finish(_ finished: Generation) {
        guard finished == generation else { return }
        isFinished = true
        needsAttention = true
    }

    // MARK: Orders

    mutating func setWantsSound(_ wanted: Bool, at now: HostTime) {
        guard wanted != wantsSound else { return }
        // Stops the clock at this moment, not when the audio thread reacts.
        if !wanted { heard.stop(at: heardFrame(at: now)) }
        wantsSound = wanted
        needsAttention = true
    }

    /// Discards all frames. Does nothing for the current generation or an older one.
    mutating func flush(to newer: Generation) {
        guard newer > generation else { return }
        generation = newer
        empty()
    }

    mutating func leaveItem(at now: HostTime) {
        isBetweenItems = true
        lingering = Lingering(end: now + AudioTuning.lingering, isToEnd: isFinished && ahead == 0)
        empty()
    }

    mutating func beginItem() {
        generation = Generation()
        isBetweenItems = false
        wantsSound = false
        underrunCount = 0
    }

    private mutating func empty() {
        epoch += 1
        base = written
        read = written
        map.removeAll()
        heard.stop(at: Double(base))
        isFinished = false
        isExhausted = false
        told = nil
        needsAttention = true
    }

    // MARK: The audio thread

    var oldest: Int64 { max(base, written - Int64(ring.capacity)) }

    /// Returns the number of frames copied, 0 … `limit`.
    func next(into samples: UnsafeMutablePointer<Float>, limit: Int) -> Int {
        let frames = min(limit, ahead)
        ring.load(into: samples, frames: frames, at: read)
        return frames
    }

    mutating func took(_ frames: Int) { read += Int64(frames) }

    /// Notes that the device stopped: `discarded` frames must be written again, and `delay` frames wait in it.
    mutating func stopped(discarded: Int, delay: Int) {
        read = max(oldest, read - Int64(discarded))
        heard.stop(at: Double(read - Int64(delay)))
    }

    /// Prepares for another device, which gets the frames not heard yet. The clock continues meanwhile.
    mutating func handOver(at now: HostTime) {
        let frame = heardFrame(at: now)
        read = max(oldest, Int64(frame))
        heard.rebase(to: frame, at: now)
    }

    mutating func ranDry(at now: HostTime) {
        isExhausted = ahead == 0
        if isExhausted {
            heard.stop(at: Double(read))
        } else {
            underrunCount += 1
            heard.rebase(to: Double(read), at: now)
        }
    }

    /// Returns whether all frames were heard.
    mutating func observe(delay: Int, at now: HostTime) -> Bool {
        guard wantsSound else { return false }
        let measured = Double(read - Int64(delay))
        heard.observe(measured, at: now)
        isExhausted = false
        let frame = heardFrame(at: now)
        meter.measure(ring, from: oldest, to: Int64(frame), mix: mix, at: now)
        guard ahead == 0 else {
            tail = Tail()
            return false
        }
        isExhausted = delay == 0 || frame >= Double(read) || isStuck(measured, at: now)
        if isExhausted { heard.stop(at: Double(read)) }
        return isExhausted
    }

    /// Returns whether the device makes no progress, though its server may still report a latency. At the end, after
    /// 200 ms nothing more will come. Before the first sound the limit is 3 s (a null sink of PulseAudio 16 stalls 1.9
    /// s).
    private mutating func isStuck(_ measured: Double, at now: HostTime) -> Bool {
        if measured > tail.measured + 1 {
            tail = Tail(measured: measured, progressed: now)
            return false
        }
        let patience = measured > Double(base) ? HostTime.milliseconds(200) : .seconds(3)
        return now - tail.progressed > patience
    }

    // MARK: Readers

    /// Returns the frame that is heard: fractional, within the frames written to the device.
    func heardFrame(at now: HostTime) -> Double {
        min(max(heard.frame(at: now), Double(base)), Double(read))
    }

    mutating func reading(at now: HostTime) -> AudioClockReading {
        let frame = heardFrame(at: now)
        var position = map.position(of: frame) ?? .zero
        let state = readingState(frame)
        if state != .empty {
            position = max(position, told ?? position)
            told = position
        }
        return AudioClockReading(
            state: state, generation: generation, position: position, hostTime: now, rate: map.rate(at: frame),
            untilEnd: isFinished ? format.duration(frames: Int((Double(written) - frame).rounded(.up))) : nil)
    }

    private func readingState(_ frame: Double) -> AudioClockReading.State {
        if isFinished, frame >= Double(written) { return .ended }
        if frame <= Double(base) { return .empty }
        if !wantsSound { return .paused }
        if frame >= Double(written) { return .starved }
        // Resumed, but the device does not play yet: the state stays as before.
        if !heard.isRunning { return isExhausted ? .starved : .paused }
        return .running
    }

    func status(at now: HostTime) -> AudioSinkStatus {
        let frames = Double(written) - heardFrame(at: now)
        return AudioSinkStatus(
            device: device, underrunCount: underrunCount, delay: format.duration(frames: Int(frames)))
    }
}
