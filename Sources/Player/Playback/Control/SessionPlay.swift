import MediaSources
import PlayCore
import PlaybackModel

/// How far a session is: its part, what its listeners know. Main thread.
final class SessionPlay {
    private(set) var plan: SessionPlan
    var parts: ClipSequence
    /// The engine's number of the part that plays.
    var item = 0
    /// With which that part was set up.
    var options = SessionOptions()
    /// What listeners were told last.
    var told = PlaybackSnapshot.empty
    /// What the viewer had set when an earlier part of the same video ended.
    var carried: PlaybackSnapshot?
    /// The advert that plays in place of the part.
    var advert: AdvertPlay?
    /// The content was set up before and is on its way back.
    private var isReturning = false
    /// …or to its end, which was told.
    private var hasEnded = false
    private var wasLeft = false
    /// Seeks in the content before it was set up anew.
    private var earlierSeeks = 0
    /// The main content as it was when the outro began.
    var mainEnd: PlaybackSnapshot?
    private var points: CuePointTracker
    /// The clip whose failure listeners know.
    private var failedClip: PlayPart?

    init(_ plan: SessionPlan) {
        self.plan = plan
        parts = ClipSequence(hasIntro: plan.intro != nil, hasOutro: plan.outro != nil)
        points = CuePointTracker(plan.video.cuePoints)
    }

    /// What plays: a part of the video, or an advert.
    var part: PlayPart { advert == nil ? parts.part : .advert }

    /// The content goes on from here.
    func resume(from snapshot: PlaybackSnapshot) {
        (isReturning, wasLeft) = (true, true)
        hasEnded = snapshot.status == .reachEnd
        earlierSeeks = snapshot.seekCount
    }

    /// Another way to play the same.
    func replace(_ plan: SessionPlan) { self.plan = plan }

    /// The video's own cue points and the container's chapters.
    func findCuePoints(_ snapshot: PlaybackSnapshot) {
        var all = plan.video.cuePoints
        for chapter in snapshot.chapters {
            all.insert(CuePoint(time: chapter.range.start, kind: .chapter, title: chapter.title))
        }
        points.points = all
    }

    /// - Parameter origin: where playing continues after a seek that has just been made: what lies before it was skipped.
    ///   Nil: there was none.
    func passedPoints(at position: MediaTime, after origin: MediaTime?) -> [(point: CuePoint, isSkipped: Bool)] {
        guard part == .main else { return [] }
        var passed: [(CuePoint, Bool)] = []
        if let origin, origin <= position { passed = points.move(to: origin).map { ($0, $0.time < origin) } }
        return passed + points.move(to: position).map { ($0, false) }
    }

    /// Why the clip that plays could not, once.
    func clipFailure(in raw: PlaybackSnapshot) -> PlayError? {
        guard part != .main, part != .advert, raw.status == .failed, failedClip != part, let error = raw.error else {
            return nil
        }
        failedClip = part
        return PlayError(.invalidAD, reason: error.reason, item: error.item)
    }

    /// A clip's end and failure are not the video's.
    func hides(_ event: LifecycleEvent) -> Bool {
        switch part {
        case .advert: return true
        case .main: return isReturning && hidesWhileReturning(event)
        case .intro, .outro: return [.end, .fail, .error, .terminate].contains(event)
        }
    }

    /// What was told when the content began, or ended, is not told once more.
    private func hidesWhileReturning(_ event: LifecycleEvent) -> Bool {
        if event == (hasEnded ? .end : .play) {
            isReturning = false
            return hasEnded
        }
        return [
            .ready, .firstRenderedStart, .playRequest, .playbackBufferEmpty, .playbackLikelyToKeepUp, .play,
        ].contains(event)
    }

    /// The engine's state as viewers see it: while a clip plays, position and duration are the main content's
    /// and stand still, and there is nothing to seek in.
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
        // The end and the failure of an intro lead to the content, those of an outro to the end of all.
        switch (raw.status, parts.part) {
        case (.failed, .intro), (.reachEnd, .intro): shown.status = .loading
        case (.failed, .outro): shown.status = .reachEnd
        default: break
        }
        return shown
    }
}

extension SessionPlan {
    /// A plan for a video that no provider can plan: it opens to nothing but the reason.
    static func failing(_ video: Video, _ error: PlayError) -> SessionPlan {
        SessionPlan(video: video, input: SessionInput(name: video.id, refusal: error))
    }
}

extension PlaybackCommand {
    /// Means a place in the main content.
    var isAboutTheContent: Bool {
        switch self {
        case .seek, .revertSeek, .step, .setABLoop, .setLoopFile, .selectTrack: true
        default: false
        }
    }
}

extension SessionOptions {
    /// A clip plays from its start to its end, once.
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

    /// For the attempt to go on after a failure, as it was set up then.
    ///
    /// - Parameter snapshot: the failed item's last one.
    func resuming(_ snapshot: PlaybackSnapshot) -> SessionOptions {
        var copy = self
        copy.adopt(snapshot)
        copy.loopFile = snapshot.loopFile
        copy.startInstant = nil
        // What fails before it was open has no place of its own yet.
        if snapshot.clock.position > .zero {
            (copy.start, copy.isStartRemembered) = (.absolute(snapshot.clock.position), true)
        }
        copy.resumes = true
        copy.plays = true
        return copy
    }
}
