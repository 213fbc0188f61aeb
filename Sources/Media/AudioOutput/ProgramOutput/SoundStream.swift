import PlayCore

/// Sends WAV without an end: the audible sound with the viewer's volume, all items in one format.
final class SoundStream: Sendable {
    static let format = AudioFormat(sampleRate: 48_000, channelCount: 2)
    /// Two pieces of an output.
    private static let patience = HostTime.milliseconds(40)

    let pipe: ProgramPipe
    private struct State {
        var mix = ProgramMix(limit: format.frames(in: patience) * format.channelCount)
        var hasBegun = false
        var outputs = 0
        var ready: [[UInt8]] = []
        private var isOffered = false

        /// Returns `nil` if there is nothing to offer, or another thread offers it.
        mutating func removeReady(isFirst: Bool) -> [[UInt8]]? {
            guard !isFirst || !isOffered else { return nil }
            isOffered = !ready.isEmpty
            guard isOffered else { return nil }
            defer { ready = [] }
            return ready
        }
    }
    private let state = Monitor(State())

    init(_ pipe: ProgramPipe) { self.pipe = pipe }

    /// Its sound is mixed with that of the others.
    func makeReceiver() -> any PCMReceiver {
        let number = state.withLock { state in
            state.outputs += 1
            return state.outputs
        }
        return Output(self, number)
    }

    private final class Output: PCMReceiver {
        private let stream: SoundStream
        private let number: Int

        init(_ stream: SoundStream, _ number: Int) { (self.stream, self.number) = (stream, number) }

        deinit { stream.state.withLock { [number] in $0.mix.remove(number) } }

        func receive(_ samples: UnsafeBufferPointer<Float>) { stream.receive(samples, of: number) }
    }

    private func receive(_ samples: UnsafeBufferPointer<Float>, of output: Int) {
        state.withLock { state in
            let mixed = state.mix.append(samples, of: output)
            guard !mixed.isEmpty else { return }
            if !state.hasBegun { state.ready.append(Self.header) }
            state.hasBegun = true
            state.ready.append(Self.bytes(mixed))
        }
        // One thread at a time offers, so that the pieces keep their order.
        var isFirst = true
        while let pieces = state.withLock({ $0.removeReady(isFirst: isFirst) }) {
            isFirst = false
            for piece in pieces { pipe.offer(piece) }
        }
    }

    private static func bytes(_ samples: [Float]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: samples.count * 2) { target, count in
            for (index, sample) in samples.enumerated() {
                let value = Int16(min(max((sample * 32768).rounded(), -32768), 32767))
                target[2 * index] = UInt8(truncatingIfNeeded: value)
                target[2 * index + 1] = UInt8(truncatingIfNeeded: value >> 8)
            }
            count = samples.count * 2
        }
    }

    /// The header for 16-bit samples. Both lengths are the largest possible, as in a file that is still being written.
    static var header: [UInt8] {
        let frame = UInt32(format.channelCount * 2)
        let rate = UInt32(format.sampleRate)
        func number(_ value: UInt32, bytes: Int = 4) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        return Array("RIFF".utf8) + number(.max) + Array("WAVEfmt ".utf8) + number(16) + number(1, bytes: 2)
            + number(UInt32(format.channelCount), bytes: 2) + number(rate) + number(rate * frame)
            + number(frame, bytes: 2) + number(16, bytes: 2) + Array("data".utf8) + number(.max)
    }
}
