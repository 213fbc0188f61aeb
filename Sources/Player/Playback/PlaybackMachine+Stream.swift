import Adaptation
import Glibc
import MediaSources
import PlayCore
import PlaybackModel

/// What a segmented stream is told, and what it tells.
extension PlaybackMachine {
    /// - Parameter end: of what is read ahead.
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
        if let live = status.live { stayWithin(live, end ?? item.clock.position(at: now)) }
        if item.run.hasNetwork { setThresholds() }
    }

    /// All definitions of a film lie ready: the one that a new size of the screen asks for takes over soon, also where
    /// much is read ahead. A stream's would have to be fetched again.
    mutating func showsStream(_ status: StreamStatus, on grid: PixelGrid?) {
        guard !status.isSegmented, grid != item.run.streamGrid else { return }
        item.run.streamGrid = grid
        emit(.requestSwitch)
    }

    /// What cannot be had is given up where it is read.
    private mutating func followAngle(_ status: StreamStatus) {
        guard let angle = status.angle, let track = item.run.videoTrack, track != angle, status.angles.contains(track)
        else { return }
        notice(.angleFailed(name: item.snapshot.tracks.first { $0.id == track }?.title ?? ""))
        item.run.videoTrack = angle
        describeTracks(cover: false)
    }

    /// Whoever paused for longer than the window goes on at its start, and is told.
    private mutating func stayWithin(_ live: LiveState, _ end: MediaTime) {
        guard item.state.isAdvancing, item.run.preroll == nil, let target = live.returnPoint(after: end, at: now)
        else { return }
        notice(.leftLiveWindow)
        request(.time(target), mode: .keyframe, at: target)
        note(item.state.beginSeek())
    }

    /// Of a stream they are fetched from where playing is.
    mutating func selectTexts(_ tracks: Set<Int>) {
        item.wantedTexts = tracks
        guard item.run.opened?.stream != nil else { return }
        emit(.selectTexts(tracks))
        emit(.requestSwitch)
    }

    /// An index that is none of the list's changes nothing.
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

    /// At the viewer's own speed only: who has chosen one wants it.
    mutating func catchUpWithLive(readTo end: MediaTime?) {
        if item.snapshot.liveState == nil, item.run.liveCatchUp.isCatchingUp {
            // It has ended meanwhile.
            item.run.liveCatchUp.place()
            play(at: item.snapshot.rate)
        }
        guard let live = item.snapshot.liveState, item.state.status == .playing, item.run.preroll == nil,
            item.clock.isRunning, item.snapshot.rate == .normal
        else { return }
        let position = item.clock.position(at: now)
        let delay = live.behind(position, at: now)
        let (distance, limit) = liveDistance(live)
        let step = item.run.liveCatchUp.look(
            delay: delay, limit: limit, buffered: (end ?? position) - position, distance: distance)
        switch step {
        case .play(let rate): if item.run.soundRate != rate { play(at: rate) }
        case .jump(let distance):
            guard item.run.opened?.canSeek == true else { return }
            play(at: .normal)
            item.run.liveCatchUp.place()
            let isLow = live.lowLatency != nil
            request(.time(position + distance), mode: isLow ? .exact : .keyframe, at: position + distance)
            note(item.state.beginSeek())
        }
    }

    /// How far behind the edge a stream with low latency is to be played, nil for any other; and how far it may be.
    private mutating func liveDistance(_ live: LiveState) -> (distance: MediaTime?, limit: MediaTime) {
        let most = item.options.networkBuffer.maximumDelay
        guard let wanted = live.lowLatency else { return (nil, max(most, live.latency)) }
        item.run.lowLatency.look(at: now)
        let distance = wanted + item.run.lowLatency.added
        // A limit that nothing reaches: the viewer does not want to catch up.
        return (distance, most > Self.longestDelay ? most : distance + LiveCatchUp.tolerance)
    }
    private static let longestDelay = MediaTime.seconds(86_400)
}
