internal import CFFmpeg
internal import PlayCore

/// Converts decoded sound of any format to the sink's interleaved float. One thread (`audio-dec`).
final class Resampler {
    private var context: OpaquePointer?
    private let format: AudioFormat
    private var inputRate: Int32 = 0
    private var inputFormat: Int32 = -1
    private var inputLayout = AVChannelLayout()

    init(format: AudioFormat) { self.format = format }

    deinit {
        swr_free(&context)
        av_channel_layout_uninit(&inputLayout)
    }

    func reset() {
        swr_free(&context)
        inputFormat = -1
    }

    func convert(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) -> [Float] {
        try prepare(frame)
        let inputCount = frame.pointee.nb_samples
        let capacity = Int(max(0, swr_get_out_samples(context, inputCount)))
        return try collect(capacity: capacity) { output in
            withUnsafePointer(to: &frame.pointee.extended_data) { data in
                data.withMemoryRebound(to: UnsafeMutablePointer<UnsafePointer<UInt8>?>?.self, capacity: 1) {
                    swr_convert(context, &output, Int32(capacity), $0.pointee, inputCount)
                }
            }
        }
    }

    func drain() throws(MediaError) -> [Float] {
        guard context != nil else { return [] }
        let capacity = Int(max(0, swr_get_out_samples(context, 0)))
        return try collect(capacity: capacity) { swr_convert(context, &$0, Int32(capacity), nil, 0) }
    }

    var delayFrames: Int64 {
        context == nil ? 0 : swr_get_delay(context, Int64(format.sampleRate))
    }

    private func collect(
        capacity: Int, _ body: (inout UnsafeMutablePointer<UInt8>?) -> Int32
    ) throws(MediaError) -> [Float] {
        guard capacity > 0 else { return [] }
        var result: Int32 = 0
        let samples = [Float](unsafeUninitializedCapacity: capacity * format.channelCount) { buffer, count in
            var output: UnsafeMutablePointer<UInt8>? = UnsafeMutableRawPointer(buffer.baseAddress)?
                .assumingMemoryBound(to: UInt8.self)
            result = body(&output)
            count = Int(max(0, result)) * format.channelCount
        }
        try check(result, "convert the sound")
        return samples
    }

    private func prepare(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) {
        let rate = frame.pointee.sample_rate
        let isSame =
            context != nil && rate == inputRate && frame.pointee.format == inputFormat
            && av_channel_layout_compare(&frame.pointee.ch_layout, &inputLayout) == 0
        if isSame { return }
        swr_free(&context)
        inputRate = rate
        inputFormat = frame.pointee.format
        av_channel_layout_uninit(&inputLayout)
        av_channel_layout_copy(&inputLayout, &frame.pointee.ch_layout)
        var from = AVChannelLayout()
        var to = AVChannelLayout()
        if inputLayout.order == AV_CHANNEL_ORDER_UNSPEC {
            av_channel_layout_default(&from, inputLayout.nb_channels)
        } else {
            av_channel_layout_copy(&from, &inputLayout)
        }
        av_channel_layout_default(&to, Int32(format.channelCount))
        defer {
            av_channel_layout_uninit(&from)
            av_channel_layout_uninit(&to)
        }
        try check(
            swr_alloc_set_opts2(
                &context, &to, AV_SAMPLE_FMT_FLT, Int32(format.sampleRate), &from,
                AVSampleFormat(rawValue: inputFormat), inputRate, 0, nil), "set up the sound converter")
        try check(swr_init(context), "set up the sound converter")
    }
}
