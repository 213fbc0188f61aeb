internal import CFFmpeg
package import PlayCore

/// Writes one track as fragmented MP4 (CMAF), in pieces: the header, then a fragment at a time. It can continue an
/// existing file: times are absolute, and equal coding has an equal header. One thread.
package final class FragmentMuxer {
    package let head: [UInt8]
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let scratch: UnsafeMutablePointer<AVPacket>

    private static let operation = "write a fragment"

    /// - Parameter fragment: the number of the next fragment, from 0 on.
    package init(_ parameters: CodecParameters, timescale: Int32, fragment: Int) throws(MediaError) {
        var made: UnsafeMutablePointer<AVFormatContext>?
        try check(avformat_alloc_output_context2(&made, nil, "mp4", nil), "make a container")
        context = allocated(made, "format context")
        scratch = allocated(av_packet_alloc(), "packet")
        // All properties except the header are set from here on: freed below if a step fails.
        do throws(MediaError) {
            head = try Self.begin(context, parameters, timescale: timescale, fragment: fragment)
        } catch {
            Self.free(context, scratch)
            throw error
        }
    }

    deinit { Self.free(context, scratch) }

    private static func free(
        _ context: UnsafeMutablePointer<AVFormatContext>, _ packet: UnsafeMutablePointer<AVPacket>
    ) {
        if context.pointee.pb != nil { _ = closedBytes(of: context) }
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
        avformat_free_context(context)
    }

    private static func begin(
        _ context: UnsafeMutablePointer<AVFormatContext>, _ parameters: CodecParameters, timescale: Int32, fragment: Int
    ) throws(MediaError) -> [UInt8] {
        let stream = allocated(avformat_new_stream(context, nil), "stream")
        let own = allocated(stream.pointee.codecpar, "codec parameters")
        try check(avcodec_parameters_copy(own, parameters.pointer), "copy codec parameters")
        own.pointee.codec_tag = 0
        stream.pointee.time_base = AVRational(num: 1, den: timescale)
        stream.pointee.sample_aspect_ratio = own.pointee.sample_aspect_ratio
        // Keeps times unchanged, and FFmpeg's version out of the file.
        context.pointee.avoid_negative_ts = 0
        context.pointee.flags |= AVFMT_FLAG_BITEXACT
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        let flags = "+empty_moov+default_base_moof+frag_custom+frag_discont"
        for (name, value) in [
            "movflags": flags, "use_editlist": "0", "video_track_timescale": "\(timescale)",
            "fragment_index": "\(fragment + 1)",
        ] { av_dict_set(&options, name, value, 0) }
        try check(avio_open_dyn_buf(&context.pointee.pb), "make the file")
        try check(avformat_write_header(context, &options), "write the head")
        return try nextBytes(of: context)
    }

    // MARK: Packets

    /// Writes a packet later than the previous one, without changing it. Its duration lasts until the next one.
    package func write(_ packet: Packet, duration: MediaTime) throws(MediaError) {
        try check(av_packet_ref(scratch, packet.pointer), "copy a packet")
        defer { av_packet_unref(scratch) }
        guard let stream = context.pointee.streams[0] else { return }
        scratch.pointee.stream_index = 0
        scratch.pointee.duration = max(0, duration.nanoseconds)
        av_packet_rescale_ts(scratch, Ticks.base, stream.pointee.time_base)
        if scratch.pointee.dts == tv_nopts { scratch.pointee.dts = scratch.pointee.pts }
        scratch.pointee.pos = -1
        try check(av_write_frame(context, scratch), Self.operation)
    }

    package func endFragment() throws(MediaError) -> [UInt8] {
        try check(av_write_frame(context, nil), Self.operation)
        return try Self.nextBytes(of: context)
    }

    private static func nextBytes(of context: UnsafeMutablePointer<AVFormatContext>) throws(MediaError) -> [UInt8] {
        let bytes = closedBytes(of: context)
        try check(avio_open_dyn_buf(&context.pointee.pb), operation)
        return bytes
    }

    private static func closedBytes(of context: UnsafeMutablePointer<AVFormatContext>) -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = avio_close_dyn_buf(context.pointee.pb, &bytes)
        context.pointee.pb = nil
        defer { av_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}
