internal import CFFmpeg
internal import PlayCore

/// Encodes frames as H.264 or AAC for a live server. Times are nanoseconds. One thread (`live-encode`).
final class CaptureEncoder {
    /// The interval of key frames: a new viewer sees a picture within this time.
    private static let keyInterval = HostTime.seconds(1)
    /// The interval on a thin line, which frequent key frames would fill.
    private static let longKeyInterval = HostTime.seconds(4)
    /// Bits per second for one channel of speech.
    private static let soundBitRate: Int64 = 64_000

    var parameters: CodecParameters { encoder.parameters }
    let width: Int32
    let height: Int32
    private let encoder: OpenedEncoder
    private let mostRate: Int64
    private var limit: Int?
    private var lastKey: Int64?
    private var lastTime = Int64.min

    /// - Parameter hasHeadInPackets: whether the decoder's parameters precede each key frame in its packet.
    init(
        _ content: CaptureContent, like frame: UnsafeMutablePointer<AVFrame>, hasHeadInPackets: Bool = false
    ) throws(MediaError) {
        let name = content == .sound ? "aac" : "libx264"
        guard let codec = avcodec_find_encoder_by_name(name) else {
            throw MediaError(.noDecoder, operation: "find the encoder \(name)")
        }
        let context = allocated(avcodec_alloc_context3(codec), "codec context")
        (width, height) = (frame.pointee.width, frame.pointee.height)
        context.pointee.thread_count = 1
        if !hasHeadInPackets { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        var options: [String: String] = [:]
        var mostRate: Int64 = 0
        switch content {
        case .sound:
            context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
            context.pointee.sample_rate = 48_000
            let channels = frame.pointee.ch_layout.nb_channels
            context.pointee.bit_rate = Self.soundBitRate * Int64(channels)
            context.pointee.time_base = AVRational(num: 1, den: 48_000)
            av_channel_layout_default(&context.pointee.ch_layout, channels)
        case .pictures(let picture):
            (context.pointee.width, context.pointee.height) = (width, height)
            context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
            context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
            context.pointee.time_base = AVRational(num: 1, den: 1000)
            context.pointee.framerate = AVRational(num: Int32(picture.rate), den: 1)
            context.pointee.gop_size = Int32(picture.rate * 10)
            mostRate = Int64(picture.bitRate)
            context.pointee.rc_max_rate = mostRate
            context.pointee.rc_buffer_size = Int32(clamping: picture.bitRate)
            options = ["preset": "ultrafast", "tune": "zerolatency", "crf": "24", "forced-idr": "1"]
        }
        self.mostRate = mostRate
        encoder = try OpenedEncoder(context, codec, options)
    }

    /// Limits pictures to the line's bits per second; `nil` restores the configured rate. libx264 applies it to the
    /// next picture, so that a key frame takes at most half a second's bits.
    func setLimit(_ limit: Int?) {
        guard limit != self.limit else { return }
        self.limit = limit
        let rate = min(limit.map(Int64.init) ?? mostRate, mostRate)
        encoder.pointer.pointee.rc_max_rate = rate
        encoder.pointer.pointee.rc_buffer_size = Int32(clamping: limit == nil ? rate : rate / 2)
    }

    /// Drops a frame that is not later than the previous one (nanoseconds).
    func encode(
        _ frame: UnsafeMutablePointer<AVFrame>, at time: Int64, isKey: Bool, _ body: (Packet) -> Void
    ) throws(MediaError) {
        let ticks = av_rescale_q(time, Ticks.base, encoder.pointer.pointee.time_base)
        guard ticks > lastTime else { return }
        lastTime = ticks
        frame.pointee.pts = ticks
        frame.pointee.pict_type = AV_PICTURE_TYPE_NONE
        let interval = limit == nil ? Self.keyInterval : Self.longKeyInterval
        if width > 0, isKey || lastKey.map({ time - $0 >= interval.nanoseconds }) ?? true {
            frame.pointee.pict_type = AV_PICTURE_TYPE_I
            lastKey = time
        }
        try check(avcodec_send_frame(encoder.pointer, frame), "encode what is captured")
        while true {
            let got = avcodec_receive_packet(encoder.pointer, encoder.packet)
            if got == tv_averror_eagain || got == tv_averror_eof { return }
            try check(got, "encode what is captured")
            av_packet_rescale_ts(encoder.packet, encoder.pointer.pointee.time_base, Ticks.base)
            encoder.packet.pointee.stream_index = 0
            let time = MediaTime(nanoseconds: encoder.packet.pointee.pts)
            body(Packet(moving: encoder.packet, time: time, duration: nil))
        }
    }
}
