internal import CFFmpeg
package import PlayCore

/// Decodes packets of a video track to frames. Created and used on the `video-dec` thread.
package final class VideoDecoder {
    private var codec: CodecContext
    private let parameters: CodecParameters
    private let rotation: Rotation
    private let sphere: SphereLayout?
    private let nominalDuration: MediaTime
    private var lastTime: MediaTime?
    private let hastensFirst: Bool
    private var awaitsFirst: Bool
    /// Set if the first picture was output before its turn. The decoder outputs it again.
    private var hastened: MediaTime?
    private var isSkippingNonReference = false
    private var skippedDeblocking = SkippedDeblocking.none
    private var threads: Int
    /// `nil` if the decoder keeps its threads.
    private var sharing: WorkSharing?
    /// Why hardware decoding was abandoned. Set once. The owner notifies the viewer.
    package private(set) var fallback: (device: String, reason: String)?
    package private(set) var damagedCount = 0

    /// - Parameters:
    ///   - framesPerSecond: nominal, for frames without a duration; `nil` to assume 25.
    ///   - mostPixels: larger frames are refused by the initial decoder; `nil` for FFmpeg's own limit.
    ///   - hastensFirst: outputs a first key frame, also after each ``flush()``, as soon as it is decoded if the
    ///     decoder exposes it (``EarlyPicture``), instead of waiting for frames that might precede it.
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

    /// Brackets contain the hardware device, or the number of threads above one.
    package var name: String {
        let details = codec.hardware?.name ?? (threads > 1 ? "\(threads) threads" : nil)
        return details.map { "\(codec.name) (\($0))" } ?? codec.name
    }

    package func flush() {
        codec.flush()
        sharing?.flush()
        lastTime = nil
        awaitsFirst = hastensFirst
        hastened = nil
    }

    /// When late, skips frames on which no others depend.
    package func setLate(_ isLate: Bool) {
        guard isLate != isSkippingNonReference else { return }
        isSkippingNonReference = isLate
        applySkipping()
    }

    /// Notes that pictures come too late. From the next key frame on, all processors share the work.
    package func setTooSlow(_ isTooSlow: Bool) {
        sharing?.note(isLate: isTooSlow, isSkipping: isSkippingNonReference)
    }

    /// Leaves out deblocking from the next packet on.
    package func skipDeblocking(_ skipped: SkippedDeblocking) {
        guard skipped != skippedDeblocking else { return }
        skippedDeblocking = skipped
        applySkipping()
    }

    private func applySkipping() {
        codec.setSkipping(nonReference: isSkippingNonReference, deblocking: skippedDeblocking)
    }

    /// Decodes a packet, or drains the decoder (`nil`). `body` receives frames in the order of display, and returns
    /// `false` to stop.
    package func decode(_ packet: Packet?, _ body: (VideoFrame) -> Bool) throws(MediaError) {
        if let packet {
            if packet.isKeyframe { try shareWork(packet, body) }
            watch(packet)
        }
        var hardwareFailure: MediaError?
        let isIntact = codec.decode(packet) { frame in
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
        if isIntact { hasten(body) }
        if let hardware = codec.hardware, let reason = hardwareFailure?.libraryText ?? (isIntact ? nil : "decode") {
            try fallBack(from: hardware.name, reason: reason)
        } else if !isIntact, packet != nil {
            damagedCount += 1
        }
    }

    private func watch(_ packet: Packet) {
        guard awaitsFirst else { return }
        awaitsFirst = false
        // Only at a key frame: otherwise the decoder may still hold earlier pictures to output.
        if packet.isKeyframe, codec.hardware == nil, threads == 1 { codec.watchKeyframe() }
    }

    private func hasten(_ body: (VideoFrame) -> Bool) {
        guard let picture = codec.earlyPicture else { return }
        let frame = finish(picture)
        codec.endWatching()
        hastened = frame.time
        _ = body(frame)
    }

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

    /// Replaces the decoder, which cannot change its threads. The old one first outputs its frames.
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

    /// Starts with one thread, the cheapest, up to 1080p60 of H.264 (3 ms a frame on an EPYC). Each additional thread
    /// has its own pictures (3 MB at 1080p) and costs 4 to 25 % (notes §5). If one is too slow, see `setTooSlow`.
    private static func threadCount(_ parameters: CodecParameters, framesPerSecond: Double) -> Int {
        let pixels =
            Double(parameters.pointer.pointee.width) * Double(parameters.pointer.pointee.height) * framesPerSecond
        return pixels <= 1920 * 1088 * 61 ? 1 : mostThreads
    }
}
