import Media
import PlayCore
import PlaybackModel
import Synchronization

/// Hints from the `playback` thread to the `video-dec` thread.
final class VideoWorkerHints: Sendable {
    /// Whether pictures are late, so that those on which no others depend are skipped.
    let isLate = Atomic<Bool>(false)
    /// Visible pixel rows, 0 if unknown.
    let shownHeight = Atomic<Int>(0)
    /// Nanoseconds of media between wanted pictures; 0 for all.
    let pictureInterval = Atomic<Int64>(0)
}

/// The body of the `video-dec` thread: decodes packets to frames. Waits for packets, and for space in the frame queue.
struct VideoWorker: Sendable {
    let packets: PacketQueue
    let frames: FrameQueue
    let events: EventBox
    let hints: VideoWorkerHints
    let hardware: HardwarePreference

    /// Pictures farther before an exact target are decoded only if others need them.
    private static let skipDistance: MediaTime = .milliseconds(500)

    func run() {
        var decoder: VideoDecoder?
        var start: StreamStart?
        var format: StreamFormat?
        var cut = FrameCut()
        var thinning = FrameThinning()
        var reported = Reported()
        while let item = packets.next(.video) {
            switch item {
            case .start(let next):
                if decoder == nil || format?.needsAnotherDecoder(than: next.format) != false {
                    decoder = open(next.format)
                    reported = Reported()
                } else {
                    decoder?.flush()
                }
                start = next
                format = next.format
                cut = FrameCut(start: next)
                thinning = FrameThinning()
            case .format(let next):
                // The old decoder's frames come first: no picture is lost or repeated.
                if let decoder, let start { decode(nil, decoder, start, &cut, &thinning) }
                decoder = open(next)
                format = next
                reported = Reported()
            case .packet(let packet):
                guard let decoder, let start, let format else { continue }
                hint(decoder, packet, start, format)
                decode(packet, decoder, start, &cut, &thinning)
                report(decoder, &reported)
            case .silence: break
            case .end(let generation):
                if let decoder, let start { decode(nil, decoder, start, &cut, &thinning) }
                if let last = cut.finish() { _ = frames.put(last, generation: generation) }
                frames.putEnd(generation: generation)
            }
        }
    }

    private struct Reported {
        var name: String?
        var fallback = false
        var damage = false
    }

    private func open(_ format: StreamFormat) -> VideoDecoder? {
        do {
            return try VideoDecoder(
                parameters: format.parameters, framesPerSecond: format.framesPerSecond, rotation: format.rotation,
                hardware: hardware, sphere: format.sphere, hastensFirst: true)
        } catch {
            events.post(.trackFailed(.video, codec: format.parameters.codecName, error))
            return nil
        }
    }

    private func hint(_ decoder: VideoDecoder, _ packet: Packet, _ start: StreamStart, _ format: StreamFormat) {
        let isFarBefore =
            start.mode != .keyframe && (packet.time.map { $0 < start.position - Self.skipDistance } ?? false)
        let isLate = hints.isLate.load(ordering: .relaxed)
        let isThinned = hints.pictureInterval.load(ordering: .relaxed) > 0
        decoder.setLate(isFarBefore || isLate || isThinned)
        decoder.setTooSlow(isLate)
        decoder.skipDeblocking(
            SkippedDeblocking(
                sourceHeight: format.parameters.height, shownHeight: hints.shownHeight.load(ordering: .relaxed)))
    }

    private func decode(
        _ packet: Packet?, _ decoder: VideoDecoder, _ start: StreamStart, _ cut: inout FrameCut,
        _ thinning: inout FrameThinning
    ) {
        let interval = MediaTime(nanoseconds: hints.pictureInterval.load(ordering: .relaxed))
        do {
            try decoder.decode(packet) { frame in
                for frame in cut.pass(frame) where thinning.keeps(frame.time, every: interval) {
                    guard frames.put(frame, generation: start.generation) else { return false }
                }
                return !packets.isStale(start.generation)
            }
        } catch {
            events.post(.trackFailed(.video, codec: start.format.parameters.codecName, error))
        }
    }

    private func report(_ decoder: VideoDecoder, _ reported: inout Reported) {
        if !reported.fallback, let fallback = decoder.fallback {
            reported.fallback = true
            events.post(.hardwareFallback(device: fallback.device, reason: fallback.reason))
        }
        let name = decoder.name
        if reported.name != name {
            reported.name = name
            events.post(.videoDecoder(name: name))
        }
        if !reported.damage, decoder.damagedCount > 0 {
            reported.damage = true
            events.post(.damaged(.video))
        }
    }
}
