internal import CFFmpeg
internal import Glibc
internal import PlayCore

/// Reads and decodes a device or its replacement. Created and used on one thread (`live-encode`).
final class CaptureInput {
    /// A device that delivers nothing for this long has failed.
    private static let patience = HostTime.seconds(5)
    /// The pause before the next attempt to read a device, in milliseconds.
    private static let pause: Int32 = 5

    private let pointer: UnsafeMutablePointer<AVFormatContext>
    private let scratch: UnsafeMutablePointer<AVPacket>
    private let limit: ConnectionLimit
    private let address: CaptureAddress
    private let stream: Int
    private let decoder: CodecContext
    private let base: AVRational
    /// The host time of time 0, for a source that is paced here.
    private var origin: HostTime?

    init(_ address: CaptureAddress, _ content: CaptureContent, cancel: CancelToken) throws(MediaError) {
        self.address = address
        try DeviceLibrary.loaded()
        limit = ConnectionLimit(cancel, SystemClock().now + Self.patience)
        let context = allocated(avformat_alloc_context(), "format context")
        context.pointee.interrupt_callback = limit.callback
        context.pointee.flags |= AVFMT_FLAG_NONBLOCK
        var format: UnsafePointer<AVInputFormat>?
        if let name = address.format {
            format = av_find_input_format(name)
            guard format != nil else {
                avformat_free_context(context)
                throw MediaError(.noDecoder, operation: "find the device format \(name)")
            }
        }
        var options: OpaquePointer?
        for (name, value) in Self.options(address, content) { av_dict_set(&options, name, value, 0) }
        defer { av_dict_free(&options) }
        var opened: UnsafeMutablePointer<AVFormatContext>? = context
        try check(
            avformat_open_input(&opened, address.source, format, &options), "open \(address.kind.rawValue)",
            as: .unreadable)
        // Without the option, all of the desktop would be captured.
        guard av_dict_get(options, Self.windowOption, nil, 0) == nil else {
            avformat_close_input(&opened)
            throw MediaError(
                .noDecoder, operation: "capture a window", libraryText: tr("this FFmpeg cannot capture a single window")
            )
        }
        let made = allocated(opened, "format context")
        do throws(MediaError) {
            if address.kind == .file {
                try check(avformat_find_stream_info(made, nil), "read \(address.kind.rawValue)", as: .unreadable)
            }
            let kind = content == .sound ? AVMEDIA_TYPE_AUDIO : AVMEDIA_TYPE_VIDEO
            let found = av_find_best_stream(made, kind, -1, -1, nil, 0)
            try check(found, "find what is captured", as: .noDecoder)
            let source = allocated(made.pointee.streams[Int(found)], "stream")
            let parameters = CodecParameters(copying: allocated(source.pointee.codecpar, "codec parameters"))
            decoder = try CodecContext(parameters: parameters, threads: 1, hardware: nil)
            (stream, base) = (Int(found), source.pointee.time_base)
        } catch {
            avformat_close_input(&opened)
            throw error
        }
        pointer = made
        scratch = allocated(av_packet_alloc(), "packet")
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = scratch
        av_packet_free(&packet)
        var context: UnsafeMutablePointer<AVFormatContext>? = pointer
        avformat_close_input(&context)
    }

    private static let windowOption = "window_id"

    private static func options(_ address: CaptureAddress, _ content: CaptureContent) -> [String: String] {
        switch (address.kind, content) {
        // A device uses the nearest value that it supports.
        case (.v4l2, .pictures(let picture)):
            ["video_size": "\(picture.width)x\(picture.height)", "framerate": "\(picture.rate)"]
        case (.screen, .pictures(let picture)): ["framerate": "\(picture.rate)"]
        case (.window, .pictures(let picture)): ["framerate": "\(picture.rate)", windowOption: address.name]
        case (.alsa, .sound): ["channels": "1", "sample_rate": "48000"]
        // Fragments of 20 ms.
        case (.pulse, .sound): ["channels": "1", "sample_rate": "48000", "fragment_size": "1920"]
        // Opens only files, even if a file refers to another protocol.
        case (.file, _): ["protocol_whitelist": "file"]
        default: [:]
        }
    }

    /// Waits for a frame, and passes it with the instant at which its last content was captured. Returns `false` if the
    /// source has ended or the token is cancelled.
    func read(_ body: (UnsafeMutablePointer<AVFrame>, HostTime) throws(MediaError) -> Void) throws(MediaError) -> Bool {
        limit.set(SystemClock().now + Self.patience)
        while true {
            if limit.cancel.isCancelled { return false }
            let result = av_read_frame(pointer, scratch)
            if result == tv_averror_eof { return false }
            // A window that was opened has failed: it was closed.
            if result < 0, result != tv_averror_eagain, address.kind == .window { return false }
            guard result == tv_averror_eagain else {
                try check(result, "capture from \(address.kind.rawValue)", as: .unreadable)
                break
            }
            if limit.isOver {
                throw MediaError(.unreadable, operation: "capture", libraryCode: tv_averror(ETIMEDOUT))
            }
            wait(Self.pause)
        }
        defer { av_packet_unref(scratch) }
        guard Int(scratch.pointee.stream_index) == stream else { return true }
        let packet = Packet(moving: scratch, time: nil, duration: nil)
        var failure: MediaError?
        _ = decoder.decode(packet) { frame in
            do throws(MediaError) {
                guard let arrival = arrival(of: frame) else { return false }
                try body(frame, arrival)
                return true
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return !limit.cancel.isCancelled
    }

    /// Waits until a frame is due if its source is paced here. Returns the instant, or `nil` if cancelled.
    private func arrival(of frame: UnsafeMutablePointer<AVFrame>) -> HostTime? {
        let now = SystemClock().now
        guard address.isPacedHere else { return now }
        let ticks = frame.pointee.best_effort_timestamp
        guard ticks != tv_nopts else { return now }
        var end = HostTime(nanoseconds: Ticks.nanoseconds(ticks, base))
        if frame.pointee.sample_rate > 0 {
            let length = Int64(frame.pointee.nb_samples) * 1_000_000_000 / Int64(frame.pointee.sample_rate)
            end = end + HostTime(nanoseconds: length)
        }
        let origin = self.origin ?? now - end
        var due = origin + end
        // After a stall, pacing continues from here.
        if now - due > .seconds(1) { due = now }
        self.origin = due - end
        wait(Int32(clamping: (due - now).nanoseconds / 1_000_000))
        return limit.cancel.isCancelled ? nil : due
    }

    private func wait(_ milliseconds: Int32) {
        guard milliseconds > 0 else { return }
        var wait = pollfd(fd: limit.cancel.pollDescriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&wait, 1, milliseconds)
    }
}
