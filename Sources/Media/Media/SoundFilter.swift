internal import CFFmpeg
package import PlayCore

/// A libavfilter graph for sound. Its output has the input's format. One thread (`audio-dec`). Accepts no input after
/// ``finish(_:)``.
package final class SoundFilter {
    private let filters: FilterLibrary
    private let format: AudioFormat
    private var graph: UnsafeMutablePointer<AVFilterGraph>?
    private var input: UnsafeMutablePointer<AVFilterContext>?
    private var output: UnsafeMutablePointer<AVFilterContext>?
    private let frame: UnsafeMutablePointer<AVFrame>
    private var nextTime: MediaTime?

    /// Throws if the library is missing or `description`, in libavfilter's language, is invalid.
    package init(_ description: String, format: AudioFormat) throws(MediaError) {
        filters = try FilterLibrary.loaded()
        self.format = format
        frame = allocated(av_frame_alloc(), "frame")
        try build(description)
    }

    deinit {
        filters.calls.graph_free(&graph)
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    /// Passes ready samples to `body` until it returns `false`. Then returns `false`, too.
    package func process(
        _ samples: [Float], start: MediaTime, _ body: ([Float], MediaTime) -> Bool
    ) throws(MediaError) -> Bool {
        guard !samples.isEmpty else { return true }
        if nextTime == nil { nextTime = start }
        try fill(samples, start: start)
        try check(filters.calls.buffersrc_add_frame_flags(input, frame, 0), "filter the sound")
        return try pull(body)
    }

    package func finish(_ body: ([Float], MediaTime) -> Bool) throws(MediaError) {
        try check(filters.calls.buffersrc_add_frame_flags(input, nil, 0), "end the filtered sound")
        _ = try pull(body)
    }

    private func fill(_ samples: [Float], start: MediaTime) throws(MediaError) {
        av_frame_unref(frame)
        frame.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
        frame.pointee.sample_rate = Int32(format.sampleRate)
        frame.pointee.pts = start.nanoseconds
        av_channel_layout_default(&frame.pointee.ch_layout, Int32(format.channelCount))
        frame.pointee.nb_samples = Int32(samples.count / format.channelCount)
        try check(av_frame_get_buffer(frame, 0), "allocate sound")
        guard let target = frame.pointee.data.0 else { return }
        UnsafeMutableRawPointer(target).withMemoryRebound(to: Float.self, capacity: samples.count) { output in
            for index in samples.indices { output[index] = samples[index] }
        }
    }

    private func pull(_ body: ([Float], MediaTime) -> Bool) throws(MediaError) -> Bool {
        while true {
            av_frame_unref(frame)
            let got = filters.calls.buffersink_get_frame(output, frame)
            if got == tv_averror_eagain || got == tv_averror_eof { return true }
            try check(got, "filter the sound")
            let count = Int(frame.pointee.nb_samples) * format.channelCount
            guard let data = frame.pointee.data.0, count > 0 else { continue }
            let start = time(of: frame)
            nextTime = start + PlaybackRate.normal.media(in: format.duration(frames: count / format.channelCount))
            let samples = UnsafeRawPointer(data).withMemoryRebound(to: Float.self, capacity: count) {
                Array(UnsafeBufferPointer(start: $0, count: count))
            }
            guard body(samples, start) else { return false }
        }
    }

    private func time(of frame: UnsafeMutablePointer<AVFrame>) -> MediaTime {
        guard frame.pointee.pts != tv_nopts else { return nextTime ?? .zero }
        return MediaTime(
            nanoseconds: Ticks.nanoseconds(frame.pointee.pts, filters.calls.buffersink_get_time_base(output)))
    }

    private func build(_ description: String) throws(MediaError) {
        graph = allocated(filters.calls.graph_alloc(), "filter graph")
        graph?.pointee.nb_threads = 1
        var layout = AVChannelLayout()
        av_channel_layout_default(&layout, Int32(format.channelCount))
        defer { av_channel_layout_uninit(&layout) }
        let channels = "0x" + String(layout.u.mask, radix: 16)
        try filters.add(
            &input, to: graph, "abuffer", "in",
            "sample_rate=\(format.sampleRate):sample_fmt=flt:time_base=1/1000000000:channel_layout=" + channels)
        try filters.add(&output, to: graph, "abuffersink", "out", nil)
        let end = "aformat=sample_fmts=flt:sample_rates=\(format.sampleRate):channel_layouts=" + channels
        try filters.connect(input, output, in: graph, description + "," + end)
        try check(filters.calls.graph_config(graph, nil), "set up the audio filters")
    }
}
