internal import CFFmpeg
internal import PlayCore

/// An open container: owns the AVFormatContext and its I/O. Created and used on the `demux` thread.
final class FormatContext {
    private(set) var pointer: UnsafeMutablePointer<AVFormatContext>
    private let io: ByteSourceIO?
    private let cancel: CancelToken
    private let scratch: UnsafeMutablePointer<AVPacket>
    /// Packets read in search of the start, oldest first.
    private var ahead: [UnsafeMutablePointer<AVPacket>] = []

    /// - Parameters:
    ///   - nameHint: FFmpeg sees only its extension, and only if it does not recognise the content (raw formats).
    ///   - contentType: a broadcast's, from the server, in lower case; `nil` to detect it from the bytes.
    ///   - isLive: whether the bytes arrive no faster than they play, so that probing more of them delays the picture.
    ///   - mostPixels: probing does not decode larger pictures; `nil` for FFmpeg's own limit.
    init(
        source: any ByteSource, nameHint: String, contentType: String? = nil, isLive: Bool = false, cancel: CancelToken,
        mostPixels: Int? = nil
    ) throws(MediaError) {
        self.cancel = cancel
        let io = ByteSourceIO(source: source, cancel: cancel)
        self.io = io
        let station = contentType.flatMap { Self.stationFormat($0, io) }
        do {
            pointer = try Self.open(io: io, hint: "", format: station, cancel: cancel)
        } catch  where error.code == .unreadable && source.canSeek {
            pointer = try Self.open(io: io, hint: nameHint, cancel: cancel)
        }
        scratch = allocated(av_packet_alloc(), "packet")
        if isLive, Self.liveContainers.contains(String(cString: pointer.pointee.iformat.pointee.name)) { probeLittle() }
        if station != nil { pointer.pointee.max_analyze_duration = Self.stationProbeDuration }
        if HeaderKnowledge.isComplete(pointer, streams) {
            pointer.pointee.duration = HeaderKnowledge.duration(pointer, streams)
            findStart()
        } else {
            // Even without stream information, the streams found so far may be playable.
            let result = findStreams(mostPixels)
            if result < 0 { Log.shared.write(.warning, "media", "stream information: \(describe(result))") }
        }
        if cancel.isCancelled { throw MediaError(.cancelled, operation: "open") }
    }

    private func findStreams(_ mostPixels: Int?) -> Int32 {
        guard let mostPixels else { return avformat_find_stream_info(pointer, nil) }
        // Only for streams known so far; those that appear later have no entry.
        var options = [OpaquePointer?](repeating: nil, count: Int(pointer.pointee.nb_streams))
        for index in options.indices { av_dict_set_int(&options[index], "max_pixels", Int64(mostPixels), 0) }
        defer { for index in options.indices { av_dict_free(&options[index]) } }
        return avformat_find_stream_info(pointer, &options)
    }

    /// Only moves forward. Every probed byte delays the first picture.
    init(chain source: any ByteSource, cancel: CancelToken) throws(MediaError) {
        self.cancel = cancel
        let io = ByteSourceIO(source: source, cancel: cancel)
        self.io = io
        do {
            pointer = try Self.open(io: io, hint: "", cancel: cancel)
        } catch {
            throw cancel.isInterrupted ? MediaError(.cancelled, operation: "open") : error
        }
        scratch = allocated(av_packet_alloc(), "packet")
        if !HeaderKnowledge.isEnough(pointer, streams) {
            probeLittle()
            let result = avformat_find_stream_info(pointer, nil)
            if result < 0 { Log.shared.write(.warning, "media", "stream information: \(describe(result))") }
        }
        if cancel.isInterrupted { throw MediaError(.cancelled, operation: "open") }
        if let failure = io.takeFailure() { throw MediaError(.source(failure), operation: "open") }
    }

    /// One of FFmpeg's formats fetches the address itself (RTSP).
    init(_ address: FormatAddress, cancel: CancelToken) throws(MediaError) {
        self.cancel = cancel
        io = nil
        let context = allocated(avformat_alloc_context(), "format context")
        context.pointee.flags |= AVFMT_FLAG_GENPTS
        context.pointee.io_open = refuseNestedOpen
        context.pointee.interrupt_callback.callback = interruptCallback
        context.pointee.interrupt_callback.opaque = Unmanaged.passUnretained(cancel).toOpaque()
        var options: OpaquePointer?
        for (name, value) in address.options { av_dict_set(&options, name, value, 0) }
        defer { av_dict_free(&options) }
        var opened: UnsafeMutablePointer<AVFormatContext>? = context
        let result = avformat_open_input(&opened, address.text, av_find_input_format(address.format), &options)
        if result < 0 { throw address.failure(result, "open", cancel) }
        if address.connection != nil, opened?.pointee.url.map({ String(cString: $0) }) != address.text {
            avformat_close_input(&opened)
            let error = ByteSourceError(.tooManyRedirects, operation: "open", context: address.name)
            throw MediaError(.source(error), operation: "open")
        }
        pointer = allocated(opened, "format context")
        scratch = allocated(av_packet_alloc(), "packet")
        probeLittle()
        let known = avformat_find_stream_info(pointer, nil)
        if known < 0 { Log.shared.write(.warning, "media", "stream information: \(describe(known))") }
        if cancel.isCancelled { throw MediaError(.cancelled, operation: "open") }
    }

    /// Probes until each track is known, without FFmpeg's twenty pictures for their rate.
    private func probeLittle() {
        pointer.pointee.fps_probe_size = 2
        pointer.pointee.probesize = Self.chainProbeSize
        pointer.pointee.max_analyze_duration = Self.chainProbeDuration
    }

    /// Containers in which a viewer can join a broadcast.
    private static let liveContainers = ["flv", "mpegts"]
    /// Limits in bytes and microseconds: enough for a key frame of each track of a transport stream.
    private static let chainProbeSize: Int64 = 2 << 20
    private static let chainProbeDuration: Int64 = 2_000_000

    deinit {
        dropAhead()
        var packet: UnsafeMutablePointer<AVPacket>? = scratch
        av_packet_free(&packet)
        var context: UnsafeMutablePointer<AVFormatContext>? = pointer
        avformat_close_input(&context)
    }

    /// Microseconds: some frames, from which the decoder learns the sample rate.
    private static let stationProbeDuration: Int64 = 300_000
    /// Bytes of a station's first frames: two of the largest, after a partial one.
    private static let stationHead = 4096

    /// Returns the container of a station's sound if its first frames match the server's content type. A listener may
    /// join within a frame. From the bytes alone, FFmpeg 5.1 needs 200 frames of MP3, five seconds, to be sure.
    private static func stationFormat(_ type: String, _ io: ByteSourceIO) -> UnsafePointer<AVInputFormat>? {
        let name: String
        switch type {
        case "audio/mpeg", "audio/mp3", "audio/x-mpeg", "audio/x-mp3": name = "mp3"
        case "audio/aac", "audio/aacp", "audio/x-aac": name = "aac"
        default: return nil
        }
        var head = [UInt8](repeating: 0, count: stationHead + Int(AVPROBE_PADDING_SIZE))
        let count = avio_read(io.context, &head, Int32(stationHead))
        avio_seek(io.context, 0, SEEK_SET)
        guard count > 0 else { return nil }
        return head.withUnsafeMutableBufferPointer { head in
            var data = AVProbeData()
            (data.buf, data.buf_size) = (head.baseAddress, count)
            var score: Int32 = 0
            let found = av_probe_input_format3(&data, 1, &score)
            return found.flatMap { String(cString: $0.pointee.name) == name ? $0 : nil }
        }
    }

    private static func open(
        io: ByteSourceIO, hint: String, format: UnsafePointer<AVInputFormat>? = nil, cancel: CancelToken
    ) throws(MediaError) -> UnsafeMutablePointer<AVFormatContext> {
        let context = allocated(avformat_alloc_context(), "format context")
        context.pointee.pb = io.context
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_GENPTS
        // A container may refer to other files (playlists, references). Opens none of them.
        context.pointee.io_open = refuseNestedOpen
        context.pointee.interrupt_callback.callback = interruptCallback
        context.pointee.interrupt_callback.opaque = Unmanaged.passUnretained(cancel).toOpaque()
        avio_seek(io.context, 0, SEEK_SET)
        var opened: UnsafeMutablePointer<AVFormatContext>? = context
        let url = hint.mediaExtension.map { "item." + $0 } ?? ""
        let result = avformat_open_input(&opened, url, format, nil)
        if result < 0 {
            if let failure = io.takeFailure() {
                throw MediaError(.source(failure), operation: "read", libraryCode: result)
            }
            try check(result, "open", as: .unreadable)
        }
        return allocated(opened, "format context")
    }

    func readPacket(_ times: (UnsafeMutablePointer<AVPacket>) -> (time: MediaTime?, duration: MediaTime?))
        throws(MediaError) -> Packet?
    {
        let result = readFrame()
        let failure = result < 0 ? io?.takeFailure() : nil
        if result == tv_averror_eof {
            // FFmpeg reports most read errors inside a container as the end of the file.
            if let failure { throw MediaError(.source(failure), operation: "read") }
            return nil
        }
        try check(result, "read", as: failure.map { .source($0) } ?? .unreadable)
        let (time, duration) = times(scratch)
        return Packet(moving: scratch, time: time, duration: duration)
    }

    /// Seeks so that `target` can be shown. All are container times in AV_TIME_BASE units.
    func seek(minimum: Int64, target: Int64, maximum: Int64) -> Bool {
        let isDone = avformat_seek_file(pointer, -1, minimum, target, maximum, 0) >= 0
        if isDone { dropAhead() }
        return isDone
    }

    func seek(byte offset: Int64) -> Bool {
        let isDone = av_seek_frame(pointer, -1, offset, AVSEEK_FLAG_BYTE) >= 0
        if isDone { dropAhead() }
        return isDone
    }

    var canSeek: Bool {
        io?.source.canSeek == true && pointer.pointee.ctx_flags & AVFMTCTX_UNSEEKABLE == 0
    }

    var byteCount: Int64? { io?.source.size }

    var streams: [UnsafeMutablePointer<AVStream>] {
        guard let list = pointer.pointee.streams else { return [] }
        return (0..<Int(pointer.pointee.nb_streams)).compactMap { list[$0] }
    }
}

// MARK: - Reading ahead

extension FormatContext {
    /// Packets searched for the first of each track; in a sound file these are close together.
    private static let startSearchLimit = 64

    /// Sets the container's start time from the first packet of every track (`av_read_frame` stores it there, without
    /// the samples to be cut off). ``readPacket(_:)`` returns these packets later.
    private func findStart() {
        let playable = streams.filter(HeaderKnowledge.isPlayable)
        var missing = Set(playable.map(\.pointee.index))
        while !missing.isEmpty, ahead.count < Self.startSearchLimit, let packet = av_packet_alloc() {
            guard av_read_frame(pointer, packet) >= 0 else {
                var packet: UnsafeMutablePointer<AVPacket>? = packet
                av_packet_free(&packet)
                break
            }
            ahead.append(packet)
            missing.remove(packet.pointee.stream_index)
        }
        let starts = playable.filter { $0.pointee.start_time != tv_nopts }.map {
            $0.pointee.start_time.scaled(from: $0.pointee.time_base)
        }
        if pointer.pointee.start_time == tv_nopts, let first = starts.min() { pointer.pointee.start_time = first }
    }

    /// Reads a frame into `scratch` (`av_read_frame`), first the wanted packets that were read ahead.
    private func readFrame() -> Int32 {
        while !ahead.isEmpty {
            var packet: UnsafeMutablePointer<AVPacket>? = ahead.removeFirst()
            defer { av_packet_free(&packet) }
            guard let stream = packet?.pointee.stream_index, streams[Int(stream)].pointee.discard != AVDISCARD_ALL
            else { continue }
            av_packet_move_ref(scratch, packet)
            return 0
        }
        return av_read_frame(pointer, scratch)
    }

    private func dropAhead() {
        for packet in ahead {
            var packet: UnsafeMutablePointer<AVPacket>? = packet
            av_packet_free(&packet)
        }
        ahead = []
    }
}

/// Returns the last extension of a name (letters and digits, at most 8), or `nil`.
extension String {
    fileprivate var mediaExtension: String? {
        guard let dot = lastIndex(of: ".") else { return nil }
        let text = self[index(after: dot)...]
        let isPlain = text.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || $0.isNumber) }
        return !text.isEmpty && text.count <= 8 && isPlain ? String(text) : nil
    }
}

extension Unicode.Scalar {
    fileprivate var isNumber: Bool { ("0"..."9").contains(self) }
}

private func refuseNestedOpen(
    _ context: UnsafeMutablePointer<AVFormatContext>?, _ io: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
    _ url: UnsafePointer<CChar>?, _ flags: Int32, _ options: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    Log.shared.write(.warning, "media", "the item refers to another file, which is not opened")
    return tv_averror(EACCES)
}

private func interruptCallback(_ opaque: UnsafeMutableRawPointer?) -> Int32 {
    guard let opaque else { return 0 }
    return Unmanaged<CancelToken>.fromOpaque(opaque).takeUnretainedValue().isCancelled ? 1 : 0
}
