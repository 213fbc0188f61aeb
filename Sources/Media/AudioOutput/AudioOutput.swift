// AudioOutput: samples to ALSA or to a listener elsewhere, and the clock of what is heard.
//
// Must not know: containers, sessions. Without a device it keeps pace silently.
//
// Begin with: `AudioOutput`, then `AudioPump` (the thread) and `HeardClock`.

package import PlayCore

/// The device that was wanted, the one that stays, and why.
package typealias AudioRefusal = @Sendable (_ wanted: String, _ kept: String, AudioError) -> Void

/// Sound through ALSA, and the clock of what is heard.
///
/// `audio-dec` writes into a ring and waits while it is full; the thread `audio-out` (``AudioPump``) carries the ring
/// to the device. Without a device, or when it is lost, the sink goes on silently at the same pace, so playing never
/// depends on there being one.
package final class AudioOutput: AudioSink {
    package let format: AudioFormat
    private let clockSource: any HostClock
    private let stream: SharedStream
    private let thread: Monitor<WorkerThread?>

    /// Never fails and does not wait: the device is opened by a thread; see ``status`` for what came of it.
    ///
    /// - Parameters:
    ///   - format: what the sink takes; the device's own format is its own business.
    ///   - deviceName: ALSA's name of the device (``AudioDevices/name(ofOption:)``).
    ///   - pace: in which steps sound goes there.
    ///   - remote: what sound on a listener elsewhere needs; nil: there is none.
    ///   - onRefusal: a device that ``goOver(to:)`` wanted could not be opened: its name, that of the device which stays
    ///     in use, and why. Called on a thread of the output, must not block.
    package convenience init(
        format: AudioFormat, deviceName: String, pace: AudioPace = .film, clock: any HostClock = SystemClock(),
        remote: RemoteSound? = nil,
        onRefusal: @escaping AudioRefusal = { _, _, _ in }
    ) {
        let stream = SharedStream(StreamState(format: format, device: .open(name: deviceName)))
        let opener = ThreadedOpener(name: deviceName, format: format, pace: pace, stream: stream, remote: remote)
        self.init(stream: stream, format: format, clock: clock)
        run {
            AudioPump(stream: stream, format: format, clock: clock, opener: opener, pace: pace, onRefusal: onRefusal)
        }
    }

    /// A front without a thread: ``run(_:)`` starts one, or a test turns the pump by hand.
    init(stream: SharedStream, format: AudioFormat, clock: any HostClock) {
        self.stream = stream
        self.format = format
        clockSource = clock
        thread = Monitor(nil)
    }

    /// Starts the audio thread, which makes its pump itself and is the only one to touch it.
    func run(_ makePump: @escaping @Sendable () -> AudioPump) {
        let stream = stream
        let worker = WorkerThread(name: "audio-out") { makePump().run(stream) }
        thread.withLock { $0 = worker }
    }

    deinit { close() }

    // MARK: The writer

    package func write(_ block: AudioBlock) -> AudioWriteResult {
        let channels = format.channelCount
        let frames = block.samples.count / channels
        return block.samples.withUnsafeBufferPointer { samples in
            guard let base = samples.baseAddress else { return refusal(of: block.generation) ?? .written }
            var done = 0
            while done < frames {
                let step = append(
                    base + done * channels, limit: frames - done, start: time(of: done, in: block), block: block)
                guard case .success(let taken) = step else { return step.refusal }
                done += taken
            }
            return refusal(of: block.generation) ?? .written
        }
    }

    private enum Step {
        case success(Int)
        case refused(AudioWriteResult)

        var refusal: AudioWriteResult {
            if case .refused(let result) = self { return result }
            return .written
        }
    }

    /// Waits for space and appends up to ``AudioTuning/copyFrames`` frames.
    private func append(
        _ samples: UnsafePointer<Float>, limit: Int, start: MediaTime, block: AudioBlock
    ) -> Step {
        let quantum = format.frames(in: AudioTuning.writerQuantum)
        var needed = min(limit, quantum)
        let step = stream.wait { state -> (Step, isAwaited: Bool)? in
            if let refusal = Self.refusal(of: block.generation, by: &state) { return (.refused(refusal), false) }
            guard state.space >= needed else {
                // Once there is no space, it waits for a good deal of it.
                needed = quantum
                state.writerNeeds = quantum
                return nil
            }
            state.writerNeeds = 0
            let frames = min(limit, state.space, AudioTuning.copyFrames)
            state.append(samples, frames: frames, start: start, rate: block.rate)
            if state.isPumpIdle { state.needsAttention = true }
            return (.success(frames), state.isPumpIdle)
        }
        guard let (outcome, isAwaited) = step else { return .refused(.closed) }
        if isAwaited { stream.update { _ in } }
        return outcome
    }

    private func refusal(of generation: Generation) -> AudioWriteResult? {
        stream.withLock { Self.refusal(of: generation, by: &$0) }
    }

    private static func refusal(of generation: Generation, by state: inout StreamState) -> AudioWriteResult? {
        if state.isClosed { return .closed }
        if state.isBetweenItems { return .stale }
        // The decoder may be ahead of whoever flushes: a newer block says the same as a flush.
        state.flush(to: generation)
        return generation < state.generation ? .stale : nil
    }

    /// Media time of a frame of the block.
    private func time(of frame: Int, in block: AudioBlock) -> MediaTime {
        block.start + block.rate.media(in: format.duration(frames: frame))
    }

    package func finish(_ generation: Generation) { stream.update { $0.finish(generation) } }

    // MARK: Orders

    package func play() {
        let now = clockSource.now
        stream.update { $0.setWantsSound(true, at: now) }
    }

    package func pause() {
        let now = clockSource.now
        stream.update { $0.setWantsSound(false, at: now) }
    }

    package func flush(to generation: Generation) { stream.update { $0.flush(to: generation) } }

    package func leaveItem() {
        let now = clockSource.now
        stream.update { $0.leaveItem(at: now) }
    }

    package func beginItem() { stream.update { $0.beginItem() } }

    /// Opens another device and goes on there, without a gap but for what the new one needs to start. Does not wait.
    package func goOver(to deviceName: String) {
        stream.update {
            $0.wantedDevice = deviceName
            $0.needsAttention = true
        }
    }

    package func setVolume(_ factor: Float) {
        let volume = factor.isNaN ? 1 : min(max(factor, 0), 1.3)
        stream.withLock { $0.mix.volume = volume }
    }

    package func setMuted(_ isMuted: Bool) { stream.withLock { $0.mix.isMuted = isMuted } }

    package func setChannelOutput(_ output: ChannelOutput) { stream.withLock { $0.mix.output = output } }

    // MARK: Readers

    package var clock: AudioClockReading {
        // Read inside the lock: a reading taken earlier and told later would seem to go backwards.
        stream.withLock { $0.reading(at: clockSource.now) }
    }

    package var status: AudioSinkStatus { stream.withLock { $0.status(at: clockSource.now) } }

    package var levels: [Float] { stream.withLock { $0.meter.levels(at: clockSource.now) } }

    package func close() {
        stream.update {
            $0.isClosed = true
            $0.needsAttention = true
        }
        let worker = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        worker?.join()
    }
}
