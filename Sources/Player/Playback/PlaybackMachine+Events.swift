import Media
import MediaSources
import PlayCore
import PlaybackModel

extension PlaybackMachine {
    mutating func handle(_ event: WorkerEvent) {
        switch event {
        case .opened(let opened): didOpen(opened)
        case .openFailed(let error):
            guard error.code != .cancelled else { return }
            if item.reconnection == nil, !isUnanswered(error) {
                if isWorthRetrying(error), !item.state.isResuming { note([.loadingTimeout]) }
                fail(PlayError(error, item: item.input?.name ?? ""))
            } else {
                failForNetwork(error)
            }
        case .started(let generation, let position):
            if item.run.preroll?.generation == generation { item.run.preroll?.start = position }
        case .scrubbed(let generation, let frame):
            guard let preroll = item.run.preroll, preroll.generation == generation, preroll.first == nil else {
                return
            }
            item.snapshot.pictureAspect = frame.displayAspect
            item.snapshot.showsCover = false
            emit(.show(frame))
        case .seekRefused(let generation):
            if generation == item.run.generation { notice(.cannotSeek) }
        case .network: networkFound()
        case .readFailed(let error): readFailed(error)
        case .videoDecoder(let name): item.snapshot.statistics.videoDecoder = name
        case .audioDecoder(let name): item.snapshot.statistics.audioDecoder = name
        case .hardwareFallback(let device, let reason): hardwareFailed(device, reason)
        case .trackFailed(let kind, let codec, let error): trackFailed(kind, codec, error)
        case .cover(let frame): found(frame)
        case .changed(let tracks):
            item.snapshot.tracks = tracks
            describeTracks(cover: item.snapshot.showsCover)
        case .adverts(let adverts): followAdverts(ofContainer: adverts)
        case .grown(let length): follow(length)
        case .counted(let length):
            item.run.opened?.duration = length
            item.snapshot.duration = length
            item.snapshot.isDurationGuessed = false
        case .sounds(let tracks, let wanted): soundsHaveChanged(tracks, wanted: wanted)
        case .soundLost(let sound): notice(.externalSoundFailed(name: sound.name, reason: sound.reason))
        case .soundFilterFailed(let reason): notice(.soundFilterFailed(reason: reason))
        case .damaged(let kind): notice(.damaged(reason: kind == .audio ? "audio" : "video"))
        }
    }

    /// Notes a growing file's length, and notifies the viewer once that it is followed. Such a file promises no length.
    private mutating func follow(_ length: MediaTime) {
        item.run.opened?.duration = length
        item.snapshot.duration = length
        item.snapshot.isDurationGuessed = false
        guard item.run.opened?.isGrowing == false else { return }
        item.run.opened?.promisedLength = nil
        item.run.opened?.isGrowing = true
        notice(.followed)
    }

    private mutating func hardwareFailed(_ device: String, _ reason: String) {
        let codec = item.run.opened?.tracks.first { $0.id == item.run.videoTrack }?.codec
        if let codec, let spare = item.input?.spare?(codec) {
            item.reopening = .spare(spare)
            notice(.switchedToSpareStream(device: device, reason: reason))
        } else {
            notice(.switchedToSoftwareDecoder(device: device, reason: reason))
            note([.switchToSoftwareDecoder])
        }
    }

    private mutating func didOpen(_ opened: OpenedItem) {
        guard item.run.isOpen else { return }
        item.run.opened = opened
        item.isBroadcast = opened.isBroadcast
        item.reception.reopen()
        if opened.stream == nil { item.snapshot.liveState = nil }
        if let stream = opened.stream {
            emit(.selectTexts(item.wantedTexts))
            if let index = item.options.definition?.index(in: stream.status) { emit(.selectDefinition(index)) }
        }
        let selector = TrackSelector(tracks: opened.tracks)
        let video = opened.firstVideo(item.options)
        if let track = video.track, opened.isAngle(track) { emit(.selectAngle(track)) }
        let audio = selector.audio(item.options)
        if !item.options.isOpenedAgain {
            for track in video.skipped { notice(.trackSkipped(kind: .video, codec: track.codec)) }
            for track in audio.skipped { notice(.trackSkipped(kind: .audio, codec: track.codec)) }
            for sound in opened.lostSounds { notice(.externalSoundFailed(name: sound.name, reason: sound.reason)) }
            if let problem = opened.marks.problem { notice(.regionsUnread(words: problem)) }
        }
        let cover = video.track == nil && item.options.videoTrack != .none ? opened.cover : nil
        describe(opened)
        let isClock = item.input?.playsWithoutTracks == true && opened.duration != nil
        guard video.track != nil || audio.track != nil || cover != nil || isClock else {
            return failWithoutTracks((video.skipped + audio.skipped).map(\.codec), opened)
        }
        if isPictureAttached || !opened.canSeek {
            item.run.videoTrack = video.track
        } else {
            item.run.detachedVideoTrack = video.track
        }
        item.run.audioTrack = audio.track
        if let id = audio.track, let track = opened.tracks.first(where: { $0.id == id }) { openSound(for: track) }
        if let cover, item.cover == nil {
            item.snapshot.pictureAspect = cover.displayAspect
            emit(.showCover(cover))
        }
        describeTracks(cover: cover != nil)
        if video.track == nil, cover == nil || item.cover != nil { coverMissingPicture() }
        begin(opened)
    }

    private mutating func failWithoutTracks(_ skipped: [String], _ opened: OpenedItem) {
        let hasPicture = opened.tracks.contains { if case .video = $0.kind { true } else { false } }
        let hasSound = opened.tracks.contains { if case .audio = $0.kind { true } else { false } }
        let nothing =
            hasPicture
            ? tr("no audio track, and the picture is switched off")
            : hasSound ? tr("no video track, and the sound is switched off") : tr("no video or audio track")
        let reason = skipped.isEmpty ? nothing : tr("no decoder for %1", skipped.listed)
        fail(PlayError(.playFailed, reason: reason, item: item.input?.name ?? ""))
    }

    private mutating func describe(_ opened: OpenedItem) {
        item.snapshot.tags = opened.tags
        setSoundShape()
        item.snapshot.title = opened.tags.title ?? item.snapshot.title
        useServerNames()
        item.snapshot.title = item.options.title ?? item.snapshot.title
        item.snapshot.statistics.sourceBytes = opened.byteCount
        item.snapshot.format = opened.format
        if let cover = opened.cover, item.cover == nil { publish(cover) }
        item.snapshot.duration = opened.isStillImage ? item.options.imageDisplayDuration : opened.duration
        item.snapshot.isDurationGuessed = opened.isDurationGuessed && opened.duration != nil && !opened.isStillImage
        item.snapshot.canSeek = opened.canSeek
        item.snapshot.tracks = opened.tracks
        item.snapshot.chapters = opened.chapters(by: item.options.regionRules)
        item.run.adverts = opened.stream?.status.adverts ?? []
        item.regions = RegionFollower(opened.regions(by: item.options.regionRules, adverts: item.run.adverts))
        showRegions(opened)
    }

    private mutating func begin(_ opened: OpenedItem) {
        if opened.startsBehindEnd(item.options) { notice(.startBehindEnd) }
        item.options.start = opened.start(by: item.options)
        let resolver = SeekResolver(base: .zero, duration: opened.duration, chapters: item.snapshot.chapters)
        let first = FirstRequest(
            item.options.start, at: item.options.startInstant, opened, chapters: item.snapshot.chapters,
            item.regions.index, now: now)
        if let leapt = first.leapt, let region = item.regions.index.left(at: leapt.start) {
            reportSkip(over: region, leapt)
        }
        let arrival = item.options.start == nil ? Arrival.played : .sought
        if item.options.start == nil, !item.options.isOpenedAgain { offerHighlight(after: first.position) }
        request(first.target, mode: first.mode, at: first.position, arrival: arrival)
        let from = item.run.preroll?.target ?? .zero
        var ends = [item.options.length.map { from + $0 }].compactMap { $0 }
        if let end = item.options.end, case .time(let time, _) = resolver.resolve(end) { ends.append(time) }
        item.run.endPosition = ends.min()
    }

    private mutating func trackFailed(_ kind: TrackKind, _ codec: String, _ error: MediaError) {
        notice(.trackSkipped(kind: kind, codec: codec))
        if kind == .video { (item.run.videoTrack, item.run.detachedVideoTrack) = (nil, nil) }
        if kind == .audio { item.run.audioTrack = nil }
        // Otherwise playback would wait for its empty lane while the other one grows.
        emit(.switchOff(kind == .audio ? .audio : .video))
        item.snapshot.videoTrack = item.run.videoTrack
        item.snapshot.audioTrack = item.run.audioTrack
        if kind == .video { coverMissingPicture() }
        if item.run.videoTrack == nil, item.run.audioTrack == nil {
            fail(PlayError(.playFailed, reason: error.reason, item: item.input?.name ?? ""))
        }
    }
}
