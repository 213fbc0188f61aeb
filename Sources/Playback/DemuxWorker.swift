import Media
import PlayCore

/// What opening an item found out.
struct ItemFacts: Sendable {
    let tracks: [TrackInfo]
    let chapters: [Chapter]
    let duration: MediaTime?
    let title: String?
    let canSeek: Bool
    let isStillImage: Bool
    /// Cover art, decoded.
    let cover: VideoFrame?
}

/// What happened on the worker threads since the `playback` thread looked last.
enum WorkerEvent: Sendable {
    /// The bytes come over a network; before anything of them is read.
    case network(any NetworkByteSource)
    case opened(ItemFacts)
    case openFailed(MediaError)
    /// Packets of this generation begin at this position.
    case started(Generation, MediaTime)
    case seekRefused(Generation)
    /// Reading stopped before the end.
    case readFailed(MediaError)
    case videoDecoder(name: String)
    case audioDecoder(name: String)
    case hardwareFallback(device: String, reason: String)
    case trackFailed(TrackKind, codec: String, MediaError)
    /// The decoder refused a packet for the first time.
    case damaged(TrackKind)
    /// A picture for the item, from outside its container.
    case cover(VideoFrame)
}

/// A list of events with the doorbell of its reader. Any thread posts, the `playback` thread takes.
final class EventBox: Sendable {
    private let events = Monitor<[WorkerEvent]>([])
    private let doorbell: Doorbell

    init(doorbell: Doorbell) { self.doorbell = doorbell }

    func post(_ event: WorkerEvent) {
        events.withLock { $0.append(event) }
        doorbell.ring()
    }

    func take() -> [WorkerEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}

/// The body of the `demux` thread: opens the item, then reads packets into the queue and follows requests.
///
/// When the source is slow it waits in `read`; when the decoders are slow it waits for room in the queue.
struct DemuxWorker: Sendable {
    let input: SessionInput
    let cancel: CancelToken
    let queue: PacketQueue
    let events: EventBox
    let subtitles: SubtitleBoard

    /// Packets to look through for the first key frame after a jump, where a container marks none.
    private static let keyframeSearchLimit = 600
    /// …and their bytes: what was looked through is kept for the decoders.
    private static let keyframeSearchBytes = 64 << 20
    /// How much earlier to begin when a jump landed behind its target: a frame or two, then a group of pictures.
    private static let retryDistances: [MediaTime] = [.milliseconds(100), .seconds(2), .seconds(12)]

    func run() {
        let demuxer: Demuxer
        do {
            let source = try openSource()
            demuxer = try Demuxer(source: source, nameHint: input.name, cancel: cancel)
        } catch {
            events.post(.openFailed(error as? MediaError ?? MediaError(.unreadable, operation: "open")))
            return
        }
        let subtitles = SubtitleReader(demuxer, board: subtitles)
        events.post(.opened(facts(of: demuxer)))
        var active: DemuxRequest?
        var gap = SoundGap()
        while true {
            switch queue.nextTask() {
            case .close: return
            case .request(let request):
                active = request
                gap = perform(request, demuxer, subtitles)
            case .read:
                if let active { readOne(demuxer, active, subtitles, &gap) }
            }
        }
    }

    private func openSource() throws -> any ByteSource {
        do {
            let source = try input.open(cancel)
            if let network = source as? any NetworkByteSource { events.post(.network(network)) }
            return source
        } catch {
            throw MediaError(.source(error), operation: error.operation)
        }
    }

    private func facts(of demuxer: Demuxer) -> ItemFacts {
        ItemFacts(
            tracks: demuxer.tracks, chapters: demuxer.chapters, duration: demuxer.duration, title: demuxer.title,
            canSeek: demuxer.canSeek, isStillImage: demuxer.isStillImage, cover: cover(of: demuxer))
    }

    /// Cover art is one packet; a damaged one is no reason not to play.
    private func cover(of demuxer: Demuxer) -> VideoFrame? {
        for track in demuxer.tracks {
            guard case .cover = track.kind, let packet = demuxer.coverPacket(of: track.id),
                let parameters = demuxer.parameters(of: track.id)
            else { continue }
            var frame: VideoFrame?
            do {
                let decoder = try VideoDecoder(
                    parameters: parameters, framesPerSecond: nil, rotation: .none, hardware: .none)
                for packet in [packet, nil] where frame == nil {
                    try decoder.decode(packet) {
                        frame = $0
                        return false
                    }
                }
            } catch {
                Log.shared.write(.info, "media", "cover art: \(error)")
            }
            if let frame { return frame }
        }
        return nil
    }

    // MARK: requests

    private func perform(_ request: DemuxRequest, _ demuxer: Demuxer, _ subtitles: SubtitleReader) -> SoundGap {
        let wanted = [request.videoTrack, request.audioTrack].compactMap { $0 }
        demuxer.select(Set(wanted + subtitles.wanted))
        subtitles.jump()
        guard jump(request, demuxer) else {
            events.post(.seekRefused(request.generation))
            // Goes on from where it stood, so that playing does not end with the wish.
            let (first, start) = readToKeyframe(request, demuxer)
            return announce(request, mode: .keyframe, at: start ?? .zero, demuxer, subtitles, first: first)
        }
        var request = request
        var (first, start) = readToKeyframe(request, demuxer)
        (first, start) = retryEarlier(request, demuxer, (first, start))
        if let floor = request.floor, let found = start, found < floor, case .time(let target) = request.target {
            // The next key frame is beyond the end: forward must not lead backwards.
            request.mode = .exact
            first = []
            if demuxer.seek(to: target, direction: .atOrBefore) { (first, start) = readToKeyframe(request, demuxer) }
        }
        return announce(
            request, mode: request.mode, at: position(of: request, found: start), demuxer, subtitles, first: first)
    }

    private func jump(_ request: DemuxRequest, _ demuxer: Demuxer) -> Bool {
        switch request.target {
        case .here: return true
        case .share(let share): return demuxer.seek(toShare: share)
        case .time(let target):
            if request.floor != nil { return demuxer.seek(to: target, direction: .atOrAfter) }
            return demuxer.seek(to: target, direction: .atOrBefore)
        }
    }

    /// Containers round to their own ticks, and some have a coarse index or none: where the jump went too far for an
    /// exact target, begins earlier.
    private func retryEarlier(
        _ request: DemuxRequest, _ demuxer: Demuxer, _ landed: (packets: [Packet], start: MediaTime?)
    ) -> (packets: [Packet], start: MediaTime?) {
        guard case .time(let target) = request.target, request.mode != .keyframe else { return landed }
        var landed = landed
        for distance in Self.retryDistances {
            guard let start = landed.start, request.mode == .before ? start >= target : start > target else { break }
            guard target > .zero, !queue.isInterrupted,
                demuxer.seek(to: max(.zero, target - distance), direction: .atOrBefore)
            else { break }
            landed = readToKeyframe(request, demuxer)
        }
        return landed
    }

    /// Reads up to the first key frame of the video track, to know where showing can begin.
    private func readToKeyframe(_ request: DemuxRequest, _ demuxer: Demuxer) -> (packets: [Packet], start: MediaTime?) {
        var packets: [Packet] = []
        var bytes = 0
        // With all tracks off a read would go through the whole file.
        guard let leading = request.videoTrack ?? request.audioTrack else { return ([], nil) }
        while packets.count < Self.keyframeSearchLimit, bytes < Self.keyframeSearchBytes, !queue.isInterrupted {
            guard let packet = read(demuxer) else { break }
            packets.append(packet)
            bytes += packet.byteCount
            if packet.track == leading, packet.isKeyframe { return (packets, packet.time) }
        }
        return (packets, packets.first { $0.track == leading }?.time ?? packets.first?.time)
    }

    /// Tells the decoders where the run begins and passes on what was read already.
    private func announce(
        _ request: DemuxRequest, mode: StreamStart.Mode, at position: MediaTime, _ demuxer: Demuxer,
        _ subtitles: SubtitleReader, first: [Packet]
    ) -> SoundGap {
        for (lane, track) in [(Lane.video, request.videoTrack), (.audio, request.audioTrack)] {
            guard let track, let parameters = demuxer.parameters(of: track) else { continue }
            let start = StreamStart(
                generation: request.generation, position: position, mode: mode, track: track, parameters: parameters,
                rotation: demuxer.rotation(of: track), framesPerSecond: framesPerSecond(track, demuxer))
            queue.put(.start(start), in: lane, generation: request.generation)
        }
        events.post(.started(request.generation, position))
        var gap = SoundGap(start: position)
        for packet in first { dispatch(packet, request, subtitles, &gap) }
        return gap
    }

    /// Where showing begins after a jump that worked.
    private func position(of request: DemuxRequest, found: MediaTime?) -> MediaTime {
        switch (request.target, request.mode) {
        // Without a picture every position can be met exactly: the sound is cut there.
        case (.time(let target), _) where request.videoTrack == nil: target
        case (.time(let target), .exact), (.time(let target), .before): target
        case (.here, _): .zero
        default: max(.zero, found ?? .zero)
        }
    }

    private func framesPerSecond(_ track: Int, _ demuxer: Demuxer) -> Double? {
        guard let info = demuxer.tracks.first(where: { $0.id == track }),
            case .video(_, _, let rate) = info.kind
        else { return nil }
        return rate
    }

    // MARK: reading

    private func readOne(
        _ demuxer: Demuxer, _ request: DemuxRequest, _ subtitles: SubtitleReader, _ gap: inout SoundGap
    ) {
        if let packet = read(demuxer) {
            dispatch(packet, request, subtitles, &gap)
        } else {
            queue.putEnd(generation: request.generation)
        }
    }

    /// Nil at the end, also when reading failed: what was read is played.
    private func read(_ demuxer: Demuxer) -> Packet? {
        do {
            return try demuxer.read()
        } catch {
            if error.code != .cancelled { events.post(.readFailed(error)) }
            return nil
        }
    }

    private func dispatch(
        _ packet: Packet, _ request: DemuxRequest, _ subtitles: SubtitleReader, _ gap: inout SoundGap
    ) {
        if packet.track == request.videoTrack {
            queue.put(.packet(packet), in: .video, generation: request.generation)
            if request.audioTrack != nil, let time = packet.time, let silence = gap.picture(at: time) {
                queue.put(.silence(silence), in: .audio, generation: request.generation)
            }
        } else if packet.track == request.audioTrack {
            if let time = packet.time { gap.sound(until: time + (packet.duration ?? .zero)) }
            queue.put(.packet(packet), in: .audio, generation: request.generation)
        } else {
            _ = subtitles.take(packet)
        }
    }
}
