internal import CFFmpeg

/// A libavfilter graph, rebuilt when the frames' format changes. Times are nanoseconds. One thread (`live-encode`).
final class CaptureFilter {
    private let filters: FilterLibrary
    private let content: CaptureContent
    private var graph: UnsafeMutablePointer<AVFilterGraph>?
    private var input: UnsafeMutablePointer<AVFilterContext>?
    private var output: UnsafeMutablePointer<AVFilterContext>?
    private let scratch: UnsafeMutablePointer<AVFrame>
    private var shape = ""

    init(_ content: CaptureContent) throws(MediaError) {
        filters = try FilterLibrary.loaded()
        self.content = content
        scratch = allocated(av_frame_alloc(), "frame")
    }

    deinit {
        filters.calls.graph_free(&graph)
        var frame: UnsafeMutablePointer<AVFrame>? = scratch
        av_frame_free(&frame)
    }

    /// The caller keeps ownership of `frame`.
    func process(
        _ frame: UnsafeMutablePointer<AVFrame>,
        _ body: (UnsafeMutablePointer<AVFrame>, Int64) throws(MediaError) -> Void
    ) throws(MediaError) {
        if content == .sound, frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
            av_channel_layout_default(&frame.pointee.ch_layout, frame.pointee.ch_layout.nb_channels)
        }
        let new = arguments(of: frame)
        if new != shape {
            filters.calls.graph_free(&graph)
            try build(new)
            shape = new
        }

        try check(
            filters.calls.buffersrc_add_frame_flags(input, frame, Int32(AV_BUFFERSRC_FLAG_KEEP_REF)),
            "filter what is captured")
        while true {
            av_frame_unref(scratch)
            let got = filters.calls.buffersink_get_frame(output, scratch)
            if got == tv_averror_eagain || got == tv_averror_eof { return }
            try check(got, "filter what is captured")
            try body(scratch, Ticks.nanoseconds(scratch.pointee.pts, filters.calls.buffersink_get_time_base(output)))
        }
    }

    private func arguments(of frame: UnsafeMutablePointer<AVFrame>) -> String {
        let base = "time_base=1/1000000000"
        guard content == .sound else {
            return "video_size=\(frame.pointee.width)x\(frame.pointee.height):pix_fmt=\(frame.pointee.format):" + base
                + ":pixel_aspect=\(max(0, frame.pointee.sample_aspect_ratio.num))"
                + "/\(max(1, frame.pointee.sample_aspect_ratio.den))"
        }
        return "sample_rate=\(frame.pointee.sample_rate):sample_fmt=\(frame.pointee.format)"
            + ":channel_layout=0x\(String(frame.pointee.ch_layout.u.mask, radix: 16)):" + base
    }

    private func build(_ arguments: String) throws(MediaError) {
        graph = allocated(filters.calls.graph_alloc(), "filter graph")
        graph?.pointee.nb_threads = 1
        let isSound = content == .sound
        try filters.add(&input, to: graph, isSound ? "abuffer" : "buffer", "in", arguments)
        try filters.add(&output, to: graph, isSound ? "abuffersink" : "buffersink", "out", nil)
        var outputs: UnsafeMutablePointer<AVFilterInOut>? = allocated(filters.calls.inout_alloc(), "filter graph")
        var inputs: UnsafeMutablePointer<AVFilterInOut>? = allocated(filters.calls.inout_alloc(), "filter graph")
        defer {
            filters.calls.inout_free(&outputs)
            filters.calls.inout_free(&inputs)
        }
        outputs?.pointee.name = av_strdup("in")
        outputs?.pointee.filter_ctx = input
        inputs?.pointee.name = av_strdup("out")
        inputs?.pointee.filter_ctx = output
        try check(
            filters.calls.graph_parse_ptr(graph, description, &inputs, &outputs, nil), "read the filters of capture")
        try check(filters.calls.graph_config(graph, nil), "set up the filters of capture")
    }

    private var description: String {
        switch content {
        case .sound:
            // Blocks of AAC's length.
            "aresample=48000,aformat=sample_fmts=fltp:channel_layouts=mono,asetnsamples=n=1024:p=0"
        case .pictures(let picture):
            Self.turn(picture.rotation) + Self.scale(picture) + ":force_original_aspect_ratio=decrease"
                + ":force_divisible_by=2:flags=bilinear,format=yuv420p" + Self.smooth(picture.smoothing) + ",setsar=1"
        }
    }

    private static func scale(_ picture: CapturePicture) -> String {
        let (width, height) = (picture.width, picture.height)
        return picture.isNeverEnlarged
            ? "scale=w='min(iw,\(width))':h='min(ih,\(height))'" : "scale=w=\(width):h=\(height)"
    }

    private static func turn(_ degrees: Int) -> String {
        switch degrees {
        case 90: "transpose=clock,"
        case 180: "hflip,vflip,"
        case 270: "transpose=cclock,"
        default: ""
        }
    }

    /// Returns the filter for a level. smartblur takes a radius of at most 5. It blurs only pixels that differ from
    /// their surroundings by less than a threshold: the grain of skin and dark rooms, not eyes and letters.
    private static func smooth(_ level: Int) -> String {
        guard level > 0 else { return "" }
        let radius = Double(level) * 0.8
        return ",smartblur=luma_radius=\(radius):luma_strength=1:luma_threshold=\(level * 6)"
    }
}
