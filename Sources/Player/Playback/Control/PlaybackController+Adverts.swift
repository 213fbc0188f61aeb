import MediaSources
package import PlayCore
import PlaybackModel

/// Plays adverts in place of the content, then reopens the content at its position. Listeners see adverts only by their
/// events and the part. Position, duration and all else stay the content's.
extension PlaybackController {
    /// - Parameter content: `nil` if the content has not started.
    func beginAdvert(_ input: SessionInput, of breaks: any AdvertBreaks, holding content: PlaybackSnapshot?) {
        guard let session, let play else { return }
        let isLive = play.part == .main && engine.snapshot.liveState != nil
        play.advert = AdvertPlay(breaks: breaks, input: input, held: content, isLive: isLive, since: clock.now)
        play.item = engine.setUp(input, options: advertOptions)
        playsNext = true
        tell { $0.session(session, didBegin: .advert) }
        openAheadOfContent()
    }

    var advertOptions: SessionOptions {
        guard let play else { return SessionOptions() }
        var options = options(of: play)
        if play.advert?.held != nil || play.part == .main { options.adopt(engine.snapshot) }
        options.makeAdvert()
        options.plays = playsNext
        options.clearsPictureFirst = false
        return options
    }

    /// Applies a selection of a content's definition during an advert. Returns `nil` for any other command.
    func choose(_ command: PlaybackCommand) -> CommandReceipt? {
        guard play?.advert?.choose(command) == true else { return nil }
        reopenContent()
        return CommandReceipt(number: 0)
    }

    /// Opens the content ahead again, with another definition.
    func reopenContent() {
        engine.preload([])
        openAheadOfContent()
    }

    private func openAheadOfContent() {
        guard let play, let advert = play.advert else { return }
        advertAhead = advert.breaks.ahead(.start)
        var items = advertAhead.map { [($0, advertOptions)] } ?? []
        if advert.isLive {
            // Live content opened now would be behind the edge later.
        } else if let held = advert.held {
            let place = advert.breaks.resumption(from: held.clock.position)
            items.append((play.plan.input, play.plan.options.resuming(from: held, at: place)))
        } else if play.plan.input.mayLoadAhead {
            items.append((play.plan.intro ?? play.plan.input, play.plan.options))
        }
        engine.preload(items)
    }

    func continueAdverts(at now: HostTime) -> PlaybackSnapshot? {
        guard let play else { return nil }
        let raw = engine.snapshot
        if raw.status == .playing { play.advert?.hasPlayed = true }
        guard let advert = play.advert else { return beginDueBreak(raw, at: now) }
        switch raw.status {
        case .reachEnd: leaveAdvert(.played)
        case .failed: leaveAdvert(.failed)
        case _ where advert.isSpent(raw, at: now): leaveAdvert(.played)
        case _ where raw.wantsPlay && advert.deadline(raw).map { $0 <= now } == true: leaveAdvert(.late)
        default:
            if advert.breaks.ahead(.start)?.serial != advertAhead?.serial { openAheadOfContent() }
            return nil
        }
        return snapshot
    }

    private func beginDueBreak(_ raw: PlaybackSnapshot, at now: HostTime) -> PlaybackSnapshot? {
        // A break requires content that can be seeked.
        guard let play, play.part == .main, let adverts = play.plan.adverts, raw.canSeek, !raw.isSeeking else {
            return nil
        }
        if let stream = raw.stream { adverts.learn(stream.breaks) }
        let position = raw.clock.position(at: now)
        let place: ContentPlace
        switch raw.status {
        case .loading where raw.wantsPlay && raw.stream != nil: place = .open
        case .playing: place = .playing(position, duration: raw.duration)
        case .reachEnd: place = .end(raw.duration ?? position, duration: raw.duration)
        default: return nil
        }
        guard let input = adverts.dueBreak(place) else { return nil }
        guard place != .open else {
            // The content starts from its beginning after the break.
            beginAdvert(input, of: adverts, holding: nil)
            return snapshot
        }
        var content = play.shown(raw, at: now)
        let held = if case .end(let end, _) = place { end } else { position }
        content.clock = ClockReading(position: held, hostTime: now, rate: raw.rate, isRunning: false)
        beginAdvert(input, of: adverts, holding: content)
        return snapshot
    }

    private func leaveAdvert(_ ending: AdvertEnding) {
        guard let session, let play, var advert = play.advert else { return }
        let position = advert.position(at: clock.now)
        for event in advert.breaks.finish(ending, content: position) {
            tell { $0.session(session, didMeet: event, at: position) }
        }
        // A late advert has used up the break's patience.
        if ending != .late || advert.hasPlayed, let next = advert.breaks.nextAdvert() {
            advert.input = next
            if advert.hasPlayed { advert.since = clock.now }
            advert.hasPlayed = false
            play.advert = advert
            play.item = engine.setUp(next, options: advertOptions)
            openAheadOfContent()
        } else {
            play.advert = nil
            advertAhead = nil
            continueContent(after: advert)
        }
    }

    private func continueContent(after advert: AdvertPlay) {
        guard let session, let play else { return }
        let settings = engine.snapshot
        play.carried = settings
        playsNext = settings.wantsPlay && settings.status != .paused
        let breaks = advert.breaks
        guard let content = advert.held else { return begin(play.parts.part) }
        let wanted = breaks.resumption(from: content.clock.position) ?? content.clock.position
        play.resume(from: content)
        var place = content.duration.map { min(wanted, $0) } ?? wanted
        if let live = content.liveState {
            // The axes differ: the calendar determines the place, else the (negative) distance from the edge.
            place = -max(MediaTime(nanoseconds: 1), live.behind(wanted, at: clock.now))
        }
        breaks.resume(at: advert.isLive ? nil : place)
        var options = options(of: play).resuming(from: content, at: place)
        options.startInstant = advert.isLive ? content.stream?.origin.map { $0 + wanted } : nil
        options.plays = playsNext
        play.options = options
        play.item = engine.setUp(play.plan.input, options: options)
        playsNext = true
        tell { $0.session(session, didBegin: .main) }
    }

    func skipAdvert() {
        guard let advert = snapshot.advert, advert.wait(at: clock.now) == .zero else { return }
        leaveAdvert(.skipped)
    }

    func followAdvert() {
        guard let session, let advert = play?.advert else { return }
        for event in advert.breaks.noteClick() {
            tell { $0.session(session, didMeet: event, at: advert.position(at: clock.now)) }
        }
    }

    /// When to call ``deliver()`` without a signal, or `nil`.
    package var nextAdvertLook: HostTime? {
        guard let play else { return nil }
        let now = clock.now
        if let advert = play.advert {
            let raw = engine.snapshot
            let (clock, look) = (raw.clock, now + .milliseconds(250))
            if raw.wantsPlay, let deadline = advert.deadline(raw) { return min(look, max(deadline, now)) }
            guard clock.isRunning, let limit = advert.breaks.limit else { return look }
            let rest = clock.rate.host(for: limit - clock.position(at: now))
            return now + min(max(rest, .milliseconds(10)), .milliseconds(250))
        }
        guard play.part == .main, let adverts = play.plan.adverts else { return nil }
        let raw = engine.snapshot
        guard raw.clock.isRunning,
            let next = adverts.nextBreak(after: raw.clock.position(at: now), in: raw.duration)
        else { return nil }
        return now + raw.clock.rate.host(for: next - raw.clock.position(at: now))
    }
}
