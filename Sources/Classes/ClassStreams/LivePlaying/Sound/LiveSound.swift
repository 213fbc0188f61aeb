package import PlayCore

/// The sound of a class: a mixer, and the thread `live-sound` that writes its blocks to the sink. Receivers append from
/// their threads without blocking. The thread sleeps while there is no sound.
package final class LiveSound: Sendable {
    private struct State {
        var mixer = SoundMixer()
        /// Late sound of other speakers is dropped.
        var speakers: Set<String> = []
        var isClosed = false
        var isMuted = false
        var volume: Float = 1
        var sink: (any AudioSink)?
    }

    /// A period of the device, 10 ms. All sound of a block must have arrived when it is mixed.
    private static let blockFrames = 480

    private let state = Monitor(State())
    private let clock: any HostClock
    private let thread: Monitor<WorkerThread?>

    /// - Parameter makeSink: called once, on the thread, when the first sound arrives.
    package init(clock: any HostClock = SystemClock(), makeSink: @escaping @Sendable (AudioFormat) -> any AudioSink) {
        self.clock = clock
        let (state, clock) = (state, clock)
        thread = Monitor(WorkerThread(name: "live-sound") { Self.run(state, clock, makeSink) })
    }

    // MARK: Receivers

    func append(_ speaker: String, _ samples: [Float], start: MediaTime) {
        let now = clock.now
        state.update { state in
            guard state.speakers.contains(speaker) else { return }
            state.mixer.append(speaker, samples, start: start, at: now)
        }
    }

    func add(_ speaker: String) { state.withLock { _ = $0.speakers.insert(speaker) } }

    func remove(_ speaker: String) {
        let counts = state.update { state in
            defer { state.mixer.remove(speaker) }
            return state.speakers.remove(speaker) == nil ? nil : state.mixer.counts(of: speaker)
        }
        guard let counts else { return }
        let left = SoundMixer.format.duration(frames: counts.droppedFrames).nanoseconds / 1_000_000
        let words = "\(counts.underruns) gaps, \(left) ms left out in \(counts.drops) places"
        Log.shared.write(.info, "live", "sound of \(speaker): \(words)")
    }

    // MARK: Readers

    /// Returns the time on the class's axis of a speaker's currently audible sound.
    func heard(of speaker: String) -> MediaTime? {
        let (position, sink) = state.withLock { ($0.mixer.position(of: speaker), $0.sink) }
        guard let position, let sink else { return nil }
        return position - MediaTime(nanoseconds: sink.status.delay.nanoseconds)
    }

    package var levels: [String: Float] { state.withLock { $0.mixer.levels } }

    package var status: AudioSinkStatus? { state.withLock { $0.sink }?.status }

    // MARK: Orders

    package func setMuted(_ isMuted: Bool) {
        state.withLock { state in
            state.isMuted = isMuted
            return state.sink
        }?.setMuted(isMuted)
    }

    /// 0 to 1.3.
    package func setVolume(_ volume: Float) {
        state.withLock { state in
            state.volume = volume
            return state.sink
        }?.setVolume(volume)
    }

    /// Must be the last call, made once.
    package func close() {
        // Closing the sink releases the thread if it is blocked by a full sink.
        state.update { state in
            state.isClosed = true
            return state.sink
        }?.close()
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.join()
    }

    // MARK: The thread

    private static func run(
        _ state: Monitor<State>, _ clock: any HostClock, _ makeSink: (AudioFormat) -> any AudioSink
    ) {
        guard waitForSound(state) else { return }
        let sink = makeSink(SoundMixer.format)
        let wished = state.withLock { state in
            state.sink = sink
            return (isMuted: state.isMuted, volume: state.volume)
        }
        sink.setVolume(wished.volume)
        sink.setMuted(wished.isMuted)
        sink.play()
        var written = 0
        var lead = SoundLead()
        while waitForSound(state) {
            let status = sink.status
            let now = clock.now
            lead.note(delay: status.delay, underruns: status.underrunCount, at: now)
            guard status.delay < lead.length else {
                let due = now + (status.delay - lead.length) + .milliseconds(5)
                _ = state.wait(until: due) { $0.isClosed ? () : nil }
                continue
            }
            let samples = state.withLock { $0.mixer.mix(frames: blockFrames, at: now) }
            let start = MediaTime(nanoseconds: SoundMixer.format.duration(frames: written).nanoseconds)
            let block = AudioBlock(samples: samples, start: start, rate: .normal, generation: Generation())
            guard sink.write(block) == .written else { break }
            written += blockFrames
            lead.wrote(at: now)
        }
        sink.close()
    }

    private static func waitForSound(_ state: Monitor<State>) -> Bool {
        state.wait { $0.isClosed ? false : $0.mixer.isEmpty ? nil : true } ?? false
    }
}
