internal import CFFmpeg
internal import PlayCore

/// An open decoder. Created and used on one decoder thread.
final class CodecContext {
    private(set) var pointer: UnsafeMutablePointer<AVCodecContext>
    private let scratch: UnsafeMutablePointer<AVFrame>
    let name: String
    let hardware: HardwareDevice?
    private var early: EarlyPicture?

    /// - Parameters:
    ///   - threads: at least 1.
    ///   - mostPixels: larger frames are refused; `nil` for FFmpeg's own limit.
    init(
        parameters: CodecParameters, threads: Int, hardware: HardwareDevice?, mostPixels: Int? = nil,
        options: [String: String] = [:]
    ) throws(MediaError) {
        let source = parameters.pointer
        guard let codec = Self.decoder(parameters) else {
            throw MediaError(.noDecoder, operation: "find a decoder for \(parameters.codecName)")
        }
        name = String(cString: codec.pointee.name)
        pointer = allocated(avcodec_alloc_context3(codec), "codec context")
        scratch = allocated(av_frame_alloc(), "frame")
        // All properties are set from here on: `deinit` frees the context if one of the next steps throws.
        self.hardware = hardware
        try check(avcodec_parameters_to_context(pointer, source), "copy codec parameters")
        // The demuxer has converted all times to nanoseconds on the media axis.
        pointer.pointee.pkt_timebase = Ticks.base
        pointer.pointee.thread_count = Int32(threads)
        pointer.pointee.thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE
        if codec.pointee.id == AV_CODEC_ID_OPUS { pointer.pointee.request_sample_fmt = AV_SAMPLE_FMT_FLT }
        if let mostPixels { pointer.pointee.max_pixels = Int64(mostPixels) }
        if let hardware { hardware.attach(to: pointer) }
        var dictionary: OpaquePointer?
        for (name, value) in options { av_dict_set(&dictionary, name, value, 0) }
        defer { av_dict_free(&dictionary) }
        try check(avcodec_open2(pointer, codec, &dictionary), "open decoder \(name)", as: .noDecoder)
    }

    /// Returns the decoder. FFmpeg's own decoders of VP8 and VP9 ignore the second picture, the opacity.
    private static func decoder(_ parameters: CodecParameters) -> UnsafePointer<AVCodec>? {
        let id = parameters.pointer.pointee.codec_id
        if id == AV_CODEC_ID_OPUS { return opusDecoder }
        if parameters.hasAlpha, let name = [AV_CODEC_ID_VP8: "libvpx", AV_CODEC_ID_VP9: "libvpx-vp9"][id],
            let codec = avcodec_find_decoder_by_name(name)
        {
            return codec
        }
        return avcodec_find_decoder(id)
    }

    /// libopus. FFmpeg's own decoder (5.1.9) weakens stereo speech that begins at certain places of a packet: of 119
    /// beeps that start throughout packets, 28 come out 33 dB too quiet.
    static var opusDecoder: UnsafePointer<AVCodec>? {
        avcodec_find_decoder_by_name("libopus") ?? avcodec_find_decoder(AV_CODEC_ID_OPUS)
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = scratch
        av_frame_free(&frame)
        var context: UnsafeMutablePointer<AVCodecContext>? = pointer
        avcodec_free_context(&context)
    }

    func flush() {
        avcodec_flush_buffers(pointer)
        endWatching()
    }

    /// Makes the next packet's key frame available before its turn. Only for software decoding in one thread.
    func watchKeyframe() {
        let watched = EarlyPicture()
        watched.watch(pointer)
        early = watched
    }

    /// Available until the first picture is output. The caller may move its content away.
    var earlyPicture: UnsafeMutablePointer<AVFrame>? { early?.picture }

    func endWatching() {
        early?.ignore(pointer)
        early = nil
    }

    /// Sends a packet (`nil` at the end). `body` may move a frame's content away.
    ///
    /// - Returns: `false` if the decoder refused a damaged packet. It continues with the next.
    func decode(_ packet: Packet?, _ body: (UnsafeMutablePointer<AVFrame>) -> Bool) -> Bool {
        var isIntact = true
        while true {
            let sent = avcodec_send_packet(pointer, packet?.pointer)
            if sent < 0, sent != tv_averror_eagain, sent != tv_averror_eof { isIntact = false }
            while true {
                let received = avcodec_receive_frame(pointer, scratch)
                if received < 0 {
                    if received != tv_averror_eagain, received != tv_averror_eof { isIntact = false }
                    break
                }
                endWatching()
                let wantsMore = body(scratch)
                av_frame_unref(scratch)
                if !wantsMore { return isIntact }
            }
            if sent != tv_averror_eagain { return isIntact }
        }
    }

    /// Sets what to skip: pictures on which no others depend, and deblocking.
    func setSkipping(nonReference: Bool, deblocking: SkippedDeblocking) {
        pointer.pointee.skip_frame = nonReference ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
        pointer.pointee.skip_loop_filter =
            switch deblocking {
            case .none: AVDISCARD_DEFAULT
            case .inBFrames: AVDISCARD_BIDIR
            case .inAll: AVDISCARD_ALL
            }
    }
}

/// A copy of a stream's codec parameters, for the decoder's thread.
package final class CodecParameters: @unchecked Sendable {
    // Sendable: a private copy that is never changed.
    let pointer: UnsafeMutablePointer<AVCodecParameters>
    /// Whether pictures are flipped upside down before they are turned.
    let isFlipped: Bool
    /// Whether packets carry a second picture, the opacity, as WebM marks it.
    let hasAlpha: Bool

    init(copying source: UnsafePointer<AVCodecParameters>, isFlipped: Bool = false, hasAlpha: Bool = false) {
        self.isFlipped = isFlipped
        self.hasAlpha = hasAlpha
        pointer = allocated(avcodec_parameters_alloc(), "codec parameters")
        avcodec_parameters_copy(pointer, source)
    }

    private init(_ id: AVCodecID, _ type: AVMediaType) {
        (isFlipped, hasAlpha) = (false, false)
        pointer = allocated(avcodec_parameters_alloc(), "codec parameters")
        (pointer.pointee.codec_id, pointer.pointee.codec_type) = (id, type)
    }

    /// Returns parameters of H.264 whose packets repeat the decoder's set-up before each key frame.
    package static func h264() -> CodecParameters { CodecParameters(AV_CODEC_ID_H264, AVMEDIA_TYPE_VIDEO) }

    package static func opus() -> CodecParameters {
        let made = CodecParameters(AV_CODEC_ID_OPUS, AVMEDIA_TYPE_AUDIO)
        made.pointer.pointee.sample_rate = Int32(OpusEncoder.sampleRate)
        av_channel_layout_default(&made.pointer.pointee.ch_layout, 2)
        return made
    }

    deinit {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = pointer
        avcodec_parameters_free(&parameters)
    }

    /// Returns whether a decoder for one can continue with packets of the other.
    package func isSame(as other: CodecParameters) -> Bool {
        let (a, b) = (pointer.pointee, other.pointer.pointee)
        return isFlipped == other.isFlipped && hasAlpha == other.hasAlpha && a.codec_id == b.codec_id
            && a.width == b.width && a.height == b.height && a.sample_rate == b.sample_rate
            && a.ch_layout.nb_channels == b.ch_layout.nb_channels && a.extradata_size == b.extradata_size
            && (a.extradata_size <= 0 || memcmp(a.extradata, b.extradata, Int(a.extradata_size)) == 0)
    }

    /// 0 for sound.
    package var width: Int { Int(pointer.pointee.width) }
    package var height: Int { Int(pointer.pointee.height) }

    /// The decoder's parameters that precede the first packet, as the codec defines them.
    package var head: [UInt8] {
        Array(UnsafeBufferPointer(start: pointer.pointee.extradata, count: Int(pointer.pointee.extradata_size)))
    }

    package var codecName: String { String(cString: avcodec_get_name(pointer.pointee.codec_id)) }
}
