internal import CFFmpeg
package import PlayCore

/// Changes the speed of sound and keeps its pitch: FFmpeg's `atempo` filter at one tempo. One thread (`audio-dec`).
///
/// `atempo` could change its tempo while it runs, but where its search finds nothing to match (silence) it drifts by up
/// to half a window (21 ms at 48 kHz) and keeps that error at every change, so that picture and sound come apart. So
/// each rate has a stretcher of its own: what ``finish()`` gives ends with the very last sample that was put in.
package final class TimeStretcher {
    private let filters: FilterLibrary
    private var graph: UnsafeMutablePointer<AVFilterGraph>?
    private var input: UnsafeMutablePointer<AVFilterContext>?
    private var output: UnsafeMutablePointer<AVFilterContext>?
    private let frame: UnsafeMutablePointer<AVFrame>
    private let format: AudioFormat
    /// State of a linear congruential generator (the constants of Numerical Recipes, chapter 7).
    private var noise: UInt32 = 1
    /// Media seconds per second of output.
    package let rate: PlaybackRate

    package init(format: AudioFormat, rate: PlaybackRate) throws(MediaError) {
        filters = try FilterLibrary.loaded()
        self.format = format
        self.rate = rate
        frame = allocated(av_frame_alloc(), "frame")
        try build()
    }

    deinit {
        filters.calls.graph_free(&graph)
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    /// Interleaved samples in, those that are ready out: about `samples / rate`, some tens of milliseconds later.
    package func process(_ samples: [Float]) throws(MediaError) -> [Float] {
        guard !samples.isEmpty else { return [] }
        try fill(samples)
        try check(filters.calls.buffersrc_add_frame_flags(input, frame, 0), "stretch the sound")
        return try pull()
    }

    /// The rest, at the end of the sound. Nothing may be given afterwards.
    package func finish() throws(MediaError) -> [Float] {
        try check(filters.calls.buffersrc_add_frame_flags(input, nil, 0), "end the stretched sound")
        return try pull()
    }

    private func fill(_ samples: [Float]) throws(MediaError) {
        av_frame_unref(frame)
        frame.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
        frame.pointee.sample_rate = Int32(format.sampleRate)
        av_channel_layout_default(&frame.pointee.ch_layout, Int32(format.channelCount))
        frame.pointee.nb_samples = Int32(samples.count / format.channelCount)
        try check(av_frame_get_buffer(frame, 0), "allocate sound")
        guard let target = frame.pointee.data.0 else { return }
        UnsafeMutableRawPointer(target).withMemoryRebound(to: Float.self, capacity: samples.count) { output in
            for index in samples.indices { output[index] = samples[index] + nextDither() }
        }
    }

    /// Noise at −120 dBFS, which nobody hears: in digital silence `atempo` finds every shift equally good and takes the
    /// first, half a window off; the next sound is then early by that (measured: 20 ms at 48 kHz).
    private func nextDither() -> Float {
        noise = noise &* 1_664_525 &+ 1_013_904_223
        return (Float(noise >> 8) / Float(1 << 23) - 1) * 1e-6
    }

    private func pull() throws(MediaError) -> [Float] {
        var result: [Float] = []
        while true {
            av_frame_unref(frame)
            let got = filters.calls.buffersink_get_frame(output, frame)
            if got == tv_averror_eagain || got == tv_averror_eof { return result }
            try check(got, "stretch the sound")
            let count = Int(frame.pointee.nb_samples) * format.channelCount
            guard let data = frame.pointee.data.0 else { continue }
            UnsafeRawPointer(data).withMemoryRebound(to: Float.self, capacity: count) {
                result.append(contentsOf: UnsafeBufferPointer(start: $0, count: count))
            }
        }
    }

    private func build() throws(MediaError) {
        graph = allocated(filters.calls.graph_alloc(), "filter graph")
        // One thread: the work is a fraction of a per cent of a core.
        graph?.pointee.nb_threads = 1
        var layout = AVChannelLayout()
        av_channel_layout_default(&layout, Int32(format.channelCount))
        defer { av_channel_layout_uninit(&layout) }
        let source =
            "sample_rate=\(format.sampleRate):sample_fmt=flt:time_base=1/\(format.sampleRate):"
            + "channel_layout=0x" + String(layout.u.mask, radix: 16)
        var tempo: UnsafeMutablePointer<AVFilterContext>?
        try filters.add(&input, to: graph, "abuffer", "in", source)
        try filters.add(&tempo, to: graph, "atempo", "tempo", "tempo=\(rate.value)")
        try filters.add(&output, to: graph, "abuffersink", "out", nil)
        try check(filters.calls.link(input, 0, tempo, 0), "link the sound filters")
        try check(filters.calls.link(tempo, 0, output, 0), "link the sound filters")
        try check(filters.calls.graph_config(graph, nil), "set up the sound filters")
    }
}
