internal import CFFmpeg
internal import PlayCore

enum TrackCatalog {
    static func tracks(of streams: [UnsafeMutablePointer<AVStream>], _ encoding: TagEncoding) -> [TrackInfo] {
        streams.compactMap { track($0, encoding) }
    }

    private static func track(_ stream: UnsafeMutablePointer<AVStream>, _ encoding: TagEncoding) -> TrackInfo? {
        guard let parameters = stream.pointee.codecpar, let kind = kind(stream, parameters) else { return nil }
        var info = TrackInfo(
            id: Int(stream.pointee.index), kind: kind,
            codec: codecName(parameters),
            language: tag("language", of: stream.pointee.metadata),
            title: tag("title", of: stream.pointee.metadata, encoding),
            isDefault: stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0,
            isDecodable: avcodec_find_decoder(parameters.pointee.codec_id) != nil,
            purpose: purpose(stream.pointee.disposition))
        if case .video = kind { info.sphere = sphere(stream) }
        return info
    }

    private static func purpose(_ disposition: Int32) -> TrackPurpose {
        purposes.reduce(into: []) { purpose, pair in
            if disposition & pair.disposition != 0 { purpose.insert(pair.purpose) }
        }
    }

    /// FFmpeg's dispositions, including those of MPEG-TS and MP4.
    static let purposes: [(disposition: Int32, purpose: TrackPurpose)] = [
        (AV_DISPOSITION_FORCED, .forced), (AV_DISPOSITION_HEARING_IMPAIRED, .hearingImpaired),
        (AV_DISPOSITION_CAPTIONS, .hearingImpaired), (AV_DISPOSITION_VISUAL_IMPAIRED, .described),
        (AV_DISPOSITION_DESCRIPTIONS, .described), (AV_DISPOSITION_COMMENT, .commentary),
    ]

    /// Reads MP4's spherical boxes (both versions) or Matroska's projection. `nil` for a flat or unknown one.
    private static func sphere(_ stream: UnsafeMutablePointer<AVStream>) -> SphereLayout? {
        guard let data = tv_stream_side_data(stream, AV_PKT_DATA_SPHERICAL) else { return nil }
        let mapping = data.withMemoryRebound(to: AVSphericalMapping.self, capacity: 1) { $0.pointee }
        var layout = SphereLayout()
        switch mapping.projection {
        case AV_SPHERICAL_EQUIRECTANGULAR: break
        case AV_SPHERICAL_CUBEMAP: layout.projection = .cubeMap(padding: Int(mapping.padding))
        default: return nil
        }
        // 16.16 fixed point.
        (layout.yaw, layout.pitch) = (Double(mapping.yaw) / 65536, Double(mapping.pitch) / 65536)
        guard let stereo = tv_stream_side_data(stream, AV_PKT_DATA_STEREO3D) else { return layout }
        switch stereo.withMemoryRebound(to: AVStereo3D.self, capacity: 1, { $0.pointee.type }) {
        case AV_STEREO3D_SIDEBYSIDE: layout.eye = .leftHalf
        case AV_STEREO3D_TOPBOTTOM: layout.eye = .upperHalf
        default: break
        }
        return layout
    }

    /// Returns FFmpeg's name of the codec, or the container's four-letter code for an unknown codec.
    private static func codecName(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> String {
        guard parameters.pointee.codec_id == AV_CODEC_ID_NONE else {
            return String(cString: avcodec_get_name(parameters.pointee.codec_id))
        }
        let letters = (0..<4).map { UInt8(truncatingIfNeeded: parameters.pointee.codec_tag >> (8 * UInt32($0))) }
        let isText = letters.allSatisfy { (0x21...0x7E).contains($0) }
        return isText ? String(decoding: letters, as: UTF8.self) : "unknown"
    }

    static func splices(of streams: [UnsafeMutablePointer<AVStream>]) -> Set<Int> {
        let found = streams.filter { $0.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_SCTE_35 }
        return Set(found.map { Int($0.pointee.index) })
    }

    private static func kind(
        _ stream: UnsafeMutablePointer<AVStream>, _ parameters: UnsafeMutablePointer<AVCodecParameters>
    ) -> TrackInfo.Kind? {
        let (width, height) = (Int(parameters.pointee.width), Int(parameters.pointee.height))
        switch parameters.pointee.codec_type {
        case AVMEDIA_TYPE_VIDEO:
            if stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 {
                return .cover(width: width, height: height)
            }
            return .video(width: width, height: height, framesPerSecond: framesPerSecond(stream))
        case AVMEDIA_TYPE_AUDIO:
            return .audio(
                sampleRate: Int(parameters.pointee.sample_rate),
                channelCount: Int(parameters.pointee.ch_layout.nb_channels))
        case AVMEDIA_TYPE_SUBTITLE:
            let descriptor = avcodec_descriptor_get(parameters.pointee.codec_id)
            return .subtitle(
                isPicture: descriptor.map { $0.pointee.props & AV_CODEC_PROP_BITMAP_SUB != 0 } ?? false)
        default: return nil
        }
    }

    /// Returns the average rate, else the nominal one, or `nil` if neither is plausible. A rate beyond
    /// ``plausibleRates`` is a guess from a few packets with odd times, or the container's tick rate.
    private static func framesPerSecond(_ stream: UnsafeMutablePointer<AVStream>) -> Double? {
        for rate in [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate] where rate.den > 0 {
            let value = Double(rate.num) / Double(rate.den)
            if plausibleRates.contains(value) { return value }
        }
        return nil
    }

    /// Pictures per second. Slow-motion cameras record up to 240.
    private static let plausibleRates = 1.0...300

    static func chapters(
        of context: UnsafeMutablePointer<AVFormatContext>, origin: Int64, _ encoding: TagEncoding
    ) -> [Chapter] {
        guard let list = context.pointee.chapters else { return [] }
        return (0..<Int(context.pointee.nb_chapters)).compactMap { index -> Chapter? in
            guard let chapter = list[index] else { return nil }
            let start = Ticks.nanoseconds(chapter.pointee.start, chapter.pointee.time_base) &- origin
            let end = Ticks.nanoseconds(chapter.pointee.end, chapter.pointee.time_base) &- origin
            return Chapter(
                range: MediaRange(
                    start: MediaTime(nanoseconds: max(0, start)), end: MediaTime(nanoseconds: max(0, end))),
                title: tag("title", of: chapter.pointee.metadata, encoding))
        }
        .sorted { $0.range.start < $1.range.start }
    }

    /// Returns a tag of the whole container. Ogg stores them with its first track.
    static func tag(
        _ name: String, of context: UnsafeMutablePointer<AVFormatContext>, _ encoding: TagEncoding
    ) -> String? {
        let isOgg = context.pointee.iformat.map { String(cString: $0.pointee.name) == "ogg" } ?? false
        let track = isOgg && context.pointee.nb_streams > 0 ? context.pointee.streams[0] : nil
        return tag(name, of: context.pointee.metadata, encoding)
            ?? track.flatMap { tag(name, of: $0.pointee.metadata, encoding) }
    }

    static func tags(of context: UnsafeMutablePointer<AVFormatContext>, _ encoding: TagEncoding) -> MediaTags {
        func text(_ name: String) -> String? { tag(name, of: context, encoding) }
        var tags = MediaTags(title: text("title"), artist: text("artist") ?? text("album_artist"), album: text("album"))
        tags.replayGain = replayGain(of: context)
        return tags
    }

    /// Returns the container's tags, else those of its first sound track, or `nil`.
    private static func replayGain(of context: UnsafeMutablePointer<AVFormatContext>) -> ReplayGain.Tags? {
        let streams = (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0] }
        let sound = streams.first { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
        func number(_ name: String) -> Double? {
            let text = tag(name, of: context.pointee.metadata) ?? sound.flatMap { tag(name, of: $0.pointee.metadata) }
            let digits = text?.drop { $0 == " " }.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
            return digits.flatMap { Double($0) }
        }
        // Opus uses 256ths of a decibel, and a target that is 5 dB lower (RFC 7845).
        func opus(_ name: String) -> Double? { number(name).map { $0 / 256 + 5 } }
        var tags = ReplayGain.Tags()
        tags.trackGain = number("REPLAYGAIN_TRACK_GAIN") ?? opus("R128_TRACK_GAIN")
        tags.albumGain = number("REPLAYGAIN_ALBUM_GAIN") ?? opus("R128_ALBUM_GAIN")
        tags.trackPeak = number("REPLAYGAIN_TRACK_PEAK")
        tags.albumPeak = number("REPLAYGAIN_ALBUM_PEAK")
        return tags == ReplayGain.Tags() ? nil : tags
    }

    /// Returns unverified text. `encoding` is for text that viewers see, `nil` for ASCII.
    static func tag(_ name: String, of dictionary: OpaquePointer?, _ encoding: TagEncoding? = nil) -> String? {
        guard let entry = av_dict_get(dictionary, name, nil, 0), let value = entry.pointee.value else { return nil }
        let text = encoding?.text(TagEncoding.bytes(value)) ?? String(cString: value)
        return text.isEmpty ? nil : text
    }
}
