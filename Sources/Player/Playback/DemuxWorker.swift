import Glibc
import Media
import MediaSources
import PlayCore
import PlaybackModel

/// The body of the `demux` thread: opens the item, then reads packets into the queue and handles requests. It waits for
/// a slow source in `read`, and for slow decoders in the queue.
struct DemuxWorker: Sendable {
    let input: SessionInput
    let cancel: CancelToken
    let queue: PacketQueue
    let events: EventBox
    let subtitles: SubtitleBoard
    let resumesLive: Bool

    func run() {
        let beside = SideReadings(of: input, cancel: cancel)
        var source: any PacketSource
        do {
            guard let opened = try openSource() else { return }
            source = opened
        } catch {
            events.post(.openFailed(error))
            return
        }
        let lost = addSounds(to: &source)
        let subtitles = SubtitleReader(source, board: subtitles)
        events.post(.opened(describe(source, beside, lost)))
        if source.countsLength { countLength() }
        var active: DemuxRequest?
        var gap = SoundGap()
        var adverts: [RegionMark] = []
        var duration = source.duration
        while true {
            switch queue.nextTask() {
            case .close: return waitForCancel()
            case .request(let request):
                active = request
                cancel.begin(request.generation.number)
                gap = perform(request, source, subtitles)
            case .read:
                if let active { readOne(source, active, subtitles, &gap) }
            case .switchDefinition:
                if let active { switchDefinition(source, active) }
                readMissedTexts(source, subtitles)
            case .change(let change):
                let wanted = perform(change, &source)
                events.post(.sounds(source.tracks + subtitles.captions.tracks, wanted: wanted))
            }
            if let (file, error) = (source as? PairedSource)?.takeFailure() {
                events.post(.soundLost(LostSound(file, error)))
            }
            if source.adverts != adverts {
                adverts = source.adverts
                events.post(.adverts(adverts))
            }
            if source.isGrowing, let length = source.duration, length != duration {
                duration = length
                events.post(.grown(length))
            }
        }
    }

    /// Keeps the source open as long as ``ItemPipeline/leave(keepsConnection:)`` says.
    private func waitForCancel() {
        var wait = pollfd(fd: cancel.pollDescriptor, events: Int16(POLLIN), revents: 0)
        while !cancel.isCancelled { poll(&wait, 1, -1) }
    }

    /// Returns `nil` if the item's planner must plan it again.
    private func openSource() throws(MediaError) -> (any PacketSource)? {
        try source(of: input.open(cancel), cancel: cancel)
    }

    // MARK: separate sound files

    /// Opens the sounds that belong to the item from its start. Returns those that failed.
    private func addSounds(to source: inout any PacketSource) -> [LostSound] {
        var lost: [LostSound] = []
        for sound in input.sounds?() ?? [] {
            do throws(MediaError) {
                _ = perform(.add(try open(sound, cancel: cancel), isWanted: false), &source)
            } catch {
                if error.code != .cancelled { lost.append(LostSound(sound.file, error)) }
            }
        }
        return lost
    }

    /// Any thread.
    func open(_ sound: ExternalSound, cancel: CancelToken) throws(MediaError) -> OpenedSound {
        let found = try source(of: sound.open(cancel), named: sound.file.name, isMain: false, cancel: cancel)
        let hasSound = found?.tracks.contains { if case .audio = $0.kind { $0.isDecodable } else { false } } ?? false
        guard let found, hasSound else {
            throw MediaError(.unreadable, operation: "open", libraryText: tr("no audio track"))
        }
        return OpenedSound(found, sound)
    }

    /// - Returns: the track to play, or `nil` for no change.
    private func perform(_ change: SoundChange, _ source: inout any PacketSource) -> Int? {
        switch change {
        case .add(let opened, let isWanted):
            let paired = source as? PairedSource ?? PairedSource(source)
            let track = paired.add(opened.source, as: opened.sound)
            source = paired
            return isWanted ? track : nil
        case .remove(let track):
            (source as? PairedSource)?.remove(track: track)
            return nil
        }
    }

    /// `name` (by default the item's) helps to detect the format. Only `isMain` reports the network link.
    private func source(
        of media: OpenedMedia, named name: String? = nil, isMain: Bool = true, cancel: CancelToken
    ) throws(MediaError) -> (any PacketSource)? {
        switch media {
        case .elsewhere: return nil
        case .paired(let picture, let sound):
            guard let picture = try source(of: picture, named: name, isMain: isMain, cancel: cancel) else { return nil }
            guard let sound = try source(of: sound, named: name, isMain: false, cancel: cancel) else { return picture }
            return PairedSource(picture: picture, sound: sound)
        case .unknown(let bytes, let look):
            if isMain, let network = bytes as? any NetworkByteSource { announce(network) }
            return try source(of: look(), named: name, isMain: isMain, cancel: cancel)
        case .packets(let source):
            if isMain, let network = source.network { announce(network) }
            return source
        case .bytes(let bytes):
            if isMain, let network = bytes as? any NetworkByteSource { announce(network) }
            return try ContainerSource(
                bytes, nameHint: name ?? input.name, isAtHand: bytes.canSeek && !(bytes is any NetworkByteSource),
                cancel: cancel)
        }
    }

    /// Reads the whole file on a separate thread to find its length.
    private func countLength() {
        WorkerThread(name: "length") { [input, cancel, events] in
            do throws(MediaError) {
                let bytes: any ByteSource
                switch try input.open(cancel) {
                case .bytes(let found), .unknown(let found, _): bytes = found
                case .packets, .paired, .elsewhere: return
                }
                let demuxer = try Demuxer(source: bytes, nameHint: input.name, cancel: cancel)
                demuxer.select(Set(demuxer.tracks.prefix(1).map(\.id)))
                var end = MediaTime.zero
                while let packet = try demuxer.read() {
                    if let time = packet.time { end = max(end, time + (packet.duration ?? .zero)) }
                }
                if end > .zero { events.post(.counted(end)) }
            } catch {
                Log.shared.write(.info, "media", "counting the length of \(input.name): \(error)")
            }
        }.detach()
    }

    /// Reports the network before its first failure. From then on it asks the viewer instead of giving up.
    private func announce(_ network: any NetworkLink) {
        if resumesLive { network.hurry() }
        network.setAwaited(true)
        events.post(.network(network))
    }

    private func describe(
        _ source: any PacketSource, _ beside: SideReadings, _ lost: [LostSound]
    ) -> OpenedItem {
        let chapters = beside.chapters(own: source.chapters)
        return OpenedItem(
            tracks: source.tracks, chapters: chapters.isEmpty ? input.chapters : chapters,
            duration: source.duration, promisedLength: source.promisedLength,
            isDurationGuessed: source.isDurationGuessed, tags: source.tags,
            format: source.format, canSeek: source.canSeek, isStillImage: source.isStillImage,
            byteCount: source.byteCount, cover: cover(of: source), naturalStart: source.naturalStart,
            stream: source.stream, isBroadcast: source.isBroadcast, marks: beside.marks, lostSounds: lost)
    }

    /// Returns the cover art from its one packet, or `nil` if it is damaged, which must not prevent playback.
    private func cover(of source: any PacketSource) -> VideoFrame? {
        for track in source.tracks {
            guard case .cover = track.kind, let packet = source.coverPacket(of: track.id),
                let parameters = source.parameters(of: track.id)
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

    private func perform(
        _ asked: DemuxRequest, _ source: any PacketSource, _ subtitles: SubtitleReader
    ) -> SoundGap {
        var request = placed(asked, source)
        let wanted = [request.videoTrack, request.audioTrack].compactMap { $0 }
        source.select(Set(wanted + subtitles.wanted))
        subtitles.jump()
        guard scrub(request, source) else { return SoundGap() }
        if request.readsOnce, case .time(let target) = request.target {
            let landing = readOn(to: target, request, source)
            let position = max(target, landing.start ?? target)
            return announce(request, mode: .exact, at: position, landing, source, subtitles)
        }
        subtitles.readBefore(request, source) { queue.isInterrupted }
        guard jump(request, source) else {
            events.post(.seekRefused(request.generation))
            // A refused seek does not end playback, which continues at the present position.
            let landing = land(request, source)
            return announce(request, mode: .keyframe, at: landing.start ?? .zero, landing, source, subtitles)
        }
        var landing = retryEarlier(request, source, land(request, source))
        let isBehind = asked.floor.flatMap { floor in landing.start.map { $0 < floor } } ?? false
        let isFarOff = landing.start.map(request.isOutOfReach) ?? false
        if isFarOff, !landing.lacksKeyframe, let start = landing.start, case .time(let target) = request.target,
            start <= target
        {
            request.mode = .exact
        } else if isFarOff || isBehind || landing.lacksKeyframe && request.mode == .keyframe,
            case .time(let target) = request.target
        {
            // The next key frame is beyond the end, or before the floor. A seek forward must not lead backwards.
            request.mode = .exact
            if source.seek(to: target, direction: .atOrBefore) {
                landing = retryEarlier(request, source, land(request, source))
            } else {
                landing.items = []
            }
        }
        if !subtitles.captions.isPresent, subtitles.findCaptions(in: landing.items, request, source) {
            // Captions shown at the target may have started before it.
            return perform(request, source, subtitles)
        }
        let position = position(of: request, found: landing.start, natural: source.naturalStart)
        return announce(request, mode: request.mode, at: position, landing, source, subtitles)
    }

    /// While the viewer drags the slider, shows a picture of the target before fetching its packets, which are fetched
    /// only where the viewer stays. Returns false if a newer request has arrived.
    private func scrub(_ request: DemuxRequest, _ source: any PacketSource) -> Bool {
        guard request.mode == .keyframe, request.videoTrack != nil, case .time(let target) = request.target,
            let picture = source.scrubPicture(at: target)
        else { return true }
        events.post(.scrubbed(request.generation, picture))
        return !queue.isInterrupted
    }

    /// Announces the start of the run to the decoders, and passes on the items already read.
    private func announce(
        _ request: DemuxRequest, mode: StreamStart.Mode, at position: MediaTime, _ landing: Landing,
        _ source: any PacketSource, _ subtitles: SubtitleReader
    ) -> SoundGap {
        for format in landing.formats {
            if format.track == request.videoTrack { subtitles.captions.begin(format.parameters) }
            let start = StreamStart(generation: request.generation, position: position, mode: mode, format: format)
            queue.put(
                .start(start), in: format.track == request.videoTrack ? .video : .audio,
                generation: request.generation)
        }
        events.post(.started(request.generation, position))
        var gap = SoundGap(start: position)
        for item in landing.items { dispatch(item, request, source, subtitles, &gap) }
        return gap
    }

    private func position(of request: DemuxRequest, found: MediaTime?, natural: MediaTime) -> MediaTime {
        switch (request.target, request.mode) {
        // Without pictures, cutting the sound reaches every position exactly.
        case (.time(let target), _) where request.videoTrack == nil: target
        case (.time(let target), .exact), (.time(let target), .before): target
        case (.here, _): natural
        default: max(.zero, found ?? .zero)
        }
    }

    /// Switches the definition at the first edge that no decoder has passed. Later packets are fetched again, so that
    /// the choice shows soon. If playback is too close, the change starts at the reading position.
    private func switchDefinition(_ source: any PacketSource, _ request: DemuxRequest) {
        let switched = source.switchedTracks
        let lanes = [(Lane.video, request.videoTrack), (.audio, request.audioTrack)].compactMap { lane, track in
            track.map(switched.contains) == true ? lane : nil
        }
        for edge in source.switchEdges() where queue.cut(lanes, at: edge, generation: request.generation) {
            return source.switchOver(at: edge)
        }
    }

    private func readMissedTexts(_ source: any PacketSource, _ subtitles: SubtitleReader) {
        let texts = source.missedTexts()
        for text in texts { subtitles.add(text) }
        // Without the bell, the texts would wait for the next event.
        if !texts.isEmpty { events.ring() }
    }

    func format(_ track: Int, _ source: any PacketSource) -> StreamFormat? {
        guard let parameters = source.parameters(of: track) else { return nil }
        let info = source.tracks.first { $0.id == track }
        var framesPerSecond: Double?
        if case .video(_, _, let rate) = info?.kind { framesPerSecond = rate }
        return StreamFormat(
            track: track, parameters: parameters, rotation: source.rotation(of: track),
            sphere: info?.sphere, framesPerSecond: framesPerSecond)
    }

    // MARK: reading

    private func readOne(
        _ source: any PacketSource, _ request: DemuxRequest, _ subtitles: SubtitleReader, _ gap: inout SoundGap
    ) {
        do {
            guard let item = try source.read() else {
                subtitles.captions.finish()
                return queue.putEnd(generation: request.generation)
            }
            dispatch(item, request, source, subtitles, &gap)
            if source.wantsSwitch { switchDefinition(source, request) }
        } catch {
            report(error)
            // Packets already read still play.
            queue.putEnd(generation: request.generation, isReal: false)
        }
    }

    /// Returns the next item, or `nil` at the end and after a failure.
    func read(_ source: any PacketSource) -> SourceItem? {
        do {
            return try source.read()
        } catch {
            report(error)
            return nil
        }
    }

    private func report(_ error: MediaError) {
        if error.code != .cancelled { events.post(.readFailed(error)) }
    }

    private func dispatch(
        _ item: SourceItem, _ request: DemuxRequest, _ source: any PacketSource, _ subtitles: SubtitleReader,
        _ gap: inout SoundGap
    ) {
        switch item {
        case .packet(let packet):
            dispatch(packet, request, subtitles, &gap)
            if subtitles.captions.hasNewTrack() { events.post(.changed(source.tracks + subtitles.captions.tracks)) }
        case .text(let text): subtitles.add(text)
        case .change(let track):
            events.post(.changed(source.tracks + subtitles.captions.tracks))
            guard track == request.videoTrack || track == request.audioTrack, let format = format(track, source) else {
                return
            }
            if track == request.videoTrack { subtitles.captions.begin(format.parameters) }
            queue.put(
                .format(format), in: track == request.videoTrack ? .video : .audio, generation: request.generation)
        }
    }

    private func dispatch(
        _ packet: Packet, _ request: DemuxRequest, _ subtitles: SubtitleReader, _ gap: inout SoundGap
    ) {
        if packet.track == request.videoTrack {
            subtitles.captions.read(packet)
            queue.put(.packet(packet), in: .video, generation: request.generation)
            if request.audioTrack != nil, let time = packet.time, let silence = gap.picture(at: time) {
                queue.put(.silence(silence), in: .audio, generation: request.generation)
            }
        } else if packet.track == request.audioTrack {
            if let time = packet.time { gap.sound(until: time + (packet.duration ?? .zero)) }
            queue.put(.packet(packet), in: .audio, generation: request.generation)
        } else {
            _ = subtitles.read(packet)
        }
    }
}
