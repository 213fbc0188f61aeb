internal import CFFmpeg
internal import Glibc
package import PlayCore

/// Records sound and pictures as segments of four seconds with a playlist (HLS, RFC 8216, `EVENT`), which can be played
/// meanwhile. If the process is killed, at most the last segment is lost. Pictures of several sources are in one track:
/// each source begins with a key frame, preceded by the decoder's parameters. One thread.
package final class GrowingRecording {
    package static let list = "index.m3u8"
    package static let sampleRate = OwnTracks.sampleRate
    package static let channels = OwnTracks.channels
    package static let blockFrames = OwnTracks.blockFrames

    private enum Track: Int32, CaseIterable {
        case pictures, sound
    }

    private let own: OwnTracks
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let scratch: UnsafeMutablePointer<AVPacket>
    /// Kept because the next picture determines its duration.
    private let held: UnsafeMutablePointer<AVPacket>
    /// In the tracks' ticks. No entry before the first packet.
    private var last: [Track: Int64] = [:]
    private var source: (parameters: CodecParameters, codes: StartCodes)?

    /// Writes to an absolute, existing folder. `continues` the recording of an earlier process there.
    package init(folder: String, continues: Bool) throws(MediaError) {
        own = try OwnTracks()
        var made: UnsafeMutablePointer<AVFormatContext>?
        let list = "file:\(folder)/\(Self.list)"
        try check(avformat_alloc_output_context2(&made, nil, "hls", list), "make a recording")
        context = allocated(made, "format context")
        (scratch, held) = (allocated(av_packet_alloc(), "packet"), allocated(av_packet_alloc(), "packet"))
        for track in Track.allCases { try add(track) }
        var options: OpaquePointer?
        // A per cent sign in the folder's name is not part of the pattern.
        let pattern = folder.replacing("%", with: "%%") + "/%06d.ts"
        let flags = "temp_file+independent_segments" + (continues ? "+append_list" : "")
        let values = [
            "hls_time": "4", "hls_list_size": "0", "hls_playlist_type": "event", "hls_segment_type": "mpegts",
            "hls_segment_filename": "file:" + pattern, "hls_flags": flags,
        ]
        for (name, value) in values { av_dict_set(&options, name, value, 0) }
        defer { av_dict_free(&options) }
        try check(avformat_write_header(context, &options), "begin a recording")
    }

    deinit {
        for packet in [scratch, held] {
            var packet: UnsafeMutablePointer<AVPacket>? = packet
            av_packet_free(&packet)
        }
        avformat_free_context(context)
    }

    private func add(_ track: Track) throws(MediaError) {
        let stream = allocated(avformat_new_stream(context, nil), "stream")
        let parameters = track == .sound ? own.soundParameters : own.pictureParameters
        try check(avcodec_parameters_copy(stream.pointee.codecpar, parameters.pointer), "copy codec parameters")
        stream.pointee.time_base = AVRational(num: 1, den: 90_000)
    }

    /// Writes ``blockFrames`` stereo frames, interleaved, later than the previous block.
    package func write(sound samples: [Float], at time: MediaTime) throws(MediaError) {
        var packets: [Packet] = []
        try own.encode(samples, at: time) { packets.append($0) }
        for packet in packets { try write(packet, .sound, by: .zero) }
    }

    package func writeBlack(at time: MediaTime) throws(MediaError) {
        var packets: [Packet] = []
        try own.encodeBlack(at: time) { packets.append($0) }
        for packet in packets { try write(packet, .pictures, by: .zero) }
    }

    /// - Parameters:
    ///   - parameters: the source's. Another object means another source.
    ///   - distance: from the packet's own times to those of the recording.
    /// - Returns: `false` if the packet is not H.264 or is damaged, and was dropped.
    package func write(
        _ packet: Packet, _ parameters: CodecParameters, by distance: MediaTime
    ) throws(MediaError) -> Bool {
        guard let packet = converted(packet, parameters) else { return false }
        try write(packet, .pictures, by: distance)
        return true
    }

    private func converted(_ packet: Packet, _ parameters: CodecParameters) -> Packet? {
        do throws(MediaError) {
            let codes: StartCodes
            if let source, source.parameters === parameters {
                codes = source.codes
            } else {
                codes = try StartCodes(parameters)
                source = (parameters, codes)
            }
            return try codes.convert(packet)
        } catch {
            Log.shared.write(.warning, "recorder", "\(error.operation): \(error.libraryText)")
            return nil
        }
    }

    /// Times never go back, even if sources differ slightly.
    private func write(_ packet: Packet, _ track: Track, by distance: MediaTime) throws(MediaError) {
        try check(av_packet_ref(scratch, packet.pointer), "copy a packet")
        defer { av_packet_unref(scratch) }
        let stream = allocated(context.pointee.streams[Int(track.rawValue)], "stream")
        if scratch.pointee.dts == tv_nopts { scratch.pointee.dts = scratch.pointee.pts }
        if scratch.pointee.pts == tv_nopts { scratch.pointee.pts = scratch.pointee.dts }
        guard scratch.pointee.dts != tv_nopts else { return }
        scratch.pointee.pts += distance.nanoseconds
        scratch.pointee.dts += distance.nanoseconds
        scratch.pointee.duration = 0
        av_packet_rescale_ts(scratch, Ticks.base, stream.pointee.time_base)
        // Drops the encoder's initial packets, whose times precede the recording.
        guard scratch.pointee.pts >= 0 else { return }
        scratch.pointee.dts = max(scratch.pointee.dts, last[track].map { $0 + 1 } ?? 0)
        scratch.pointee.pts = max(scratch.pointee.pts, scratch.pointee.dts)
        last[track] = scratch.pointee.dts
        scratch.pointee.stream_index = track.rawValue
        scratch.pointee.pos = -1
        guard track == .pictures else {
            scratch.pointee.duration = av_rescale_q(
                Int64(Self.blockFrames), AVRational(num: 1, den: Int32(Self.sampleRate)), stream.pointee.time_base)
            try check(av_interleaved_write_frame(context, scratch), "write a recording")
            return
        }
        try writeHeld(until: scratch.pointee.dts)
        av_packet_move_ref(held, scratch)
    }

    /// Writes the previous picture with its duration, which determines the length of the segment.
    private func writeHeld(until end: Int64) throws(MediaError) {
        guard held.pointee.buf != nil else { return }
        held.pointee.duration = max(1, end - held.pointee.dts)
        try check(av_interleaved_write_frame(context, held), "write a recording")
    }

    /// Marks the list as complete. Call once.
    package func finish() throws(MediaError) {
        let end = last[.sound] ?? 0
        let (sound, pictures) = (context.pointee.streams[1], context.pointee.streams[0])
        if let sound, let pictures {
            try writeHeld(until: av_rescale_q(end, sound.pointee.time_base, pictures.pointee.time_base))
        }
        try check(av_write_trailer(context), "end a recording")
    }
}
