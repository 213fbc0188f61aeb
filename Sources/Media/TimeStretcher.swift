internal import CFFmpeg
package import PlayCore

/// Changes the speed of sound and keeps its pitch: FFmpeg's `atempo` filter, whose tempo may change at run time
/// without clicks (measured: notes on this toolchain, third difference of a sine stays at the level of an unchanged
/// one). One thread (`audio-dec`).
package final class TimeStretcher {
    private var graph: UnsafeMutablePointer<AVFilterGraph>?
    private var input: UnsafeMutablePointer<AVFilterContext>?
    private var output: UnsafeMutablePointer<AVFilterContext>?
    private let frame: UnsafeMutablePointer<AVFrame>
    private let format: AudioFormat
    /// Media seconds per second of output.
    package private(set) var rate: PlaybackRate

    package init(format: AudioFormat, rate: PlaybackRate) throws(MediaError) {
        self.format = format
        self.rate = rate
        frame = allocated(av_frame_alloc(), "frame")
        try build()
    }

    deinit {
        avfilter_graph_free(&graph)
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    /// Takes effect with the samples given from now on.
    package func setRate(_ rate: PlaybackRate) throws(MediaError) {
        guard rate != self.rate else { return }
        try check(
            avfilter_graph_send_command(graph, "tempo", "tempo", "\(rate.value)", nil, 0, 0), "change the tempo")
        self.rate = rate
    }

    /// Interleaved samples in, those that are ready out: about `samples / rate`, some tens of milliseconds later.
    package func process(_ samples: [Float]) throws(MediaError) -> [Float] {
        guard !samples.isEmpty else { return [] }
        try fill(samples)
        try check(av_buffersrc_add_frame_flags(input, frame, 0), "stretch the sound")
        return try pull()
    }

    /// The rest, at the end of the sound. Nothing may be given afterwards.
    package func finish() throws(MediaError) -> [Float] {
        try check(av_buffersrc_add_frame_flags(input, nil, 0), "end the stretched sound")
        return try pull()
    }

    private func fill(_ samples: [Float]) throws(MediaError) {
        av_frame_unref(frame)
        frame.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
        frame.pointee.sample_rate = Int32(format.sampleRate)
        av_channel_layout_default(&frame.pointee.ch_layout, Int32(format.channelCount))
        frame.pointee.nb_samples = Int32(samples.count / format.channelCount)
        try check(av_frame_get_buffer(frame, 0), "allocate sound")
        samples.withUnsafeBytes { bytes in
            guard let target = frame.pointee.data.0, let source = bytes.baseAddress else { return }
            UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: bytes.count)
        }
    }

    private func pull() throws(MediaError) -> [Float] {
        var result: [Float] = []
        while true {
            av_frame_unref(frame)
            let got = av_buffersink_get_frame(output, frame)
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
        graph = allocated(avfilter_graph_alloc(), "filter graph")
        // One thread: the work is a fraction of a per cent of a core.
        graph?.pointee.nb_threads = 1
        var layout = AVChannelLayout()
        av_channel_layout_default(&layout, Int32(format.channelCount))
        defer { av_channel_layout_uninit(&layout) }
        let source =
            "sample_rate=\(format.sampleRate):sample_fmt=flt:time_base=1/\(format.sampleRate):"
            + "channel_layout=0x" + String(layout.u.mask, radix: 16)
        var tempo: UnsafeMutablePointer<AVFilterContext>?
        try add(&input, "abuffer", "in", source)
        try add(&tempo, "atempo", "tempo", "tempo=\(rate.value)")
        try add(&output, "abuffersink", "out", nil)
        try check(avfilter_link(input, 0, tempo, 0), "link the sound filters")
        try check(avfilter_link(tempo, 0, output, 0), "link the sound filters")
        try check(avfilter_graph_config(graph, nil), "set up the sound filters")
    }

    private func add(
        _ filter: inout UnsafeMutablePointer<AVFilterContext>?, _ kind: String, _ name: String, _ arguments: String?
    ) throws(MediaError) {
        try check(
            avfilter_graph_create_filter(&filter, avfilter_get_by_name(kind), name, arguments, nil, graph),
            "set up filter \(kind)")
    }
}
