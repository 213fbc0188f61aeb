internal import CFFmpeg
internal import Glibc
package import PlayCore

/// Writes packets to a container file without decoding. Created and used on one thread.
package final class Muxer {
    /// Raw values are part of a pipe's protocol: never rename a case.
    package enum Container: String, Sendable, CaseIterable {
        case mp4 = "mp4"
        case matroska = "matroska"
    }

    package struct Track: Sendable {
        package enum Content: Sendable {
            case packets(CodecParameters)
            /// Lines of text (SubRip's markup) for ``Muxer/write(text:from:to:track:)``.
            case text
        }

        package var content: Content
        package var language: String?
        /// Unverified text.
        package var title: String?
        package var isDefault: Bool
        package var purpose: TrackPurpose

        package init(
            _ content: Content, language: String? = nil, title: String? = nil, isDefault: Bool = false,
            purpose: TrackPurpose = []
        ) {
            (self.content, self.language, self.title) = (content, language, title)
            (self.isDefault, self.purpose) = (isDefault, purpose)
        }
    }

    private let context: UnsafeMutablePointer<AVFormatContext>
    private let scratch: UnsafeMutablePointer<AVPacket>
    /// The last decoding time of each track, in its ticks.
    private var lastDecodingTimes: [Int64]

    /// Replaces a file of this name instead of overwriting it, because programs may have it open. The path is absolute.
    /// Throws the system's or FFmpeg's code, also if the container does not support a track.
    package init(
        path: String, _ container: Container, _ tracks: [Track], title: String?, chapters: [Chapter]
    ) throws(MediaError) {
        _ = ByteText.withCString(path) { unlink($0) }
        var made: UnsafeMutablePointer<AVFormatContext>?
        let result = avformat_alloc_output_context2(&made, nil, container.rawValue, nil)
        try check(result, "make a container")
        context = allocated(made, "format context")
        scratch = allocated(av_packet_alloc(), "packet")
        lastDecodingTimes = tracks.map { _ in .min }
        for track in tracks { try add(track, container) }
        set(title, "title", of: &context.pointee.metadata)
        add(chapters)
        let opened = ByteText.withCString("file:" + path) { avio_open(&context.pointee.pb, $0, AVIO_FLAG_WRITE) }
        try check(opened, "make the file")
        try check(avformat_write_header(context, nil), "write the head")
    }

    deinit {
        if context.pointee.pb != nil { avio_closep(&context.pointee.pb) }
        var packet: UnsafeMutablePointer<AVPacket>? = scratch
        av_packet_free(&packet)
        avformat_free_context(context)
    }

    package static func fits(_ parameters: CodecParameters, in container: Container) -> Bool {
        guard let format = av_guess_format(container.rawValue, nil, nil) else { return false }
        return avformat_query_codec(format, parameters.pointer.pointee.codec_id, FF_COMPLIANCE_NORMAL) == 1
    }

    // MARK: The header

    private func add(_ track: Track, _ container: Container) throws(MediaError) {
        let stream = allocated(avformat_new_stream(context, nil), "stream")
        let own = allocated(stream.pointee.codecpar, "codec parameters")
        switch track.content {
        case .packets(let parameters):
            try check(avcodec_parameters_copy(own, parameters.pointer), "copy codec parameters")
            // Apple's players accept HEVC only with this code. The old container's code is removed.
            own.pointee.codec_tag =
                container == .mp4 && own.pointee.codec_id == AV_CODEC_ID_HEVC ? Self.letters("hvc1") : 0
            stream.pointee.sample_aspect_ratio = own.pointee.sample_aspect_ratio
        case .text:
            own.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
            own.pointee.codec_id = AV_CODEC_ID_SUBRIP
        }
        // A hint. The container decides.
        stream.pointee.time_base = AVRational(num: 1, den: 90_000)
        if track.isDefault { stream.pointee.disposition |= AV_DISPOSITION_DEFAULT }
        for (disposition, purpose) in TrackCatalog.purposes where track.purpose.contains(purpose) {
            stream.pointee.disposition |= disposition
        }
        set(track.language, "language", of: &stream.pointee.metadata)
        set(track.title, "title", of: &stream.pointee.metadata)
    }

    private static func letters(_ text: StaticString) -> UInt32 {
        text.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }

    private func set(_ value: String?, _ name: String, of dictionary: inout OpaquePointer?) {
        if let value, !value.isEmpty { av_dict_set(&dictionary, name, value, 0) }
    }

    /// FFmpeg frees the chapters with the context.
    private func add(_ chapters: [Chapter]) {
        guard !chapters.isEmpty else { return }
        let size = MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
        let list = allocated(av_calloc(chapters.count, size), "chapters")
            .bindMemory(to: UnsafeMutablePointer<AVChapter>?.self, capacity: chapters.count)
        for (index, chapter) in chapters.enumerated() {
            let made = allocated(av_mallocz(MemoryLayout<AVChapter>.size), "chapter")
                .bindMemory(to: AVChapter.self, capacity: 1)
            made.pointee.id = Int64(index + 1)
            made.pointee.time_base = AVRational(num: 1, den: 1000)
            made.pointee.start = chapter.range.start.nanoseconds / 1_000_000
            made.pointee.end = chapter.range.end.nanoseconds / 1_000_000
            set(chapter.title, "title", of: &made.pointee.metadata)
            list[index] = made
        }
        context.pointee.chapters = list
        context.pointee.nb_chapters = UInt32(chapters.count)
    }

    // MARK: Packets

    /// Writes a packet without changing it. `track` is the index in the file's tracks.
    package func write(_ packet: Packet, track: Int) throws(MediaError) {
        try check(av_packet_ref(scratch, packet.pointer), "copy a packet")
        defer { av_packet_unref(scratch) }
        scratch.pointee.stream_index = Int32(track)
        av_packet_rescale_ts(scratch, Ticks.base, stream(track).pointee.time_base)
        if scratch.pointee.dts == tv_nopts { scratch.pointee.dts = scratch.pointee.pts }
        // A container refuses times that go back, as they do slightly where a stream was cut.
        if scratch.pointee.dts != tv_nopts, lastDecodingTimes[track] != .min {
            scratch.pointee.dts = max(scratch.pointee.dts, lastDecodingTimes[track] + 1)
            if scratch.pointee.pts != tv_nopts { scratch.pointee.pts = max(scratch.pointee.pts, scratch.pointee.dts) }
        }
        if scratch.pointee.dts != tv_nopts { lastDecodingTimes[track] = scratch.pointee.dts }
        scratch.pointee.pos = -1
        try check(av_interleaved_write_frame(context, scratch), "write a packet")
    }

    /// - Parameter text: not empty.
    package func write(text: String, from start: MediaTime, to end: MediaTime, track: Int) throws(MediaError) {
        let bytes = Array(text.utf8)
        try check(av_new_packet(scratch, Int32(bytes.count)), "make a packet")
        defer { av_packet_unref(scratch) }
        scratch.pointee.data?.update(from: bytes, count: bytes.count)
        scratch.pointee.stream_index = Int32(track)
        (scratch.pointee.pts, scratch.pointee.dts) = (start.nanoseconds, start.nanoseconds)
        scratch.pointee.duration = max(0, (end - start).nanoseconds)
        scratch.pointee.flags |= AV_PKT_FLAG_KEY
        av_packet_rescale_ts(scratch, Ticks.base, stream(track).pointee.time_base)
        try check(av_interleaved_write_frame(context, scratch), "write a text")
    }

    private func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> {
        allocated(context.pointee.streams[index], "stream")
    }

    /// Writes the trailer and closes the file, which cannot be played without it. Call once.
    package func finish() throws(MediaError) {
        try check(av_write_trailer(context), "write the end")
        let failure = context.pointee.pb?.pointee.error ?? 0
        let closed = avio_closep(&context.pointee.pb)
        try check(min(failure, closed), "write the file")
    }
}

extension CodecParameters {
    /// Returns whether one track of a file may continue with packets of `other`. A file stores the decoder's parameters
    /// once, so they must be equal or part of the packets.
    package func mayContinue(with other: CodecParameters) -> Bool {
        if isSame(as: other) { return true }
        let (a, b) = (pointer.pointee, other.pointer.pointee)
        return a.codec_id == b.codec_id && a.width == b.width && a.height == b.height && a.sample_rate == b.sample_rate
            && a.ch_layout.nb_channels == b.ch_layout.nb_channels && hasParametersInPackets
            && other.hasParametersInPackets
    }

    /// As in transport streams: parameters, or start codes (H.264, Annex B).
    private var hasParametersInPackets: Bool {
        let (data, size) = (pointer.pointee.extradata, Int(pointer.pointee.extradata_size))
        guard let data, size >= 4 else { return true }
        return data[0] == 0 && data[1] == 0 && (data[2] == 1 || data[2] == 0 && data[3] == 1)
    }
}

extension MediaError {
    /// Whether the disk is full, or a quota is exceeded.
    package var isLackOfSpace: Bool {
        [tv_averror(ENOSPC), tv_averror(EDQUOT), tv_averror(EFBIG)].contains(libraryCode)
    }

    package var systemNumber: Int32? { libraryCode < 0 && libraryCode > -4096 ? tv_averror(libraryCode) : nil }
}
