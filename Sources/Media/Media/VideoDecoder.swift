internal import CFFmpeg
package import PlayCore

/// Packets of a video track to frames. Created and used on the `video-dec` thread.
package final class VideoDecoder {
    private var codec: CodecContext
    private let parameters: CodecParameters
    private let rotation: Rotation
    private let sphere: SphereLayout?
    private let nominalDuration: MediaTime
    private var lastTime: MediaTime?
    private let hastensFirst: Bool
    /// The next packet is the first after the beginning or a jump.
    private var awaitsFirst: Bool
    /// When the picture is shown that was handed out before its turn: the decoder hands it out again.
    private var hastened: MediaTime?
    private var isSkippingNonReference = false
    private var isSkippingLoopFilter = false
    private var threads: Int
    /// Nil: the decoder keeps its threads.
    private var sharing: WorkSharing?
    /// Why hardware was given up, once; the owner tells the viewer.
    package private(set) var fallback: (device: String, reason: String)?
    /// Packets that the decoder refused.
    package private(set) var damagedCount = 0

    /// - Parameters:
    ///   - framesPerSecond: nominal, for frames without a duration; nil: 25 is assumed.
    ///   - sphere: of a video of a whole sphere, as the container has it.
    ///   - mostPixels: larger frames are refused by the decoder that begins; nil: FFmpeg's own limit.
    ///   - hastensFirst: a key frame that is the first, also after each ``flush()``, is handed out once it is decoded,
    ///     where the decoder shows it by then (``EarlyPicture``): it need not wait until it is known that none goes
    ///     before it.
    package init(
        parameters: CodecParameters, framesPerSecond: Double?, rotation: Rotation, hardware: HardwarePreference,
        sphere: SphereLayout? = nil, mostPixels: Int? = nil, hastensFirst: Bool = false
    ) throws(MediaError) {
        self.hastensFirst = hastensFirst
        awaitsFirst = hastensFirst
        self.sphere = sphere
        self.parameters = parameters
        self.rotation = rotation
        nominalDuration = MediaTime(seconds: 1 / (framesPerSecond ?? 25))
        let (device, reason) = HardwareDevice.open(parameters.hasAlpha ? .none : hardware, for: parameters)
        if device == nil, case .named(let name) = hardware { fallback = (name, reason) }
        threads = Self.threadCount(parameters, framesPerSecond: framesPerSecond ?? 25)
        sharing = threads < Self.mostThreads ? WorkSharing() : nil
        if let device {
            do {
                codec = try CodecContext(parameters: parameters, threads: 1, hardware: device)
                return
            } catch {
                fallback = (device.name, error.libraryText)
            }
        }
        codec = try CodecContext(
            parameters: parameters, threads: threads, hardware: nil, mostPixels: mostPixels)
    }

    /// The decoder's name, with the device in brackets when hardware decodes, or the threads when there are several.
    package var name: String {
        let details = codec.hardware?.name ?? (threads > 1 ? "\(threads) threads" : nil)
        return details.map { "\(codec.name) (\($0))" } ?? codec.name
    }

    /// After a jump: what is inside belongs to the past.
    package func flush() {
        codec.flush()
        sharing?.flush()
        lastTime = nil
        awaitsFirst = hastensFirst
        hastened = nil
    }

    /// When late: frames that no other needs are not decoded at all.
    package func setLate(_ isLate: Bool) {
        guard isLate != isSkippingNonReference else { return }
        isSkippingNonReference = isLate
        applySkipping()
    }

    /// Pictures come too late: from the next key frame on all processors share the work (``WorkSharing``).
    package func setTooSlow(_ isTooSlow: Bool) {
        sharing?.note(isLate: isTooSlow, isSkipping: isSkippingNonReference)
    }

    /// When the picture is shown at a quarter of its size or less, deblocking of B frames cannot be seen and costs some
    /// of the decoding time (``CodecContext/setSkipping(nonReference:loopFilter:)``).
    package func setShrink(sourceHeight: Int, shownHeight: Int) {
        let skips = shownHeight * 4 <= sourceHeight
        guard skips != isSkippingLoopFilter else { return }
        isSkippingLoopFilter = skips
        applySkipping()
    }

    private func applySkipping() {
        codec.setSkipping(nonReference: isSkippingNonReference, loopFilter: isSkippingLoopFilter)
    }

    /// Decodes a packet, or with nil drains the rest; hands the frames in the order of showing to `body`, which
    /// returns false to stop.
    package func decode(_ packet: Packet?, _ body: (VideoFrame) -> Bool) throws(MediaError) {
        if let packet {
            if packet.isKeyframe { try shareWork(packet, body) }
            watch(packet)
        }
        var hardwareFailure: MediaError?
        let isSound = codec.decode(packet) { frame in
            if let device = codec.hardware, device.owns(frame) {
                do {
                    try HardwareDevice.download(frame)
                } catch {
                    hardwareFailure = error as? MediaError
                    return false
                }
            }
            guard frame.pointee.width > 0, frame.pointee.height > 0 else { return true }
            return handOut(frame, body)
        }
        if isSound { hasten(body) }
        if let hardware = codec.hardware, let reason = hardwareFailure?.libraryText ?? (isSound ? nil : "decode") {
            try fallBack(from: hardware.name, reason: reason)
        } else if !isSound, packet != nil {
            damagedCount += 1
        }
    }

    private func watch(_ packet: Packet) {
        guard awaitsFirst else { return }
        awaitsFirst = false
        // Before another picture than a key frame there may be some that the decoder holds.
        if packet.isKeyframe, codec.hardware == nil, threads == 1 { codec.watchKeyframe() }
    }

    private func hasten(_ body: (VideoFrame) -> Bool) {
        guard let picture = codec.earlyPicture else { return }
        let frame = finish(picture)
        codec.endWatching()
        hastened = frame.time
        _ = body(frame)
    }

    /// In its turn; without what was handed out before.
    private func handOut(_ picture: UnsafeMutablePointer<AVFrame>, _ body: (VideoFrame) -> Bool) -> Bool {
        let frame = finish(picture)
        if let hastened {
            if frame.time <= hastened { return true }
            self.hastened = nil
        }
        return body(frame)
    }

    private func fallBack(from device: String, reason: String) throws(MediaError) {
        fallback = (device, reason)
        codec = try CodecContext(parameters: parameters, threads: threads, hardware: nil)
        applySkipping()
    }

    /// A decoder cannot change its threads: it hands out what it holds, and another one goes on.
    private func shareWork(_ packet: Packet, _ body: (VideoFrame) -> Bool) throws(MediaError) {
        guard codec.hardware == nil, let time = packet.time,
            sharing?.changes(atKeyframe: time, threadTime: SystemClock().threadTime) == true
        else { return }
        _ = codec.decode(nil) { handOut($0, body) }
        threads = sharing?.isShared == true ? Self.mostThreads : 1
        codec = try CodecContext(parameters: parameters, threads: threads, hardware: nil)
        applySkipping()
    }

    private func finish(_ frame: UnsafeMutablePointer<AVFrame>) -> VideoFrame {
        if parameters.isFlipped { frame.flip() }
        let stamp = frame.pointee.best_effort_timestamp
        let length = tv_frame_duration(frame)
        let duration = length > 0 ? MediaTime(nanoseconds: length) : nominalDuration
        let time: MediaTime
        if stamp != tv_nopts {
            time = MediaTime(nanoseconds: stamp)
        } else {
            time = lastTime.map { $0 + nominalDuration } ?? .zero
        }
        lastTime = time
        return VideoFrame(moving: frame, time: time, duration: duration, rotation: rotation, sphere: sphere)
    }

    private static var mostThreads: Int { min(4, max(1, Int(av_cpu_count()))) }

    /// One thread is the cheapest: each one more has its own pictures (3 MB at 1080p) and costs 4 to 25 % (notes §5).
    /// It is enough up to 1080p60 of H.264 (3 ms a frame on an EPYC); where it is not, see `setTooSlow`.
    private static func threadCount(_ parameters: CodecParameters, framesPerSecond: Double) -> Int {
        let pixels =
            Double(parameters.pointer.pointee.width) * Double(parameters.pointer.pointee.height) * framesPerSecond
        return pixels <= 1920 * 1088 * 61 ? 1 : mostThreads
    }
}
