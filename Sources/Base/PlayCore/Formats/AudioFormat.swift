/// PCM between the resampler and the device: interleaved 32-bit float, native byte order, −1 … 1.
package struct AudioFormat: Sendable, Hashable {
    /// Frames per second, 8000 … 384000.
    package let sampleRate: Int
    /// Samples per frame, 1 … 8, in FFmpeg's default order for that count (FL FR FC LFE BL BR SL SR).
    package let channelCount: Int

    package init(sampleRate: Int, channelCount: Int) {
        precondition((8000...384_000).contains(sampleRate) && (1...8).contains(channelCount))
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }

    package func duration(frames: Int) -> HostTime {
        HostTime(nanoseconds: Int64((Double(frames) * 1e9 / Double(sampleRate)).rounded()))
    }

    package func frames(in duration: HostTime) -> Int {
        Int((Double(duration.nanoseconds) * Double(sampleRate) / 1e9).rounded())
    }
}
