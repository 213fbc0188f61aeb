internal import CFFmpeg
internal import Glibc
package import PlayCore

/// Sends to a live server (RTMP), each packet at once. Created and used on one thread (`live-send`).
package final class LiveOutput {
    private static let openOperation = "open"

    private let pointer: UnsafeMutablePointer<AVFormatContext>
    private let scratch: UnsafeMutablePointer<AVPacket>
    private let limit: ConnectionLimit
    private let address: FormatAddress

    /// Connects and announces the tracks. After `deadline` (``SystemClock``) it fails with `timedOut`.
    package init(
        _ address: FormatAddress, _ parameters: CodecParameters, cancel: CancelToken, until deadline: HostTime
    ) throws(MediaError) {
        self.address = address
        limit = ConnectionLimit(cancel, deadline)
        var made: UnsafeMutablePointer<AVFormatContext>?
        try check(avformat_alloc_output_context2(&made, nil, address.format, address.text), "make a stream")
        pointer = allocated(made, "format context")
        scratch = allocated(av_packet_alloc(), "packet")
        // All properties are set from here on: `deinit` frees the context if one of the next steps throws.
        pointer.pointee.interrupt_callback = limit.callback
        pointer.pointee.flags |= AVFMT_FLAG_FLUSH_PACKETS
        let stream = allocated(avformat_new_stream(pointer, nil), "stream")
        let own = allocated(stream.pointee.codecpar, "codec parameters")
        try check(avcodec_parameters_copy(own, parameters.pointer), "copy codec parameters")
        own.pointee.codec_tag = 0
        stream.pointee.time_base = AVRational(num: 1, den: 1000)
        var options: OpaquePointer?
        for (name, value) in address.options { av_dict_set(&options, name, value, 0) }
        var callback = limit.callback
        let opened = avio_open2(&pointer.pointee.pb, address.text, AVIO_FLAG_WRITE, &callback, &options)
        av_dict_free(&options)
        if opened < 0 { throw limit.failure(opened, Self.openOperation, address) }
        // Without a duration and a size: the stream has no end to write into its header.
        av_dict_set(&options, "flvflags", "no_duration_filesize", 0)
        let written = avformat_write_header(pointer, &options)
        av_dict_free(&options)
        if written < 0 { throw limit.failure(written, "begin", address) }
    }

    deinit {
        // Limits the library's closing messages, which must not hang.
        limit.set(SystemClock().now + .milliseconds(200))
        if pointer.pointee.pb != nil { avio_closep(&pointer.pointee.pb) }
        var packet: UnsafeMutablePointer<AVPacket>? = scratch
        av_packet_free(&packet)
        avformat_free_context(pointer)
    }

    /// Returns whether the server refused the stream: after connecting, it hung up or sent a refusal.
    package static func isRefusal(_ error: MediaError) -> Bool {
        guard error.operation == openOperation else { return false }
        return [tv_averror(EIO), tv_averror(EPERM), tv_averror_eof].contains(error.libraryCode)
    }

    /// - Parameters:
    ///   - stamp: milliseconds, later than the previous packet's.
    ///   - deadline: by ``SystemClock``; after it, the call fails with `timedOut`.
    package func write(_ packet: Packet, stamp: Int64, until deadline: HostTime) throws(MediaError) {
        limit.set(deadline)
        try check(av_packet_ref(scratch, packet.pointer), "copy a packet")
        defer { av_packet_unref(scratch) }
        scratch.pointee.stream_index = 0
        (scratch.pointee.pts, scratch.pointee.dts, scratch.pointee.duration) = (stamp, stamp, 0)
        let result = av_write_frame(pointer, scratch)
        if result < 0 { throw limit.failure(result, "send", address) }
    }
}
