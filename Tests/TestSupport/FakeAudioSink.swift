package import PlayCore

/// A sound output without a device, which keeps every block and plays in step with a host clock.
package final class FakeAudioSink: AudioSink {
    private struct State {
        var blocks: [AudioBlock] = []
        /// Frames of the newest generation.
        var written = 0
        var heard = 0.0
        var generation = Generation()
        var isPlaying = false
        var since: HostTime?
        var finished: Generation?
        var isClosed = false
        var isBetweenItems = false
        var items = 0
        var volume: Float = 1
        var isMuted = false
        var output = ChannelOutput.both

        mutating func empty() {
            written = 0
            heard = 0
            blocks = []
            finished = nil
        }
    }

    package let format: AudioFormat
    private let clockSource: any HostClock
    private let state = Monitor(State())
    /// In frames, like the ring of a device.
    private let capacity: Int

    package init(format: AudioFormat, clock: any HostClock = SystemClock()) {
        self.format = format
        clockSource = clock
        capacity = format.sampleRate / 2
    }

    package func write(_ block: AudioBlock) -> AudioWriteResult {
        while true {
            // The passing of time signals nothing, so the loop looks every 5 ms.
            let result = state.wait(until: clockSource.now + .milliseconds(5)) { state -> AudioWriteResult? in
                if state.isClosed { return .closed }
                if state.isBetweenItems || block.generation != state.generation { return .stale }
                self.advance(&state)
                guard Double(state.written) - state.heard < Double(self.capacity) else { return nil }
                state.blocks.append(block)
                state.written += block.samples.count / self.format.channelCount
                return .written
            }
            if let result { return result }
        }
    }

    private func advance(_ state: inout State) {
        guard state.isPlaying, let since = state.since else { return }
        let now = clockSource.now
        let passed = (now - since).inSeconds * Double(format.sampleRate)
        state.heard = min(Double(state.written), state.heard + passed)
        state.since = now
    }

    package func finish(_ generation: Generation) { state.update { $0.finished = generation } }

    package func play() {
        state.update { state in
            guard !state.isPlaying else { return }
            state.isPlaying = true
            state.since = self.clockSource.now
        }
    }

    package func pause() {
        state.update { state in
            self.advance(&state)
            state.isPlaying = false
        }
    }

    package func flush(to generation: Generation) {
        state.update { state in
            state.generation = generation
            state.empty()
        }
    }

    package func leaveItem() {
        state.update { state in
            state.isBetweenItems = true
            state.items += 1
        }
    }

    package func beginItem() {
        state.update { state in
            state.isBetweenItems = false
            state.isPlaying = false
            state.generation = Generation()
            state.empty()
        }
    }

    package func setVolume(_ factor: Float) { state.update { $0.volume = factor } }
    package func setMuted(_ isMuted: Bool) { state.update { $0.isMuted = isMuted } }
    package func setChannelOutput(_ output: ChannelOutput) { state.update { $0.output = output } }

    package var clock: AudioClockReading {
        state.withLock { state in
            self.advance(&state)
            let (position, rate) = self.position(state)
            return AudioClockReading(
                state: self.condition(state), generation: state.generation, position: position,
                hostTime: self.clockSource.now, rate: rate,
                untilEnd: state.finished == state.generation
                    ? self.format.duration(frames: Int(Double(state.written) - state.heard)) : nil)
        }
    }

    private func condition(_ state: State) -> AudioClockReading.State {
        let isDry = state.heard >= Double(state.written)
        if isDry, state.finished == state.generation { return .ended }
        if state.written == 0 || state.heard == 0 { return state.isPlaying && state.written > 0 ? .running : .empty }
        if !state.isPlaying { return .paused }
        return isDry ? .starved : .running
    }

    private func position(_ state: State) -> (MediaTime, PlaybackRate) {
        var left = state.heard
        var result = (MediaTime.zero, PlaybackRate.normal)
        for block in state.blocks {
            let frames = Double(block.samples.count / format.channelCount)
            let inside = min(left, frames)
            let offset = HostTime(nanoseconds: Int64(inside / Double(format.sampleRate) * 1e9))
            result = (block.start + block.rate.media(in: offset), block.rate)
            left -= inside
            if left <= 0 { break }
        }
        return result
    }

    package var status: AudioSinkStatus {
        state.withLock { state in
            self.advance(&state)
            let waiting = Int(Double(state.written) - state.heard)
            return AudioSinkStatus(device: .open(name: "fake"), delay: self.format.duration(frames: waiting))
        }
    }
    package var levels: [Float] { [] }
    package func close() { state.update { $0.isClosed = true } }

    // MARK: For tests

    package var blocks: [AudioBlock] { state.withLock { $0.blocks } }
    /// Interleaved.
    package var writtenSamples: [Float] { blocks.flatMap(\.samples) }
    package var volume: Float { state.withLock { $0.volume } }
    package var isMuted: Bool { state.withLock { $0.isMuted } }
    package var channelOutput: ChannelOutput { state.withLock { $0.output } }
    package var isClosed: Bool { state.withLock { $0.isClosed } }
    /// Another item plays through this output, too.
    package var leftItemCount: Int { state.withLock { $0.items } }
    package var isPlaying: Bool { state.withLock { $0.isPlaying } }
}
