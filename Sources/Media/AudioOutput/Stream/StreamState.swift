import PlayCore

/// What the writer, the audio thread and the readers of the clock share; one lock around it (``SharedStream``).
///
/// Frames are counted from the creation of the sink and never reused: base ≤ heard ≤ read ≤ written, where `base` is
/// the first frame of the generation, `read` the next to be given to the device. Under the lock nothing is done that
/// takes longer than a copy of ``AudioTuning/copyFrames``.
struct StreamState {
    let format: AudioFormat
    let ring: SampleRing

    // Written by the writer's side.
    private(set) var generation = Generation()
    private(set) var base: Int64 = 0
    private(set) var written: Int64 = 0
    private(set) var isFinished = false
    /// No item's sound is taken: one was left, the next has not begun.
    private(set) var isBetweenItems = false
    /// Frames of space a waiting writer wants; 0 without one.
    var writerNeeds = 0
    private var map: MediaMap

    // Orders for the audio thread.
    private(set) var wantsSound = false
    /// Counts flushes.
    private(set) var epoch = 0
    /// The device may go on with what it has of the item that was left.
    var lingering: Lingering?
    var isClosed = false
    /// The device to go over to; nil: nothing is asked for.
    var wantedDevice: String?
    var mix = MixTarget()
    /// The audio thread should look before its time.
    var needsAttention = false

    // Written by the audio thread.
    private(set) var read: Int64 = 0
    var heard: HeardClock
    /// It sleeps until there are frames.
    var isPumpIdle = true
    /// All frames were heard, more were expected.
    private var isExhausted = false
    private var tail = Tail()
    var meter: LevelMeter
    var device: AudioSinkStatus.Device
    var underrunCount = 0

    /// Position told last for this generation; it never decreases.
    private var told: MediaTime?

    struct Lingering {
        let end: HostTime
        /// The device has the item's end: the next item follows behind it and does not take its place.
        let isToEnd: Bool
    }

    /// The end of what there is, on its way through the device.
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

    /// Frames that may be appended now.
    var space: Int { max(0, format.frames(in: AudioTuning.ringAhead) - ahead) }

    /// Frames not given to the device yet.
    var ahead: Int { Int(written - read) }

    /// Appends `frames` (at most ``space``) frames that stand for the time from `start` on.
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
        // Standing still from this moment, not from the moment the thread gets to it.
        if !wanted { heard.stop(at: heardFrame(at: now)) }
        wantsSound = wanted
        needsAttention = true
    }

    /// Everything there is becomes stale. Flushing to the current generation or an older one does nothing.
    mutating func flush(to newer: Generation) {
        guard newer > generation else { return }
        generation = newer
        empty()
    }

    /// Everything there is becomes stale, but for what the device has.
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

    /// The first frame that can still be read again.
    var oldest: Int64 { max(base, written - Int64(ring.capacity)) }

    /// Copies up to `limit` frames that come next; the number may be 0.
    func next(into samples: UnsafeMutablePointer<Float>, limit: Int) -> Int {
        let frames = min(limit, ahead)
        ring.load(into: samples, frames: frames, at: read)
        return frames
    }

    /// The device took `frames` frames.
    mutating func took(_ frames: Int) { read += Int64(frames) }

    /// The device stopped; `discarded` frames have to be given to it again, `delay` frames wait in it.
    mutating func stopped(discarded: Int, delay: Int) {
        read = max(oldest, read - Int64(discarded))
        heard.stop(at: Double(read - Int64(delay)))
    }

    /// Another device takes over: what was not heard is given to it, and the clock runs on meanwhile.
    mutating func handOver(at now: HostTime) {
        let frame = heardFrame(at: now)
        read = max(oldest, Int64(frame))
        heard.rebase(to: frame, at: now)
    }

    /// The device ran dry: all it had were heard.
    mutating func ranDry(at now: HostTime) {
        isExhausted = ahead == 0
        if isExhausted {
            heard.stop(at: Double(read))
        } else {
            underrunCount += 1
            heard.rebase(to: Double(read), at: now)
        }
    }

    /// The device sounds and says that `delay` frames are on their way.
    /// - Returns: whether all there is was heard: the device has nothing to do.
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

    /// A server that has played everything may go on telling its own latency. 200 ms without progress at the end
    /// mean that nothing more will come; before the first sound, 3 s (a null sink of PulseAudio 16 stalls 1.9 s).
    private mutating func isStuck(_ measured: Double, at now: HostTime) -> Bool {
        if measured > tail.measured + 1 {
            tail = Tail(measured: measured, progressed: now)
            return false
        }
        let patience = measured > Double(base) ? HostTime.milliseconds(200) : .seconds(3)
        return now - tail.progressed > patience
    }

    // MARK: Readers

    /// The frame that is heard; fractional, never outside what the device was given.
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
        // Ordered to go on, not sounding yet: standing still for the reason it stood still before.
        if !heard.isRunning { return isExhausted ? .starved : .paused }
        return .running
    }

    func status(at now: HostTime) -> AudioSinkStatus {
        let frames = Double(written) - heardFrame(at: now)
        return AudioSinkStatus(
            device: device, underrunCount: underrunCount, delay: format.duration(frames: Int(frames)))
    }
}
