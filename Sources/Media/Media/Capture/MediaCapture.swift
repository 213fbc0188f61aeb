internal import CFFmpeg
package import PlayCore

/// A captured packet. Its time is host time, in nanoseconds.
package struct CapturedPacket: Sendable {
    package let packet: Packet
    package let parameters: CodecParameters
    package let isKey: Bool
    /// The highest sample, 0 … 1, or 0 for pictures.
    package let peak: Float
}

/// A microphone or a camera, encoded for a live server. Created and used on one thread (`live-encode`).
package final class MediaCapture {
    private let input: CaptureInput
    private let content: CaptureContent
    private let filter: CaptureFilter
    private var encoder: CaptureEncoder?
    private var clock: (clock: CaptureClock, rate: Int32)?
    private var thinning: CaptureThinning

    /// Receives the sent sound (48 kHz, one channel) with the time of its first sample.
    package typealias SoundReceiver = (UnsafeBufferPointer<Float>, MediaTime) -> Void

    package init(_ address: CaptureAddress, _ content: CaptureContent, cancel: CancelToken) throws(MediaError) {
        filter = try CaptureFilter(content)
        input = try CaptureInput(address, content, cancel: cancel)
        self.content = content
        if case .pictures(let picture) = content {
            thinning = CaptureThinning(rate: picture.rate)
        } else {
            thinning = CaptureThinning(rate: 1)
        }
    }

    /// Waits for the next packets. Returns `false` if the source has ended or the token is cancelled.
    ///
    /// - Parameters:
    ///   - wantsKey: whether the next picture must be a key frame.
    ///   - limit: the line's bits per second; `nil` for the configured rate.
    ///   - isSilent: whether to replace a block of sound by silence.
    ///   - seen: receives pictures as they are sent; `heard` receives sound.
    package func read(
        wantsKey: () -> Bool, limit: () -> Int?, isSilent: () -> Bool, seen: ((VideoFrame) -> Void)? = nil,
        heard: SoundReceiver? = nil, _ body: (CapturedPacket) -> Void
    ) throws(MediaError) -> Bool {
        try input.read { (frame, arrival) throws(MediaError) in
            guard let time = time(of: frame, arrival) else { return }
            frame.pointee.pts = time
            try filter.process(frame) { (frame, time) throws(MediaError) in
                if content == .sound, isSilent() { try Self.silence(frame) }
                if content == .sound, let heard { Self.hear(frame, time, heard) }
                if case .pictures(let picture) = content, let seen { try show(frame, time, picture, seen) }
                try encode(frame, time, wantsKey, limit, body)
            }
        }
    }

    private func time(of frame: UnsafeMutablePointer<AVFrame>, _ arrival: HostTime) -> Int64? {
        guard content == .sound else { return thinning.takes(arrival) ? arrival.nanoseconds : nil }
        let rate = frame.pointee.sample_rate
        var clock = CaptureClock(sampleRate: Int(rate))
        if let known = self.clock, known.rate == rate { clock = known.clock }
        let time = clock.start(of: Int(frame.pointee.nb_samples), arrival: arrival)
        self.clock = (clock, rate)
        return time.nanoseconds
    }

    private static func hear(_ frame: UnsafeMutablePointer<AVFrame>, _ time: Int64, _ heard: SoundReceiver) {
        guard let data = frame.pointee.data.0 else { return }
        let count = Int(frame.pointee.nb_samples)
        UnsafeRawPointer(data).withMemoryRebound(to: Float.self, capacity: count) {
            heard(UnsafeBufferPointer(start: $0, count: count), MediaTime(nanoseconds: time))
        }
    }

    private func show(
        _ frame: UnsafeMutablePointer<AVFrame>, _ time: Int64, _ picture: CapturePicture, _ seen: (VideoFrame) -> Void
    ) throws(MediaError) {
        let copy = allocated(av_frame_alloc(), "frame")
        defer {
            var copy: UnsafeMutablePointer<AVFrame>? = copy
            av_frame_free(&copy)
        }
        try check(av_frame_ref(copy, frame), "show what is captured")
        seen(
            VideoFrame(
                moving: copy, time: MediaTime(nanoseconds: time),
                duration: .milliseconds(1000 / max(1, picture.rate)), rotation: .none))
    }

    private func encode(
        _ frame: UnsafeMutablePointer<AVFrame>, _ time: Int64, _ wantsKey: () -> Bool, _ limit: () -> Int?,
        _ body: (CapturedPacket) -> Void
    ) throws(MediaError) {
        if encoder?.width != frame.pointee.width || encoder?.height != frame.pointee.height { encoder = nil }
        let encoder: CaptureEncoder
        if let ready = self.encoder {
            encoder = ready
        } else {
            encoder = try CaptureEncoder(content, like: frame)
            self.encoder = encoder
        }
        let isSound = content == .sound
        if !isSound { encoder.setLimit(limit()) }
        let peak = isSound ? Self.peak(frame) : 0
        try encoder.encode(frame, at: time, isKey: !isSound && wantsKey()) { packet in
            body(
                CapturedPacket(
                    packet: packet, parameters: encoder.parameters, isKey: isSound || packet.isKeyframe, peak: peak))
        }
    }

    private static func silence(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) {
        try check(av_frame_make_writable(frame), "silence what is captured")
        try check(
            av_samples_set_silence(
                frame.pointee.extended_data, 0, frame.pointee.nb_samples, frame.pointee.ch_layout.nb_channels,
                AVSampleFormat(frame.pointee.format)), "silence what is captured")
    }

    private static func peak(_ frame: UnsafeMutablePointer<AVFrame>) -> Float {
        guard let data = frame.pointee.data.0 else { return 0 }
        let count = Int(frame.pointee.nb_samples)
        return UnsafeRawPointer(data).withMemoryRebound(to: Float.self, capacity: count) { samples in
            UnsafeBufferPointer(start: samples, count: count).reduce(0) { max($0, abs($1)) }
        }
    }
}
