internal import CFFmpeg
package import PlayCore

/// A live stream over FFmpeg's own connection (RTMP), with the stream's own times. Without probing: the first key frame
/// is returned on arrival, and tracks appear with their first packets. Created and used on one thread.
package final class LiveInput {
    package enum Kind: Sendable, Equatable {
        case video
        case audio
    }

    /// A media server sends fewer.
    private static let mostTracks: Int64 = 8

    private let pointer: UnsafeMutablePointer<AVFormatContext>
    private let scratch: UnsafeMutablePointer<AVPacket>
    private let limit: ConnectionLimit
    private let address: FormatAddress

    /// Waits until a stream arrives. After `deadline` (``SystemClock``) it fails with `timedOut`.
    package init(_ address: FormatAddress, cancel: CancelToken, until deadline: HostTime) throws(MediaError) {
        self.address = address
        limit = ConnectionLimit(cancel, deadline)
        let context = allocated(avformat_alloc_context(), "format context")
        context.pointee.interrupt_callback = limit.callback
        context.pointee.max_streams = Int32(Self.mostTracks)
        // Times wrap after 25 days. The caller resolves that, since it knows the time.
        context.pointee.correct_ts_overflow = 0
        var options: OpaquePointer?
        for (name, value) in address.options { av_dict_set(&options, name, value, 0) }
        defer { av_dict_free(&options) }
        var opened: UnsafeMutablePointer<AVFormatContext>? = context
        let result = avformat_open_input(&opened, address.text, av_find_input_format(address.format), &options)
        if result < 0 { throw limit.failure(result, "open", address) }
        pointer = allocated(opened, "format context")
        scratch = allocated(av_packet_alloc(), "packet")
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = scratch
        av_packet_free(&packet)
        var context: UnsafeMutablePointer<AVFormatContext>? = pointer
        // Limits the library's closing messages, which must not hang.
        limit.set(SystemClock().now + .milliseconds(200))
        avformat_close_input(&context)
    }

    /// Returns `nil` if the server has ended the stream. `deadline` is as in the initialiser.
    package func read(until deadline: HostTime) throws(MediaError) -> Packet? {
        limit.set(deadline)
        let result = av_read_frame(pointer, scratch)
        if result == tv_averror_eof { return nil }
        if result < 0 { throw limit.failure(result, "read", address) }
        guard let stream = stream(Int(scratch.pointee.stream_index)) else {
            throw MediaError(.unreadable, operation: "read")
        }
        let base = stream.pointee.time_base
        let ticks = scratch.pointee.pts != tv_nopts ? scratch.pointee.pts : scratch.pointee.dts
        for path in [\AVPacket.pts, \AVPacket.dts] where scratch.pointee[keyPath: path] != tv_nopts {
            scratch.pointee[keyPath: path] = Ticks.nanoseconds(scratch.pointee[keyPath: path], base)
        }
        scratch.pointee.duration = Ticks.nanoseconds(scratch.pointee.duration, base)
        let time = ticks == tv_nopts ? nil : MediaTime(nanoseconds: Ticks.nanoseconds(ticks, base))
        return Packet(moving: scratch, time: time, duration: nil)
    }

    package func kind(of track: Int) -> Kind? {
        switch stream(track)?.pointee.codecpar.pointee.codec_type {
        case AVMEDIA_TYPE_VIDEO: .video
        case AVMEDIA_TYPE_AUDIO: .audio
        default: nil
        }
    }

    package func parameters(of track: Int) -> CodecParameters? {
        stream(track)?.pointee.codecpar.map { CodecParameters(copying: $0) }
    }

    private func stream(_ index: Int) -> UnsafeMutablePointer<AVStream>? {
        guard index >= 0, index < Int(pointer.pointee.nb_streams) else { return nil }
        return pointer.pointee.streams?[index]
    }
}
