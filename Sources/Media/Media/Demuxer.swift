internal import CFFmpeg
package import PlayCore

/// Reads a container as packets. Created and used on the `demux` thread. ``read()`` waits for a slow byte source until
/// the cancel token ends the wait. All times are on the media axis: the container's start time is subtracted.
package final class Demuxer {
    package let tracks: [TrackInfo]
    /// The tracks of splice messages (SCTE 35), which ``read()`` returns if they are selected. Not in ``tracks``.
    package let spliceTracks: Set<Int>
    package let chapters: [Chapter]
    package let duration: MediaTime?
    /// Estimated from the size and the bit rate.
    package let isDurationGuessed: Bool
    package let tags: MediaTags
    /// The tag `CUESHEET` of sound files, or `nil`. Unverified text.
    package let cueSheet: String?
    package let format: MediaFormat?
    package let containerName: String
    package let canSeek: Bool
    package let isStillImage: Bool
    private let context: FormatContext
    /// The container's time at zero of the media axis, in nanoseconds.
    private let origin: Int64
    private let timeBases: [AVRational]
    /// `nil` for containers whose times are continuous.
    private var mender: TimelineMender?
    /// `nil` if the bytes come from a source, which reports errors itself.
    private let address: FormatAddress?

    /// Reads as much as is needed to know the tracks.
    ///
    /// - Parameters:
    ///   - contentType: a broadcast's, from the server, in lower case; `nil` to detect it from the bytes.
    ///   - isLive: whether the bytes arrive no faster than they play.
    ///   - mostPixels: probing does not decode larger pictures; `nil` for FFmpeg's own limit.
    package init(
        source: any ByteSource, nameHint: String, contentType: String? = nil, isLive: Bool = false, cancel: CancelToken,
        mostPixels: Int? = nil
    ) throws(MediaError) {
        context = try FormatContext(
            source: source, nameHint: nameHint, contentType: contentType, isLive: isLive, cancel: cancel,
            mostPixels: mostPixels)
        let pointer = context.pointer
        let streams = context.streams
        timeBases = streams.map(\.pointee.time_base)
        isStillImage = Self.isImage(pointer.pointee.iformat)
        origin = pointer.pointee.start_time == tv_nopts ? 0 : pointer.pointee.start_time &* 1000
        duration = Self.duration(of: pointer, isImage: isStillImage)
        isDurationGuessed = pointer.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
        let encoding = TagEncoding(of: pointer)
        tags = TrackCatalog.tags(of: pointer, encoding)
        cueSheet = TrackCatalog.tag("cuesheet", of: pointer, encoding)
        format = pointer.pointee.iformat.flatMap { $0.pointee.name }.flatMap {
            MediaFormat(container: String(cString: $0))
        }
        containerName = pointer.pointee.iformat.flatMap { $0.pointee.long_name }.map { String(cString: $0) } ?? ""
        canSeek = context.canSeek && !isStillImage
        address = nil
        mender = Self.mayRestartTimes(pointer.pointee.iformat) ? TimelineMender() : nil
        tracks = TrackCatalog.tracks(of: streams, encoding)
        spliceTracks = TrackCatalog.splices(of: streams)
        chapters = TrackCatalog.chapters(of: pointer, origin: origin, encoding)
        select([])
    }

    /// Times are the container's own. Probes as little as possible.
    package init(chain source: any ByteSource, cancel: CancelToken) throws(MediaError) {
        context = try FormatContext(chain: source, cancel: cancel)
        let streams = context.streams
        timeBases = streams.map(\.pointee.time_base)
        isStillImage = false
        origin = 0
        duration = nil
        isDurationGuessed = false
        tags = MediaTags(title: nil, artist: nil, album: nil)
        cueSheet = nil
        let name = context.pointer.pointee.iformat.flatMap { $0.pointee.name }.map { String(cString: $0) }
        format = name.flatMap { MediaFormat(container: $0) }
        containerName = name ?? ""
        canSeek = false
        address = nil
        mender = nil
        tracks = TrackCatalog.tracks(of: streams, TagEncoding(of: context.pointer))
        spliceTracks = TrackCatalog.splices(of: streams)
        chapters = []
        select([])
    }

    /// FFmpeg fetches the address. It only moves forward, at its own pace, and its length is unknown.
    package init(_ address: FormatAddress, cancel: CancelToken) throws(MediaError) {
        context = try FormatContext(address, cancel: cancel)
        self.address = address
        let pointer = context.pointer
        let streams = context.streams
        timeBases = streams.map(\.pointee.time_base)
        isStillImage = false
        origin = pointer.pointee.start_time == tv_nopts ? 0 : pointer.pointee.start_time &* 1000
        duration = nil
        isDurationGuessed = false
        let encoding = TagEncoding(of: pointer)
        tags = TrackCatalog.tags(of: pointer, encoding)
        cueSheet = nil
        format = nil
        containerName = address.format
        canSeek = false
        mender = TimelineMender()
        tracks = TrackCatalog.tracks(of: streams, encoding)
        spliceTracks = TrackCatalog.splices(of: streams)
        chapters = []
        select([])
    }

    /// Includes cover art. All other tracks are skipped.
    package func select(_ wanted: Set<Int>) {
        for stream in context.streams {
            stream.pointee.discard = wanted.contains(Int(stream.pointee.index)) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    package var bytesPerSecond: Double? {
        guard let size = context.byteCount, let duration, duration > .zero else { return nil }
        return Double(size) / duration.inSeconds
    }

    package func read() throws(MediaError) -> Packet? {
        do throws(MediaError) {
            return try context.readPacket(times)
        } catch {
            throw address?.failure(error) ?? error
        }
    }

    package enum Direction: Sendable {
        /// To the last key frame at or before the target.
        case atOrBefore
        /// To the first key frame at or after the target, or else to the last before it.
        case atOrAfter
    }

    /// Seeks to a key frame near `target`. If it returns `false`, reading continues where it was.
    package func seek(to target: MediaTime, direction: Direction) -> Bool {
        guard canSeek else { return false }
        if mender != nil { mender = TimelineMender() }
        // Transport streams are seeked by decoding times, which begin before the first picture's time.
        let lead = mender != nil && target <= .zero ? MediaTime.seconds(1) : .zero
        let ticks = ((target - lead).nanoseconds &+ origin) / 1000
        if direction == .atOrAfter, context.seek(minimum: ticks, target: ticks, maximum: Int64.max) { return true }
        if context.seek(minimum: Int64.min, target: ticks, maximum: ticks) { return true }
        // Before the first key frame, or without an index: seeks to the nearest position.
        return context.seek(minimum: Int64.min, target: ticks, maximum: Int64.max)
    }

    /// Seeks to a share (0 … 1) of the bytes, for containers without a duration.
    package func seek(toShare share: Double) -> Bool {
        guard canSeek, let size = context.byteCount else { return false }
        if mender != nil { mender = TimelineMender() }
        return context.seek(byte: Int64(Double(size) * min(max(share, 0), 1)))
    }

    package func parameters(of track: Int) -> CodecParameters? {
        guard let stream = context.streams.first(where: { Int($0.pointee.index) == track }) else { return nil }
        guard let parameters = stream.pointee.codecpar else { return nil }
        let mark = av_dict_get(stream.pointee.metadata, "alpha_mode", nil, 0)
        return CodecParameters(
            copying: parameters, isFlipped: isFlipped(track),
            hasAlpha: mark.map { $0.pointee.value[0] == 0x31 } ?? false)
    }

    /// Returns `nil` for an unknown track or time base.
    package func ticksPerSecond(of track: Int) -> Int32? {
        guard timeBases.indices.contains(track), timeBases[track].den > 0 else { return nil }
        return timeBases[track].den
    }

    /// The offset from the container's times to the media axis, at the current position.
    package var shift: MediaTime { MediaTime(nanoseconds: (mender?.offset ?? 0) &- origin) }

    var startTime: MediaTime { MediaTime(nanoseconds: origin) }

    /// Returns the turn that a track's pictures need (display matrix), after flipped ones have been flipped back.
    package func rotation(of track: Int) -> Rotation {
        withDisplayMatrix(of: track) { Rotation(degreesClockwise: -av_display_rotation_get($0)) } ?? .none
    }

    /// Returns whether the display matrix mirrors, which equals a turn of a picture flipped upside down.
    private func isFlipped(_ track: Int) -> Bool {
        withDisplayMatrix(of: track) { matrix in
            Int64(matrix[0]) * Int64(matrix[4]) < Int64(matrix[1]) * Int64(matrix[3])
        } ?? false
    }

    private func withDisplayMatrix<R>(of track: Int, _ body: (UnsafePointer<Int32>) -> R) -> R? {
        guard let stream = context.streams.first(where: { Int($0.pointee.index) == track }),
            let matrix = tv_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX)
        else { return nil }
        return matrix.withMemoryRebound(to: Int32.self, capacity: 9) { body($0) }
    }

    package func coverPacket(of track: Int) -> Packet? {
        guard let stream = context.streams.first(where: { Int($0.pointee.index) == track }),
            stream.pointee.attached_pic.size > 0, let copy = av_packet_clone(&stream.pointee.attached_pic)
        else { return nil }
        defer {
            var packet: UnsafeMutablePointer<AVPacket>? = copy
            av_packet_free(&packet)
        }
        copy.pointee.stream_index = Int32(track)
        return Packet(moving: copy, time: .zero, duration: nil)
    }

    private func times(_ packet: UnsafeMutablePointer<AVPacket>) -> (time: MediaTime?, duration: MediaTime?) {
        let index = Int(packet.pointee.stream_index)
        guard timeBases.indices.contains(index) else { return (nil, nil) }
        let base = timeBases[index]
        let ticks = packet.pointee.pts != tv_nopts ? packet.pointee.pts : packet.pointee.dts
        let length = packet.pointee.duration
        let origin = origin &- mending(packet, base)
        let time =
            ticks == tv_nopts ? nil : MediaTime(nanoseconds: Ticks.nanoseconds(ticks, base) &- origin)
        // The decoder gets times in nanoseconds on the media axis, and returns them: one time base for all.
        if packet.pointee.pts != tv_nopts {
            packet.pointee.pts = Ticks.nanoseconds(packet.pointee.pts, base) &- origin
        }
        if packet.pointee.dts != tv_nopts {
            packet.pointee.dts = Ticks.nanoseconds(packet.pointee.dts, base) &- origin
        }
        packet.pointee.duration = Ticks.nanoseconds(length, base)
        return (time, length > 0 ? MediaTime(nanoseconds: packet.pointee.duration) : nil)
    }

    private func mending(_ packet: UnsafeMutablePointer<AVPacket>, _ base: AVRational) -> Int64 {
        // Splice messages are rare and use another clock: they do not show where times restart.
        guard !spliceTracks.contains(Int(packet.pointee.stream_index)) else { return mender?.offset ?? 0 }
        let ticks = packet.pointee.dts != tv_nopts ? packet.pointee.dts : packet.pointee.pts
        guard ticks != tv_nopts else { return 0 }
        return mender?.offset(
            track: Int(packet.pointee.stream_index), time: Ticks.nanoseconds(ticks, base),
            duration: Ticks.nanoseconds(packet.pointee.duration, base)) ?? 0
    }

    private static func mayRestartTimes(_ format: UnsafePointer<AVInputFormat>?) -> Bool {
        guard let format else { return false }
        return format.pointee.flags & AVFMT_TS_DISCONT != 0
    }

    private static func duration(of context: UnsafeMutablePointer<AVFormatContext>, isImage: Bool) -> MediaTime? {
        let value = context.pointee.duration
        guard value != tv_nopts, value > 0, !isImage else { return nil }
        return .microseconds(value)
    }

    private static func isImage(_ format: UnsafePointer<AVInputFormat>?) -> Bool {
        guard let format else { return false }
        let name = String(cString: format.pointee.name)
        return name == "image2" || name.hasSuffix("_pipe")
    }
}

enum Ticks {
    /// Returns nanoseconds, rounded to nearest; saturates.
    static func nanoseconds(_ ticks: Int64, _ base: AVRational) -> Int64 {
        av_rescale_q(ticks, base, AVRational(num: 1, den: 1_000_000_000))
    }

    static let base = AVRational(num: 1, den: 1_000_000_000)
}
