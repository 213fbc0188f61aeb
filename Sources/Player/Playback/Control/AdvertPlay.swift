import MediaSources
import PlayCore
import PlaybackModel

/// An advert that plays in place of the content of a session.
struct AdvertPlay {
    /// How long to wait for an advert. The content's next picture is then shown within two seconds.
    static let patience = HostTime.milliseconds(1500)
    /// How long to wait for an advert before opening the content ahead.
    static let preloadPatience = HostTime.milliseconds(500)

    let breaks: any AdvertBreaks
    var input: SessionInput
    /// The content at the start of the break, or `nil` if it had not started.
    var held: PlaybackSnapshot?
    /// Whether the content is live. After reopening, it continues at its present edge.
    let isLive: Bool
    /// Since when the first picture is awaited: from the start of the break, or from the end of an advert.
    var since: HostTime
    var hasPlayed = false

    func position(at now: HostTime) -> MediaTime { held?.clock.position ?? .zero }

    /// Returns when to abandon an advert that has not continued, or `nil` while it plays.
    func deadline(_ raw: PlaybackSnapshot) -> HostTime? {
        switch raw.status {
        case .loading, .stalled, .unload: (hasPlayed ? raw.waitingSince ?? since : since) + Self.patience
        default: nil
        }
    }

    func isSpent(_ raw: PlaybackSnapshot, at now: HostTime) -> Bool {
        guard raw.status == .playing, let limit = breaks.limit else { return false }
        return raw.clock.position(at: now) >= limit
    }

    /// Returns the held content with the engine's present settings and state.
    func shown(_ raw: PlaybackSnapshot, of plan: SessionPlan, at now: HostTime) -> PlaybackSnapshot {
        var shown = held ?? PlaybackSnapshot.empty
        shown.part = .advert
        shown.item = plan.video.id
        let name = plan.input.name
        shown.title =
            shown.title ?? plan.video.title ?? plan.input.title ?? name.split(separator: "/").last.map(String.init)
        shown.clock = ClockReading(position: position(at: now), hostTime: now, rate: raw.rate, isRunning: false)
        shown.duration = shown.duration ?? plan.video.duration
        (shown.buffered, shown.held, shown.canSeek, shown.isSeeking, shown.error) = (nil, nil, false, false, nil)
        // After its end or failure, the content loads.
        shown.status = [.failed, .reachEnd, .unload].contains(raw.status) ? .loading : raw.status
        (shown.wantsPlay, shown.answered, shown.waitingSince) = (raw.wantsPlay, raw.answered, raw.waitingSince)
        shown.isBuffering = raw.isBuffering
        shown.videoTrack = raw.videoTrack.map { held?.videoTrack ?? $0 }
        (shown.pictureAspect, shown.showsCover) = (raw.pictureAspect, raw.showsCover)
        (shown.sourceDefinitions, shown.selection) = (plan.video.definitionList, plan.options.selection)
        shown.stream = held?.stream?.withChoicesOnly
        shown.adopt(raw)
        shown.notices.removeAll(where: \.isAboutDevice)
        var advert = breaks.status
        advert.clock = raw.clock
        advert.duration = raw.duration ?? advert.duration
        if let limit = breaks.limit { advert.duration = advert.duration.map { min($0, limit) } ?? limit }
        shown.advert = advert
        return shown
    }
}

extension PlaybackSnapshot {
    fileprivate mutating func adopt(_ raw: PlaybackSnapshot) {
        (rate, volume, isMuted, channelOutput) = (raw.rate, raw.volume, raw.isMuted, raw.channelOutput)
        (scalingMode, adjustment, view) = (raw.scalingMode, raw.adjustment, raw.view)
        (soundFilters, audioLanguages, audioDelay) = (raw.soundFilters, raw.audioLanguages, raw.audioDelay)
        audioTaste = raw.audioTaste
        (forwardBuffer, notices, audioStatus, audioLevels) = (
            raw.forwardBuffer, raw.notices, raw.audioStatus, raw.audioLevels
        )
        passesSilence = raw.passesSilence
        (showsFirstPicture, statistics, network) = (raw.showsFirstPicture, raw.statistics, raw.network)
        (liveState, reconnection) = (nil, nil)
    }
}

extension AdvertPlay {
    /// Applies a selection to the content instead of the advert. Returns false if the content lacks the selected track.
    mutating func choose(_ command: PlaybackCommand) -> Bool {
        switch command {
        case .selectDefinition(let index):
            guard let definitions = held?.stream?.definitions, index.map(definitions.indices.contains) ?? true else {
                return false
            }
            held?.stream?.chosenDefinition = index
        case .selectTrack(.video, let id?):
            guard let held, held.stream == nil, held.videoTrack != nil, held.tracks.contains(where: { $0.id == id })
            else { return false }
            self.held?.videoTrack = id
        default: return false
        }
        return true
    }
}

extension StreamStatus {
    fileprivate var withChoicesOnly: StreamStatus {
        var copy = self
        copy.statistics = StreamStatistics()
        copy.live = nil
        return copy
    }
}

extension SessionOptions {
    mutating func makeAdvert() {
        makeClip()
        retryAnswer = .stop
        reconnects = .never
        regionRules = nil
        silence = nil
        preloadPatience = AdvertPlay.preloadPatience
        isGuest = true
        videoTrack = .automatic
        audioTrack = .automatic
    }

    /// Returns the options to resume the content after an advert, at `position` or, if `nil`, where it was left.
    func resuming(from snapshot: PlaybackSnapshot, at position: MediaTime? = nil) -> SessionOptions {
        var copy = self
        // The length counts from the original start.
        if let length {
            let from: MediaTime = if case .absolute(let time)? = start { time } else { .zero }
            if end == nil { copy.end = .absolute(from + length) }
            copy.length = nil
        }
        (copy.start, copy.startsWithinItem) = (.absolute(position ?? snapshot.clock.position), false)
        copy.loopFile = snapshot.loopFile
        (copy.abLoopStart, copy.abLoopEnd) = (snapshot.abLoopStart, snapshot.abLoopEnd)
        copy.definition = snapshot.stream.flatMap { StreamDefinition($0) }
        // A stream keeps its own selection.
        if snapshot.stream == nil {
            copy.videoTrack = snapshot.choice(of: snapshot.videoTrack, \.isVideo) ?? videoTrack
            copy.audioTrack = snapshot.choice(of: snapshot.audioTrack, \.isAudio) ?? audioTrack
        }
        copy.clearsPictureFirst = false
        copy.isOpenedAgain = true
        return copy
    }
}

extension PlaybackSnapshot {
    fileprivate func choice(of id: Int?, _ isOfKind: (TrackInfo) -> Bool) -> SessionOptions.TrackChoice? {
        tracks.filter(isOfKind).firstIndex { $0.id == id }.map { .number($0 + 1) }
    }
}

extension NumberedNotice {
    /// Whether the notice is the same for every item, so that it is shown only once.
    var isAboutDevice: Bool { if case .noSoundDevice = notice { true } else { false } }
}

extension TrackInfo {
    fileprivate var isVideo: Bool { if case .video = kind { true } else { false } }
    fileprivate var isAudio: Bool { if case .audio = kind { true } else { false } }
}
