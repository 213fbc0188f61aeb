import MediaSources
import PlayCore
import PlaybackModel

/// The progress of a session: its part, and the state reported to its listeners. Main thread.
final class SessionPlay {
    private(set) var plan: SessionPlan
    var parts: ClipSequence
    var item = 0
    var options = SessionOptions()
    var told = PlaybackSnapshot.empty
    var carried: PlaybackSnapshot?
    var advert: AdvertPlay?
    private var isReturning = false
    private var hasEnded = false
    private var wasLeft = false
    /// Seeks in the content before it was opened again.
    private var earlierSeeks = 0
    var mainEnd: PlaybackSnapshot?
    private var points: CuePointTracker
    private var failedClip: PlayPart?

    init(_ plan: SessionPlan) {
        self.plan = plan
        parts = ClipSequence(hasIntro: plan.intro != nil, hasOutro: plan.outro != nil)
        points = CuePointTracker(plan.video.cuePoints)
    }

    var part: PlayPart { advert == nil ? parts.part : .advert }

    func resume(from snapshot: PlaybackSnapshot) {
        (isReturning, wasLeft) = (true, true)
        hasEnded = snapshot.status == .reachEnd
        earlierSeeks = snapshot.seekCount
    }

    func replace(_ plan: SessionPlan) { self.plan = plan }

    func findCuePoints(_ snapshot: PlaybackSnapshot) {
        var all = plan.video.cuePoints
        for chapter in snapshot.chapters {
            all.insert(CuePoint(time: chapter.range.start, kind: .chapter, title: chapter.title))
        }
        points.points = all
    }

    /// Returns the cue points passed since the last call. A seek to `origin` skipped those before it.
    func passedPoints(at position: MediaTime, after origin: MediaTime?) -> [(point: CuePoint, isSkipped: Bool)] {
        guard part == .main else { return [] }
        var passed: [(CuePoint, Bool)] = []
        if let origin, origin <= position { passed = points.move(to: origin).map { ($0, $0.time < origin) } }
        return passed + points.move(to: position).map { ($0, false) }
    }

    func clipFailure(in raw: PlaybackSnapshot) -> PlayError? {
        guard part != .main, part != .advert, raw.status == .failed, failedClip != part, let error = raw.error else {
            return nil
        }
        failedClip = part
        return PlayError(.invalidAD, reason: error.reason, item: error.item)
    }

    /// Returns whether to hide an event: a clip's end and failure are not those of the video.
    func hides(_ event: LifecycleEvent) -> Bool {
        switch part {
        case .advert: return true
        case .main: return isReturning && hidesWhileReturning(event)
        case .intro, .outro: return [.end, .fail, .error, .terminate].contains(event)
        }
    }

    /// Returns whether an event repeats one of the content's start or end.
    private func hidesWhileReturning(_ event: LifecycleEvent) -> Bool {
        if event == (hasEnded ? .end : .play) {
            isReturning = false
            return hasEnded
        }
        return [
            .ready, .firstRenderedStart, .playRequest, .playbackBufferEmpty, .playbackLikelyToKeepUp, .play,
        ].contains(event)
    }

    /// Returns the engine's state as viewers see it. During a clip, position and duration are the main content's, the
    /// clock is stopped, and seeks are impossible.
    func shown(_ raw: PlaybackSnapshot, at now: HostTime) -> PlaybackSnapshot {
        if let advert { return advert.shown(raw, of: plan, at: now) }
        var shown = raw
        shown.part = parts.part
        shown.seekCount += earlierSeeks
        if wasLeft { shown.notices.removeAll(where: \.isAboutDevice) }
        shown.item = plan.video.id
        shown.title = plan.video.title ?? (parts.part == .main ? raw.title : mainEnd?.title ?? plan.input.name)
        shown.format = plan.video.format ?? raw.format
        shown.recordType = plan.video.recordType
        shown.sourceDefinitions = plan.video.definitionList
        guard parts.part != .main else {
            shown.breaks = plan.adverts?.places(in: raw.duration) ?? []
            return shown
        }
        let position = parts.part == .intro ? MediaTime.zero : mainEnd?.duration ?? .zero
        shown.clock = ClockReading(position: position, hostTime: now, rate: raw.rate, isRunning: false)
        shown.duration = mainEnd?.duration ?? plan.video.duration
        shown.buffered = nil
        (shown.canSeek, shown.held) = (false, nil)
        shown.chapters = []
        shown.error = nil
        // After an intro the content loads. After an outro the video is over.
        switch (raw.status, parts.part) {
        case (.failed, .intro), (.reachEnd, .intro): shown.status = .loading
        case (.failed, .outro): shown.status = .reachEnd
        default: break
        }
        return shown
    }
}

extension SessionPlan {
    static func failing(_ video: Video, _ error: PlayError) -> SessionPlan {
        SessionPlan(video: video, input: SessionInput(name: video.id, refusal: error))
    }
}

extension PlaybackCommand {
    var isAboutTheContent: Bool {
        switch self {
        case .seek, .revertSeek, .step, .setABLoop, .setLoopFile, .selectTrack: true
        default: false
        }
    }
}

extension SessionOptions {
    mutating func makeClip() {
        (start, startInstant) = (nil, nil)
        end = nil
        length = nil
        loopFile = 0
        abLoopStart = nil
        abLoopEnd = nil
        preferredDefinitions = []
        selection = nil
    }

    func resuming(_ snapshot: PlaybackSnapshot) -> SessionOptions {
        var copy = self
        copy.adopt(snapshot)
        copy.loopFile = snapshot.loopFile
        copy.startInstant = nil
        // An item that failed before it was open has no position yet.
        if snapshot.clock.position > .zero {
            (copy.start, copy.isStartRemembered) = (.absolute(snapshot.clock.position), true)
        }
        copy.startsWithinItem = false
        copy.resumes = true
        copy.plays = true
        return copy
    }
}
