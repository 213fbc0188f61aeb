import Glibc
import MediaSources
import PlayCore
import PlaybackModel

extension PlaybackMachine {
    func streamDemand(readTo end: MediaTime?, grid: PixelGrid?) -> StreamDemand {
        let position = item.clock.position(at: now)
        return StreamDemand(
            buffered: max(.zero, (end ?? position) - position), position: position, rate: item.snapshot.rate,
            isAdvancing: item.state.status == .playing, isWanted: item.state.wantsPlay,
            grid: grid?.enlarged(by: item.snapshot.view, isSphere: item.snapshot.isSphere),
            scaling: item.snapshot.scalingMode)
    }

    mutating func streamSaid(_ status: StreamStatus, readTo end: MediaTime?) {
        item.snapshot.stream = status
        item.snapshot.liveState = status.live
        if let duration = status.duration { item.snapshot.duration = duration }
        followAdverts(status)
        followAngle(status)
        followPictures(status)
        if let live = status.live { stayWithin(live, end ?? item.clock.position(at: now)) }
        if item.run.hasNetwork { setThresholds() }
    }

    /// Adapts a prepared film to a new screen size. A stream would have to fetch again.
    mutating func showsStream(_ status: StreamStatus, on grid: PixelGrid?) {
        guard !status.isSegmented, grid != item.run.streamGrid else { return }
        item.run.streamGrid = grid
        emit(.requestSwitch)
    }

    private mutating func followAngle(_ status: StreamStatus) {
        guard let angle = status.angle, let track = item.run.videoTrack, track != angle, status.angles.contains(track)
        else { return }
        notice(.angleFailed(name: item.snapshot.tracks.first { $0.id == track }?.title ?? ""))
        item.run.videoTrack = angle
        describeTracks(cover: false)
    }

    private mutating func followPictures(_ status: StreamStatus) {
        guard status.carriesPictures == item.run.isPictureWithheld else { return }
        item.run.isPictureWithheld = !status.carriesPictures
        notice(status.carriesPictures ? .pictureCarried : .pictureNotCarried)
        guard isPictureAttached else { return }
        if status.carriesPictures { return restorePicture() }
        withholdPicture()
        // A segment with pictures may be in transfer. A seek requests the sound instead.
        guard item.run.isOpen, ![.failed, .reachEnd].contains(item.state.status) else { return }
        seekExactly(to: item.run.preroll?.target ?? item.clock.position(at: now))
    }

    /// Continues at the window's start after a longer pause, and notifies the viewer.
    private mutating func stayWithin(_ live: LiveState, _ end: MediaTime) {
        guard item.state.isAdvancing, item.run.preroll == nil, let target = live.returnPoint(after: end, at: now)
        else { return }
        notice(.leftLiveWindow)
        request(.time(target), mode: .keyframe, at: target)
        note(item.state.beginSeek())
    }

    /// Selects the texts to show. A stream fetches them from the playback position on.
    mutating func selectTexts(_ tracks: Set<Int>) {
        item.wantedTexts = tracks
        guard item.run.opened?.stream != nil else { return }
        emit(.selectTexts(tracks))
        emit(.requestSwitch)
    }

    /// Ignores an invalid index.
    mutating func selectDefinition(_ index: Int?) {
        guard item.run.isOpen, item.state.status != .failed else { return }
        let tracks = item.snapshot.definitions.videoTracks
        if item.run.opened?.stream != nil {
            emit(.selectDefinition(index))
            emit(.requestSwitch)
        } else if let index, tracks.indices.contains(index) {
            selectTrack(.video, tracks[index])
        }
    }

    /// Whether the item is received only once and may be live, since it has no length.
    var isReceived: Bool { readsOnce && isLive && item.run.opened?.stream == nil && item.snapshot.duration == nil }

    /// Measures how far a live item without a list plays behind its edge, the newest media received.
    mutating func followReception(_ fill: PacketQueue.Fill) {
        guard isReceived else { return }
        if let end = fill.end {
            let isKnown = item.input?.isTransmission == true || item.snapshot.tags.station != nil
            item.reception.note(end, at: now, isKnown: isKnown, isFull: fill.isFull)
        }
        guard item.reception.isLive else { return item.snapshot.liveState = nil }
        guard let edge = item.reception.edge(at: now) else { return }
        let rules = item.options.networkBuffer
        if item.run.preroll == nil, item.clock.isRunning {
            let delay = edge.position - item.clock.position(at: now)
            item.reception.begin(delay, within: rules.start...rules.high)
        }
        let distance = item.reception.distance ?? rules.high
        let latency = distance + LiveCatchUp.slack
        let past = fill.held.map { edge.position - $0.start } ?? .zero
        // The kept range varies slightly, which the slider should not show.
        let before = item.snapshot.liveState.flatMap { $0.canGoBack ? $0.shortestPast : nil } ?? .zero
        item.snapshot.liveState = LiveState(
            edge: edge, windowLength: past > before.scaled(by: 0.5) ? max(past, before) : past, latency: latency,
            distance: distance)
    }

    /// Handles a seek beyond the live position: seeks to it, or stays if playback is live already.
    mutating func goToLive(_ live: LiveState, from base: MediaTime, _ arrival: Arrival) {
        var place = live.livePosition(at: now)
        let held = item.run.publishedFill?.held
        // After an interruption the available media ends before the edge.
        if readsOnce, let held { place = max(held.start, min(place, held.end - item.options.networkBuffer.start)) }
        guard place > base + min(Self.leastGain, live.distance.scaled(by: 0.5)) else { return notice(.atLiveEdge) }
        if item.run.preroll == nil { item.snapshot.revertPosition = item.clock.position(at: now) }
        item.run.liveCatchUp.place()
        if readsOnce {
            request(.time(place), mode: .exact, at: place, arrival: arrival)
        } else {
            // A group of pictures may be longer than the distance that a low-latency stream recommends.
            let mode = live.lowLatency == nil ? StreamStart.Mode.keyframe : .exact
            request(.live, mode: mode, at: place, floor: base, arrival: arrival)
        }
        note(item.state.beginSeek(isAsked: true))
    }
    private static let leastGain = MediaTime.seconds(1)

    /// Catches up with the edge unless the viewer has chosen a speed. Slows a higher speed down at the edge.
    mutating func catchUpWithLive(readTo end: MediaTime?) {
        if item.snapshot.liveState == nil, item.run.liveCatchUp.speed != nil {
            item.run.liveCatchUp.place()
            play(at: item.snapshot.rate)
        }
        guard let live = item.snapshot.liveState, item.state.status == .playing, item.run.preroll == nil,
            item.clock.isRunning
        else { return }
        let position = item.clock.position(at: now)
        let delay = live.behind(position, at: now)
        let (distance, limit) = liveDistance(live)
        if item.snapshot.rate > .normal, delay <= distance ?? live.distance {
            set(.setRate(.normal))
            notice(.slowedAtLiveEdge)
        }
        guard item.snapshot.rate == .normal else { return }
        let wasCatchingUp = item.run.liveCatchUp.speed != nil
        let step = item.run.liveCatchUp.look(
            delay: delay, limit: limit, buffered: (end ?? position) - position, distance: distance,
            isReceived: isReceived)
        switch step {
        case .play(let rate):
            if item.run.soundRate != rate { play(at: rate) }
            // Small corrections are always made without a notice.
            if let speed = item.run.liveCatchUp.speed, !wasCatchingUp, distance == nil, speed > LiveCatchUp.unheard {
                notice(.catchingUp(speed))
            }
        case .jump(let distance):
            play(at: .normal)
            item.run.liveCatchUp.jumped()
            let isExact = readsOnce || live.lowLatency != nil
            request(.time(position + distance), mode: isExact ? .exact : .keyframe, at: position + distance)
            note(item.state.beginSeek())
            notice(.caughtUp(by: distance))
        }
    }

    /// `distance`: from the edge at low latency, or `nil` for other streams. `limit`: the delay beyond which the viewer
    /// is in the past on purpose, or `nil` if the viewer does not want to catch up.
    private mutating func liveDistance(_ live: LiveState) -> (distance: MediaTime?, limit: MediaTime?) {
        let most = item.options.networkBuffer.maximumDelay
        let catchesUp = most <= Self.longestDelay
        guard let wanted = live.lowLatency else { return (nil, catchesUp ? max(most, live.latency) : nil) }
        item.run.lowLatency.look(at: now)
        let distance = wanted + item.run.lowLatency.added
        return (distance, catchesUp ? distance + LiveCatchUp.tolerance : nil)
    }
    private static let longestDelay = MediaTime.seconds(86_400)
}
