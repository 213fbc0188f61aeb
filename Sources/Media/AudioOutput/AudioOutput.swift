// AudioOutput: plays samples on ALSA or a remote listener, and provides the clock of the sound that is heard.
//
// Must not know: containers, sessions. Without a device it keeps pace silently.
//
// Begin with: `AudioOutput`, then `AudioPump` (the thread) and `HeardClock`.

package import PlayCore

package typealias AudioRefusal = @Sendable (_ wanted: String, _ kept: String, AudioError) -> Void

/// Plays through ALSA. `audio-dec` writes into a ring and waits while it is full. The thread `audio-out`
/// (``AudioPump``) moves frames from the ring to the device. Without a device, the sink continues silently at the same
/// pace.
package final class AudioOutput: AudioSink {
    package let format: AudioFormat
    private let clockSource: any HostClock
    private let stream: SharedStream
    private let thread: Monitor<WorkerThread?>

    /// Neither waits nor fails: a thread opens the device, and ``status`` has the result.
    ///
    /// - Parameters:
    ///   - format: the device may use another one.
    ///   - deviceName: ALSA's name (``AudioDevices/name(ofOption:)``).
    ///   - onRefusal: called on the output's thread if ``switchDevice(to:)`` failed to open a device; must not block.
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

    /// Does not start the thread. ``run(_:)`` starts it, or a test calls the pump's steps itself.
    init(stream: SharedStream, format: AudioFormat, clock: any HostClock) {
        self.stream = stream
        self.format = format
        clockSource = clock
        thread = Monitor(nil)
    }

    /// Starts the audio thread, which creates its pump and is the only one to use it.
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
                // Once the ring is full, the writer waits for more space than it needs, to be woken less often.
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
        // The decoder may be ahead of the flushing thread: a block of a newer generation also flushes.
        state.flush(to: generation)
        return generation < state.generation ? .stale : nil
    }

    private func time(of frame: Int, in block: AudioBlock) -> MediaTime {
        block.start + block.rate.media(in: format.duration(frames: frame))
    }

    package func finish(_ generation: Generation) { stream.update { $0.finish(generation) } }

    // MARK: Commands

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

    /// Switches to another device. The gap lasts only as long as the device needs to start. Does not wait.
    package func switchDevice(to deviceName: String) {
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
        // Reads the clock inside the lock: a reading delivered late would seem to go backwards.
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
