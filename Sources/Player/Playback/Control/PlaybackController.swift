package import Media
package import MediaSources
package import PlayCore
package import PlaybackModel

package struct ControllerOptions: Sendable, Equatable, Updatable {
    package var preloading = PreloadScope.policy(.never)
    /// Whether a stop clears the picture. Otherwise it stays until the next video's first one.
    package var clearShowWhenStop = true
    package var buffer = BufferOptimizer.standard
    package var networkBuffer = BufferRules.standard

    package init() {}
}

/// Plays a list of videos, one ``PlaybackSession`` after another; the only way to play, pause and seek. Main thread;
/// never blocks. Listeners are notified within the calls that change the session and within ``deliver()``, which the
/// owner calls after the engine's wake-up.
package final class PlaybackController {
    /// The only delegate; consumers receive the same calls.
    package weak var delegate: (any SessionConsumer)?
    /// The options of later sessions. The present one keeps its own.
    package var options: ControllerOptions
    package private(set) var playlist = Playlist()
    package private(set) var index = 0
    /// `nil` before the first video and after ``destroy()``.
    package private(set) var session: PlaybackSession?
    /// Returns the index of the video `step` steps away, or `nil`. The playlist decides on order, shuffling and
    /// repeating.
    package var neighbour: (_ index: Int, _ step: Int) -> Int? = { _, _ in nil }
    package var mayLoadAhead: () -> Bool = { true }

    let engine: any SessionEngine
    private let provider: any SessionProvider
    let clock: any HostClock
    private var consumers: [any SessionConsumer] = []
    private var sessionCount = 0
    var play: SessionPlay?
    private var held: ControllerOptions
    /// The plans of preloaded videos, by index. A preloaded video later plays with the same plan.
    private var preloaded: [Int: SessionPlan] = [:]
    /// The viewer's changes of volume, speed and other settings, for the following videos.
    var carried: PlaybackSnapshot?
    /// The settings of items that have none of their own, before the viewer changes any.
    package var common = SessionOptions()
    var playsNext = true
    var advertAhead: SessionInput?

    package init(
        engine: any SessionEngine, provider: any SessionProvider, options: ControllerOptions = ControllerOptions(),
        clock: any HostClock = SystemClock()
    ) {
        self.engine = engine
        self.provider = provider
        self.options = options
        held = options
        self.clock = clock
        neighbour = { [weak self] index, step in
            self?.playlist.videos.indices.contains(index + step) == true ? index + step : nil
        }
    }

    // MARK: listeners

    /// Adds a listener for the controller's lifetime. Its first call is the next session or event.
    package func addSessionConsumer(_ consumer: any SessionConsumer) { consumers.append(consumer) }

    func tell(_ call: (any SessionConsumer) -> Void) {
        if let delegate { call(delegate) }
        for consumer in consumers { call(consumer) }
    }

    // MARK: videos

    /// Replaces the videos or their order. The session becomes that of `index`. Preloads of listed videos are kept.
    package func replaceVideos(_ playlist: Playlist, index: Int) {
        precondition(playlist.videos.indices.contains(index) || playlist.videos.isEmpty)
        var kept: [Int: SessionPlan] = [:]
        for (old, plan) in preloaded {
            let video = self.playlist.videos[old]
            if let new = playlist.videos.firstIndex(of: video) { kept[new] = plan }
        }
        if kept.count < preloaded.count { preload(kept.keys.sorted().compactMap { kept[$0] }) }
        self.playlist = playlist
        self.index = index
        preloaded = kept
    }

    /// Stops playback. The viewer's settings stay for the following videos.
    package func stop() {
        guard session != nil else { return }
        leaveSession()
        engine.preload([])
        preloaded = [:]
        engine.stop()
        // The item's own settings end with it.
        if let carried {
            var options = common
            options.adopt(carried)
            engine.setIdle(options)
        }
    }

    package func setIdle(_ options: SessionOptions) { if session == nil { engine.setIdle(options) } }

    /// Starts a video's session and ends the previous one. Returns false, and changes nothing, for an invalid index.
    /// Unless it `plays`, the session stays ready on its first picture.
    @discardableResult
    package func open(at index: Int, plays: Bool = true) -> Bool {
        guard playlist.videos.indices.contains(index) else { return false }
        leaveSession()
        self.index = index
        playsNext = plays
        beginSession(at: index)
        return true
    }

    /// Moves to the neighbour that many steps away. From an intro, 1 leads to the next part of the same video. Returns
    /// false, and changes nothing, if there is no such neighbour.
    @discardableResult
    package func move(by step: Int) -> Bool {
        if step == 1, play?.part == .intro {
            beginNextPart()
            return true
        }
        guard let target = neighbour(index, step) else { return false }
        return open(at: target)
    }

    /// Restarts the current video after a failure. Content that failed resumes in its session; any other case starts a
    /// new one.
    package func restart() {
        let snapshot = engine.snapshot
        guard let play, play.part == .main, snapshot.status == .failed, play.plan.input.refusal == nil else {
            open(at: index)
            return
        }
        play.item = engine.setUp(play.plan.input, options: play.options.resuming(snapshot))
    }

    /// Continues the session at its position with a new plan from its provider, for another source or the same one.
    /// `isResuming`: after a failure, not by the viewer's choice.
    package func replan(isResuming: Bool) {
        guard let session, let play, play.part == .main || play.advert != nil && !isResuming else { return }
        let snapshot = engine.snapshot
        var plan = makePlan(for: playlist.videos[index])
        // Adverts that have been shown are not repeated.
        plan.adverts = play.plan.adverts
        play.replace(plan)
        session.replace(plan)
        // The new plan applies after the advert.
        guard play.advert == nil else { return reopenContent() }
        var options = plan.options.resuming(snapshot)
        options.resumes = isResuming
        options.plays = isResuming || snapshot.wantsPlay && snapshot.status != .paused
        options.clearsPictureFirst = false
        if options.buffer == .standard { options.buffer = held.buffer }
        play.options = options
        play.item = engine.setUp(plan.input, options: options)
    }

    /// Adds a separate sound file, which plays once open if it `isWanted`. Returns false unless the content plays.
    package func add(_ sound: ExternalSound, isWanted: Bool) -> Bool {
        guard let play, play.part == .main, play.advert == nil else { return false }
        engine.add(sound, isWanted: isWanted)
        return true
    }

    private func beginSession(at index: Int) {
        sessionCount += 1
        held = options
        let plan = preloaded.removeValue(forKey: index) ?? makePlan(for: playlist.videos[index])
        let session = PlaybackSession(number: sessionCount, plan: plan) { [engine] in engine.send($0) }
        self.session = session
        play = SessionPlay(plan)
        tell { $0.didAdvance(to: session) }
        if let adverts = plan.adverts, let input = adverts.dueBreak(.start) {
            beginAdvert(input, of: adverts, holding: nil)
        } else {
            begin(play?.parts.part ?? .main)
        }
    }

    private func makePlan(for video: Video) -> SessionPlan {
        do throws(PlayError) {
            return try provider.plan(for: video)
        } catch {
            return .failing(video, error)
        }
    }

    func begin(_ part: PlayPart) {
        guard let session, let play else { return }
        var options = options(of: play)
        let input: SessionInput
        switch part {
        case .intro: input = play.plan.intro ?? play.plan.input
        case .main, .advert: input = play.plan.input
        case .outro: input = play.plan.outro ?? play.plan.input
        }
        if part != .main { options.makeClip() }
        options.plays = playsNext
        play.options = options
        play.item = engine.setUp(input, options: options)
        tell { $0.session(session, didBegin: part) }
        if part == .intro { engine.preload([(play.plan.input, play.plan.options)]) }
    }

    func options(of play: SessionPlay) -> SessionOptions {
        var options = play.plan.options
        options.clearsPictureFirst = held.clearShowWhenStop
        if options.buffer == .standard { options.buffer = held.buffer }
        if options.networkBuffer == .standard { options.networkBuffer = held.networkBuffer }
        if let earlier = play.carried {
            options.adopt(earlier)
        } else if let carried {
            options.adopt(carried, except: options.own)
        }
        return options
    }

    /// Keeps the viewer's settings for the next video, except the video's own.
    private func carry(_ snapshot: PlaybackSnapshot, of play: SessionPlay) {
        var settings = common
        if let carried { settings.adopt(carried) }
        var next = snapshot
        next.copy(play.plan.options.own, from: settings)
        carried = next
    }

    private func beginNextPart() {
        guard let play else { return }
        play.carried = engine.snapshot
        if play.parts.part == .main { play.mainEnd = engine.snapshot }
        playsNext = true
        if case .play(let part) = play.parts.next() { begin(part) }
    }

    private func leaveSession() {
        guard let session, let play else { return }
        let snapshot = engine.snapshot
        carry(snapshot, of: play)
        if let advert = play.advert {
            for event in advert.breaks.finish(.left, content: advert.position(at: clock.now)) {
                tell { $0.session(session, didMeet: event, at: advert.position(at: clock.now)) }
            }
        }
        advertAhead = nil
        let last = play.shown(snapshot, at: clock.now)
        tell { $0.willDiscard(session, last: last, at: last.clock.position(at: clock.now)) }
        tell { $0.session(session, didReceive: .terminate, at: last.clock.position(at: clock.now)) }
        session.discard()
        self.session = nil
        self.play = nil
    }

    // MARK: commands

    /// Sends a command. During a clip, seeks are refused.
    @discardableResult
    package func send(_ command: PlaybackCommand) -> CommandReceipt {
        guard let session else {
            engine.changeIdle(command)
            carried = engine.snapshot
            return CommandReceipt(number: 0, refusal: command.refusal(in: .unload, isOpen: false))
        }
        if command == .skipAdvert || command == .followAdvert {
            if command == .skipAdvert { skipAdvert() } else { followAdvert() }
            return CommandReceipt(number: 0)
        }
        if let receipt = choose(command) { return receipt }
        if play?.part != .main, command.isAboutTheContent {
            return CommandReceipt(number: 0, refusal: play?.advert == nil ? .isInClip : .isInAdvert)
        }
        let snapshot = engine.snapshot
        // The source is set, though the engine may not have started it yet.
        let status = snapshot.status == .unload ? .loading : snapshot.status
        return CommandReceipt(
            number: session.send(command), refusal: command.refusal(in: status, isOpen: !snapshot.tracks.isEmpty))
    }

    package var snapshot: PlaybackSnapshot {
        let snapshot = engine.snapshot
        return play?.shown(snapshot, at: clock.now) ?? snapshot
    }

    /// Returns the text of the container's subtitles, without the first `count` texts, while the content plays.
    package func subtitles(from count: Int) -> SubtitleNews {
        guard play?.part == .main else { return SubtitleNews(tracks: [], texts: []) }
        return engine.subtitles(from: count)
    }

    package var cover: VideoFrame? { engine.cover }

    package var shownFrame: VideoFrame? { engine.shownFrame }
    package var shownPicture: ScaledPicture? { engine.shownPicture }
    package var shownSubtitle: SubtitlePicture? { engine.shownSubtitle }

    package var playingInput: SessionInput? {
        guard let play else { return nil }
        switch play.part {
        case .advert: return play.advert?.input
        case .intro: return play.plan.intro ?? play.plan.input
        case .main: return play.plan.input
        case .outro: return play.plan.outro ?? play.plan.input
        }
    }

    package func destroy() {
        end()
        engine.destroy()
    }

    /// Ends the session, so that listeners know its last position. ``destroy()`` waits for the end.
    package func end() {
        _ = deliver()
        leaveSession()
        engine.end()
    }

    // MARK: delivery

    /// Reads the newest state, notifies listeners of changes, and starts the next part or video when one is over.
    @discardableResult
    package func deliver() -> PlaybackSnapshot {
        let events = engine.takeEvents()
        guard let session, let play else { return snapshot }
        let now = clock.now
        let shown = play.shown(engine.snapshot, at: now)
        for event in events where event.item == play.item && !play.hides(event.event) {
            tell { $0.session(session, didReceive: event.event, at: event.position) }
        }
        if let advert = play.advert {
            let position = advert.position(at: now)
            let events = advert.breaks.follow(engine.snapshot, content: position, at: now)
            for event in events { tell { $0.session(session, didMeet: event, at: position) } }
        }
        report(shown, to: session, play, at: now)
        preloadIfDue(shown, at: now)
        return continueAdverts(at: now) ?? advance(session, after: shown)
    }

    private func report(_ new: PlaybackSnapshot, to session: PlaybackSession, _ play: SessionPlay, at now: HostTime) {
        let old = play.told
        play.told = new
        if new.tracks != old.tracks, play.part == .main {
            tell { $0.session(session, didFindTracks: new.tracks) }
            play.findCuePoints(new)
        }
        if new.duration != old.duration { tell { $0.session(session, didChangeDuration: new.duration) } }
        if new.status != old.status {
            tell { $0.session(session, didChangeStatusFrom: old.status, to: new.status) }
        }
        if new.videoTrack != old.videoTrack {
            tell { $0.session(session, didChangeTrack: .video, to: new.videoTrack) }
        }
        if new.audioTrack != old.audioTrack {
            tell { $0.session(session, didChangeTrack: .audio, to: new.audioTrack) }
        }
        if let buffered = new.buffered, buffered.end != old.buffered?.end {
            tell { $0.session(session, didBufferTo: buffered.end) }
        }
        if new.status == .failed, old.status != .failed, let error = new.error {
            tell { $0.session(session, didFailWith: error) }
        }
        if new.status == .reachEnd, old.status != .reachEnd, play.part == .main, let end = new.earlyEnd {
            tell { $0.session(session, didEndEarly: end) }
        }
        guard [.playing, .paused, .stalled, .reachEnd].contains(new.status), play.advert == nil else { return }
        let hasSought = new.seekCount != old.seekCount || old.isSeeking
        let passed = play.passedPoints(at: new.clock.position(at: now), after: hasSought ? new.clock.position : nil)
        for (point, isSkipped) in passed { tell { $0.session(session, didPass: point, isSkipped: isSkipped) } }
        tell { $0.session(session, didProgressTo: new.clock, at: now) }
    }

    /// Starts the next part at the end of a part, or after a failed clip. The owner handles the end of the last part.
    private func advance(_ session: PlaybackSession, after shown: PlaybackSnapshot) -> PlaybackSnapshot {
        guard let play else { return shown }
        // Read once: a failure between two reads would end the clip without a report.
        let raw = engine.snapshot
        if let error = play.clipFailure(in: raw) { tell { $0.session(session, didFailClip: error) } }
        let hasClipFailed = play.parts.part != .main && raw.status == .failed
        guard raw.status == .reachEnd || hasClipFailed else { return shown }
        var rest = play.parts
        if case .play = rest.next() {
            beginNextPart()
            // 1090 is only a notice.
            if hasClipFailed, let error = raw.error { engine.send(.notify(.clipFailed(reason: error.reason))) }
            return snapshot
        }
        return shown
    }

    private func preloadIfDue(_ shown: PlaybackSnapshot, at now: HostTime) {
        guard let play, play.part == .main, shown.status != .loading else { return }
        let steps = held.preloading.wanted(at: shown.clock.position(at: now), of: shown.duration)
        var wanted: [Int] = []
        for step in steps {
            if let target = neighbour(index, step), target != index, !wanted.contains(target) { wanted.append(target) }
        }
        if !wanted.isEmpty, !mayLoadAhead() { wanted = [] }
        let place = ContentPlace.playing(shown.clock.position(at: now), duration: shown.duration)
        let advert = shown.canSeek ? play.plan.adverts?.ahead(place) : nil
        guard Set(wanted) != Set(preloaded.keys) || advert?.serial != advertAhead?.serial else { return }
        advertAhead = advert
        var plans: [Int: SessionPlan] = [:]
        for target in wanted { plans[target] = preloaded[target] ?? makePlan(for: playlist.videos[target]) }
        preloaded = plans
        preload(wanted.compactMap { plans[$0] })
    }

    private func preload(_ plans: [SessionPlan]) {
        var items = plans.filter(\.input.mayLoadAhead).map { ($0.intro ?? $0.input, $0.options) }
        if let advertAhead { items.insert((advertAhead, advertOptions), at: 0) }
        engine.preload(items)
    }
}
