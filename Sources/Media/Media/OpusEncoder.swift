internal import CFFmpeg
package import PlayCore

/// Encodes sound to Opus packets of 20 ms, 48 kHz, two channels, in some 0.3 ms each. One thread.
package final class OpusEncoder {
    /// `sample` counts from the start of the sound. It is negative during the codec's look-ahead.
    package typealias PacketReceiver = (_ sample: Int64, _ packet: UnsafeRawBufferPointer) -> Void

    package static let sampleRate = 48_000
    private static let channels = 2
    /// 20 ms.
    private static let packetFrames = 960

    private let format: AudioFormat
    private var codec: OpusCodec
    private var converter: OpaquePointer?
    /// Interleaved; less than a packet between two calls.
    private var waiting: [Float] = []
    /// The last packet's samples. A new encoder starts with them to continue where the old one ended.
    private var last: [Float] = []
    private var nextSample: Int64 = 0

    /// - Parameters:
    ///   - bitRate: bits per second.
    ///   - isRepairable: whether each packet also contains a coarser copy of the previous one. For speech.
    package init(format: AudioFormat, bitRate: Int, isRepairable: Bool = false) throws(MediaError) {
        self.format = format
        codec = try OpusCodec(bitRate: bitRate, isRepairable: isRepairable)
        try makeConverter()
    }

    deinit { swr_free(&converter) }

    package var bitRate: Int { codec.bitRate }

    package func setBitRate(_ bitRate: Int) throws(MediaError) {
        guard bitRate != codec.bitRate else { return }
        codec = try OpusCodec(bitRate: bitRate, isRepairable: codec.isRepairable)
        if !last.isEmpty { try codec.encode(last) { _ in } }
    }

    package func encode(_ samples: UnsafePointer<Float>, frames: Int, _ body: PacketReceiver) throws(MediaError) {
        try convert(UnsafeRawPointer(samples).assumingMemoryBound(to: UInt8.self), frames: frames)
        try encodeWaiting(body)
    }

    /// Encodes the rest, padded with silence.
    package func finish(_ body: PacketReceiver) throws(MediaError) {
        try convert(nil, frames: 0)
        // The packet after the last brings the encoder's look-ahead.
        let padding = Self.packetFrames * Self.channels
        waiting += [Float](repeating: 0, count: padding - waiting.count % padding)
        try encodeWaiting(body)
    }

    package func reset() throws(MediaError) {
        waiting.removeAll(keepingCapacity: true)
        last.removeAll(keepingCapacity: true)
        nextSample = 0
        codec = try OpusCodec(bitRate: codec.bitRate, isRepairable: codec.isRepairable)
        try makeConverter()
    }

    private func encodeWaiting(_ body: PacketReceiver) throws(MediaError) {
        let count = Self.packetFrames * Self.channels
        var done = 0
        while waiting.count - done >= count {
            last = Array(waiting[done..<done + count])
            let sample = nextSample - Int64(codec.lookAhead)
            try codec.encode(last) { body(sample, $0) }
            nextSample += Int64(Self.packetFrames)
            done += count
        }
        waiting.removeFirst(done)
    }

    private func convert(_ samples: UnsafePointer<UInt8>?, frames: Int) throws(MediaError) {
        let capacity = Int(max(0, swr_get_out_samples(converter, Int32(frames))))
        guard capacity > 0 else { return }
        var result: Int32 = 0
        let converted = [Float](unsafeUninitializedCapacity: capacity * Self.channels) { buffer, count in
            var output: UnsafeMutablePointer<UInt8>? = UnsafeMutableRawPointer(buffer.baseAddress)?
                .assumingMemoryBound(to: UInt8.self)
            var input: UnsafePointer<UInt8>? = samples
            withUnsafeMutablePointer(to: &input) { input in
                // Without input, the converter returns its buffered samples.
                result = swr_convert(converter, &output, Int32(capacity), samples == nil ? nil : input, Int32(frames))
            }
            count = Int(max(0, result)) * Self.channels
        }
        try check(result, "convert the sound")
        waiting += converted
    }

    private func makeConverter() throws(MediaError) {
        swr_free(&converter)
        var from = AVChannelLayout()
        var to = AVChannelLayout()
        av_channel_layout_default(&from, Int32(format.channelCount))
        av_channel_layout_default(&to, Int32(Self.channels))
        defer {
            av_channel_layout_uninit(&from)
            av_channel_layout_uninit(&to)
        }
        try check(
            swr_alloc_set_opts2(
                &converter, &to, AV_SAMPLE_FMT_FLT, Int32(Self.sampleRate), &from, AV_SAMPLE_FMT_FLT,
                Int32(format.sampleRate), 0, nil), "set up the sound converter")
        try check(swr_init(converter), "set up the sound converter")
    }
}

private final class OpusCodec {
    /// Percent. Below about six, libopus adds no repair data.
    private static let expectedLoss = "10"

    let bitRate: Int
    let isRepairable: Bool
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let packet: UnsafeMutablePointer<AVPacket>

    init(bitRate: Int, isRepairable: Bool) throws(MediaError) {
        guard let codec = avcodec_find_encoder_by_name("libopus") else {
            throw MediaError(.noDecoder, operation: "find the encoder libopus")
        }
        (self.bitRate, self.isRepairable) = (bitRate, isRepairable)
        context = allocated(avcodec_alloc_context3(codec), "codec context")
        frame = allocated(av_frame_alloc(), "frame")
        packet = allocated(av_packet_alloc(), "packet")
        context.pointee.sample_rate = Int32(OpusEncoder.sampleRate)
        context.pointee.sample_fmt = AV_SAMPLE_FMT_FLT
        context.pointee.bit_rate = Int64(bitRate)
        context.pointee.time_base = AVRational(num: 1, den: Int32(OpusEncoder.sampleRate))
        av_channel_layout_default(&context.pointee.ch_layout, 2)
        var options: OpaquePointer?
        // A constrained rate fits a thin line.
        var settings = ["application": "audio", "frame_duration": "20", "vbr": "constrained"]
        if isRepairable {
            settings.merge(["application": "voip", "fec": "1", "packet_loss": Self.expectedLoss]) { $1 }
        }
        for (name, value) in settings { av_dict_set(&options, name, value, 0) }
        defer { av_dict_free(&options) }
        try check(avcodec_open2(context, codec, &options), "open the encoder libopus", as: .noDecoder)
        frame.pointee.nb_samples = context.pointee.frame_size
        frame.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
        frame.pointee.sample_rate = context.pointee.sample_rate
        av_channel_layout_copy(&frame.pointee.ch_layout, &context.pointee.ch_layout)
        try check(av_frame_get_buffer(frame, 0), "allocate the sound")
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        avcodec_free_context(&context)
        av_frame_free(&frame)
        av_packet_free(&packet)
    }

    /// How many samples a packet starts earlier than its input.
    var lookAhead: Int { Int(context.pointee.initial_padding) }

    func encode(_ samples: [Float], _ body: (UnsafeRawBufferPointer) -> Void) throws(MediaError) {
        try check(av_frame_make_writable(frame), "allocate the sound")
        UnsafeMutableRawPointer(frame.pointee.data.0)?.copyMemory(
            from: samples, byteCount: samples.count * MemoryLayout<Float>.size)
        try check(avcodec_send_frame(context, frame), "encode the sound")
        while true {
            let result = avcodec_receive_packet(context, packet)
            if result == tv_averror_eagain || result == tv_averror_eof { return }
            try check(result, "encode the sound")
            body(UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
            av_packet_unref(packet)
        }
    }
}
