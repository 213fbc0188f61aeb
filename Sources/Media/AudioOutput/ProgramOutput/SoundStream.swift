import PlayCore

/// Sends WAV without an end: the sound as it is heard, with the viewer's volume, all items in one format.
final class SoundStream: PCMReceiver {
    static let format = AudioFormat(sampleRate: 48_000, channelCount: 2)

    let pipe: ProgramPipe
    private let hasBegun = Monitor(false)

    init(_ pipe: ProgramPipe) { self.pipe = pipe }

    func receive(_ samples: UnsafeBufferPointer<Float>) {
        let begins = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        if begins { pipe.offer(Self.header) }
        pipe.offer(
            [UInt8](unsafeUninitializedCapacity: samples.count * 2) { target, count in
                for (index, sample) in samples.enumerated() {
                    let value = Int16(min(max((sample * 32768).rounded(), -32768), 32767))
                    target[2 * index] = UInt8(truncatingIfNeeded: value)
                    target[2 * index + 1] = UInt8(truncatingIfNeeded: value >> 8)
                }
                count = samples.count * 2
            })
    }

    /// The header for 16-bit samples; both lengths are the largest possible, as in a file that is still being written.
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
