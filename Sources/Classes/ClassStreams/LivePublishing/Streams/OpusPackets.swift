import Media
import PlayCore

final class OpusPackets {
    private static let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
    private static let bitRate = 48_000
    /// With a larger deviation from the expected time, sound was lost, and the encoder restarts.
    private static let tolerance = MediaTime.milliseconds(30)

    private var encoder: OpusEncoder?
    private var begin = MediaTime.zero
    private var count = 0
    private var hasFailed = false

    func rest() { encoder = nil }

    func encode(_ samples: UnsafeBufferPointer<Float>, at time: MediaTime, _ body: ([UInt8], MediaTime) -> Void) {
        guard !hasFailed, let start = samples.baseAddress else { return }
        do throws(MediaError) {
            let encoder = try encoder(at: time)
            let begin = begin
            try encoder.encode(start, frames: samples.count) { sample, packet in
                body(Array(packet), begin + Self.length(sample))
            }
            count += samples.count
        } catch {
            Log.shared.write(.error, "live", "\(error.operation): \(error.libraryText)")
            hasFailed = true
        }
    }

    private func encoder(at time: MediaTime) throws(MediaError) -> OpusEncoder {
        if let encoder, abs((time - begin - Self.length(Int64(count))).nanoseconds) <= Self.tolerance.nanoseconds {
            return encoder
        }
        let new = try OpusEncoder(format: Self.format, bitRate: Self.bitRate, isRepairable: true)
        (encoder, begin, count) = (new, time, 0)
        return new
    }

    private static func length(_ samples: Int64) -> MediaTime {
        let (seconds, rest) = samples.quotientAndRemainder(dividingBy: Int64(format.sampleRate))
        return MediaTime(nanoseconds: seconds * 1_000_000_000 + rest * 1_000_000_000 / Int64(format.sampleRate))
    }
}
