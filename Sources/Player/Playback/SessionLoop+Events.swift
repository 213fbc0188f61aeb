import Media
import MediaSources
import PlayCore
import PlaybackModel

/// What the worker threads report.
extension SessionLoop {
    func handle(_ event: WorkerEvent) {
        switch event {
        case .opened(let facts): opened(facts)
        case .openFailed(let error):
            guard error.code != .cancelled else { return }
            if reconnection == nil { fail(PlayError(error, item: input?.name ?? "")) } else { failForNetwork(error) }
        case .started(let generation, let position):
            if preroll?.generation == generation { preroll?.start = position }
        case .scrubbed(let generation, let frame):
            guard let preroll, preroll.generation == generation, preroll.first == nil else { return }
            snapshot.pictureAspect = frame.displayAspect
            snapshot.showsCover = false
            picture.show(frame, due: nil, isStill: true)
        case .seekRefused(let generation):
            if generation == self.generation { notice(.cannotSeek) }
        case .network(let source): watch(source)
        case .readFailed(let error): readFailed(error)
        case .videoDecoder(let name): snapshot.statistics.videoDecoder = name
        case .audioDecoder(let name): snapshot.statistics.audioDecoder = name
        case .hardwareFallback(let device, let reason):
            hardwareFailed(device, reason)
        case .trackFailed(let kind, let codec, let error): trackFailed(kind, codec, error)
        case .cover(let frame): took(frame)
        case .changed(let tracks):
            snapshot.tracks = tracks
            describeTracks(cover: snapshot.showsCover)
        case .damaged(let kind): notice(.damaged(reason: kind == .audio ? "audio" : "video"))
        }
    }

    /// ADV-24, ADV-25.
    private func hardwareFailed(_ device: String, _ reason: String) {
        let codec = facts?.tracks.first { $0.id == videoTrack }?.codec
        if let codec, let spare = input?.spare?(codec) {
            reopening = .spare(spare)
            notice(.switchedToSpareStream(device: device, reason: reason))
        } else {
            notice(.switchedToSoftwareDecoder(device: device, reason: reason))
            note([.switchToSoftwareDecoder])
        }
    }

    private func opened(_ facts: ItemFacts) {
        guard let pipeline else { return }
        self.facts = facts
        facts.stream?.selectTexts(wantedTexts)
        let selector = TrackSelector(tracks: facts.tracks)
        let video = selector.video(options)
        let audio = selector.audio(options.audioTrack)
        for track in video.skipped { notice(.trackSkipped(kind: .video, codec: track.codec)) }
        for track in audio.skipped { notice(.trackSkipped(kind: .audio, codec: track.codec)) }
        let cover = video.track == nil && options.videoTrack != .none ? facts.cover : nil
        describe(facts)
        guard video.track != nil || audio.track != nil || cover != nil else {
            let skipped = (video.skipped + audio.skipped).map(\.codec)
            let nothing = options.videoTrack == .none ? "no audio track" : "no video or audio track"
            let reason = skipped.isEmpty ? nothing : "no decoder for " + skipped.joined(separator: ", ")
            fail(PlayError(.playFailed, reason: reason, item: input?.name ?? ""))
            return
        }
        if isPictureAttached || !facts.canSeek { videoTrack = video.track } else { detachedVideoTrack = video.track }
        audioTrack = audio.track
        if let id = audio.track, let track = facts.tracks.first(where: { $0.id == id }) {
            openSink(for: track, pipeline)
        }
        if let cover, self.cover == nil {
            snapshot.pictureAspect = cover.displayAspect
            picture.show(cover, due: nil, isStill: true)
        }
        describeTracks(cover: cover != nil)
        if video.track == nil, cover == nil || self.cover != nil { coverMissingPicture() }
        begin(facts)
    }

    private func describe(_ facts: ItemFacts) {
        snapshot.tags = facts.tags
        snapshot.title = facts.tags.title ?? snapshot.title
        snapshot.format = facts.format
        if let cover = facts.cover, self.cover == nil { publish(cover) }
        snapshot.duration = facts.isStillImage ? options.imageDisplayDuration : facts.duration
        snapshot.canSeek = facts.canSeek
        snapshot.tracks = facts.tracks
        snapshot.chapters = facts.chapters
    }

    func describeTracks(cover: Bool) {
        let chosen = videoTrack ?? detachedVideoTrack
        snapshot.audioTrack = audioTrack
        snapshot.videoTrack = chosen
        snapshot.statistics.framesPerSecond = nil
        for track in snapshot.tracks {
            switch track.kind {
            case .cover(let width, let height) where cover && chosen == nil:
                snapshot.videoTrack = track.id
                (snapshot.statistics.videoWidth, snapshot.statistics.videoHeight) = (width, height)
            case .video(let width, let height, let rate) where track.id == chosen:
                (snapshot.statistics.videoWidth, snapshot.statistics.videoHeight) = (width, height)
                snapshot.statistics.framesPerSecond = rate
            default: break
            }
        }
    }

    private func begin(_ facts: ItemFacts) {
        let resolver = SeekResolver(base: .zero, duration: facts.duration, chapters: facts.chapters)
        let first = FirstRequest(options.start, facts)
        request(first.target, mode: first.mode, at: first.position)
        let from = preroll?.target ?? .zero
        var ends = [options.length.map { from + $0 }].compactMap { $0 }
        if let end = options.end, case .time(let time, _) = resolver.resolve(end) { ends.append(time) }
        endPosition = ends.min()
    }

    private func trackFailed(_ kind: TrackKind, _ codec: String, _ error: MediaError) {
        notice(.trackSkipped(kind: kind, codec: codec))
        if kind == .video { (videoTrack, detachedVideoTrack) = (nil, nil) }
        if kind == .audio { audioTrack = nil }
        // Without this its empty lane would be waited for, while the other one grows.
        pipeline?.packets.switchOff(kind == .audio ? .audio : .video)
        snapshot.videoTrack = videoTrack
        snapshot.audioTrack = audioTrack
        if kind == .video { coverMissingPicture() }
        if videoTrack == nil, audioTrack == nil {
            fail(PlayError(.playFailed, reason: error.reason, item: input?.name ?? ""))
        }
    }
}
