internal import CFFmpeg
package import PlayCore

/// Decodes packets of a sound track to PCM in the sink's format. Created and used on the `audio-dec` thread.
package final class AudioDecoder {
    private let codec: CodecContext
    private let resampler: Resampler
    private let format: AudioFormat
    private var nextTime: MediaTime?
    package private(set) var damagedCount = 0

    package init(parameters: CodecParameters, format: AudioFormat) throws(MediaError) {
        codec = try CodecContext(parameters: parameters, threads: 1, hardware: nil)
        self.format = format
        resampler = Resampler(format: format)
    }

    package var name: String { codec.name }

    package func flush() {
        codec.flush()
        resampler.reset()
        nextTime = nil
    }

    /// Decodes a packet, or drains the decoder (`nil`). `body` receives interleaved samples; returns `false` to stop.
    package func decode(_ packet: Packet?, _ body: (_ samples: [Float], _ start: MediaTime) -> Bool)
        throws(MediaError)
    {
        var failure: MediaError?
        let isIntact = codec.decode(packet) { frame in
            do {
                return try convert(frame, body)
            } catch {
                failure = error as? MediaError
                return false
            }
        }
        if let failure { throw failure }
        if !isIntact, packet != nil { damagedCount += 1 }
        if packet == nil {
            let rest = try resampler.drain()
            if !rest.isEmpty, let start = nextTime { _ = body(rest, start) }
        }
    }

    private func convert(
        _ frame: UnsafeMutablePointer<AVFrame>, _ body: ([Float], MediaTime) -> Bool
    ) throws(MediaError) -> Bool {
        guard frame.pointee.sample_rate > 0, frame.pointee.ch_layout.nb_channels > 0 else { return true }
        let held = resampler.delayFrames
        let stamp = frame.pointee.best_effort_timestamp
        let samples = try resampler.convert(frame)
        let count = samples.count / format.channelCount
        let heldTime = MediaTime(nanoseconds: held * 1_000_000_000 / Int64(format.sampleRate))
        let start =
            stamp != tv_nopts
            ? MediaTime(nanoseconds: stamp) - heldTime : nextTime ?? .zero
        nextTime = start + MediaTime(nanoseconds: Int64(count) * 1_000_000_000 / Int64(format.sampleRate))
        return samples.isEmpty ? true : body(samples, start)
    }
}
