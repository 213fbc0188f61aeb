import MediaSources
import PlayCore
import PlaybackModel

/// What the viewer asks for.
extension SessionLoop {
    func perform(_ command: PlaybackCommand) {
        switch command {
        case .play: play()
        case .pause: pause()
        case .togglePause: state.wantsPlay && state.status != .reachEnd && state.status != .failed ? pause() : play()
        case .seek(let target, let mode): seek(target, mode)
        case .step(let frames): step(frames)
        case .revertSeek:
            if let position = revertPosition { seek(.absolute(position), .exact) }
        case .setRate(let rate): setRate(rate)
        case .setVolume(let percent):
            snapshot.volume = min(max(percent, 0), 130)
            pipeline?.sink?.setVolume(Self.amplitude(percent: snapshot.volume))
        case .setMuted(let isMuted):
            snapshot.isMuted = isMuted
            pipeline?.sink?.setMuted(isMuted)
        case .setChannelOutput(let output):
            snapshot.channelOutput = output
            pipeline?.sink?.setChannelOutput(output)
        case .setScalingMode(let mode):
            snapshot.scalingMode = mode
            picture.setScalingMode(mode)
            picture.refresh(isStill: !state.isAdvancing)
        case .setAdjustment(let adjustment):
            snapshot.adjustment = adjustment
            picture.setAdjustment(adjustment)
            picture.refresh(isStill: !state.isAdvancing)
        case .setAudioDelay(let delay):
            snapshot.audioDelay = delay
            pipeline?.audioState.delay = delay
            // What is on its way to the device has the old delay.
            if audioTrack != nil, facts?.canSeek == true, state.status != .failed {
                seekExactly(to: clock.position(at: now))
            }
        case .selectTrack(let kind, let id): selectTrack(kind, id)
        case .selectDefinition(let index): selectDefinition(index)
        case .selectTexts(let tracks): selectTexts(tracks)
        case .setLoopFile(let count):
            snapshot.loopFile = count
            loopsLeft = count
        case .setABLoop(let start, let end):
            snapshot.abLoopStart = start
            snapshot.abLoopEnd = end
        case .setForwardBuffer(let duration): preferredBuffer = duration
        case .reload:
            network?.reload()
            hurryReconnection()
        case .stopLoading: stopLoading()
        case .notify(let notice): self.notice(notice)
        case .setPictureAttached(let isAttached): isAttached ? attachPicture() : detachPicture()
        case .refreshPicture: picture.refresh(isStill: !state.isAdvancing)
        }
    }

    private func play() {
        if state.status == .failed {
            // What was refused before it was opened would be refused again.
            if input?.refusal == nil { retry() }
            return
        }
        liveCatchUp.place()
        let wasAtEnd = state.status == .reachEnd
        guard let events = state.play() else { return }
        note(events)
        if wasAtEnd {
            loopsLeft = snapshot.loopFile
            restart()
        } else if needsResync {
            seekExactly(to: clock.position(at: now))
        } else if preroll == nil, state.isAdvancing {
            startOutputs()
        }
    }

    private func pause() {
        note(state.pause())
        clock.stop(at: now)
        pipeline?.sink?.pause()
        picture.refresh(isStill: true)
    }

    func startOutputs() {
        guard let pipeline else { return }
        pipeline.sink?.play()
        if audioTrack == nil || pipeline.sink == nil { clock.run(at: now) }
    }

    private func setRate(_ rate: PlaybackRate) {
        snapshot.rate = rate
        liveCatchUp.place()
        playAt(rate)
    }

    /// Whatever the viewer's rate is.
    func playAt(_ rate: PlaybackRate) {
        pipeline?.audioState.rate = rate
        if audioTrack == nil { clock.setRate(rate, at: now) }
    }

    // MARK: seeking

    private func seek(_ target: SeekTarget, _ mode: SeekMode) {
        if reconnection != nil, facts == nil || isWaitingForTry { return moveReconnection(target) }
        guard let facts, state.status != .failed else { return }
        guard facts.canSeek else {
            notice(.cannotSeek)
            return
        }
        let current = clock.position(at: now)
        let base = preroll?.target ?? current
        let resolver = SeekResolver(base: base, duration: facts.duration, chapters: facts.chapters)
        if preroll == nil { revertPosition = current }
        switch resolver.resolve(target) {
        case .none: return
        case .share(let share): request(.share(share), mode: .keyframe, at: current)
        case .time(let time, let isForward):
            let floor = mode == .keyframe && isForward ? base : nil
            request(.time(time), mode: mode == .exact ? .exact : .keyframe, at: time, floor: floor)
        }
        liveCatchUp.place()
        note(state.beginSeek(isAsked: true))
    }

    func seekExactly(to position: MediaTime) {
        request(.time(position), mode: .exact, at: position)
        note(state.beginSeek())
    }

    /// From the start of the item, or of the A-B loop.
    func restart() {
        guard let facts else { return }
        guard facts.canSeek else {
            // A pipe is read once; a still picture is simply shown again.
            clock.jump(to: .zero, at: now)
            if facts.isStillImage { startOutputs() } else { note(state.reachEnd()) }
            return
        }
        let isLooping = snapshot.abLoopEnd != nil
        seekExactly(to: isLooping ? snapshot.abLoopStart ?? .zero : .zero)
    }

    /// Sends a request to the `demux` thread and stands still until its first picture and sound are there. A request
    /// that is still running is superseded.
    func request(_ target: DemuxRequest.Target, mode: StreamStart.Mode, at position: MediaTime, floor: MediaTime? = nil)
    {
        guard let pipeline else { return }
        var wanted = DemuxRequest(
            generation: newGeneration(), target: target, mode: mode, floor: floor, videoTrack: videoTrack,
            audioTrack: pipeline.sink == nil ? nil : audioTrack, subtitleTrack: pipeline.subtitles.pictureTrack)
        let isUnderWay = prepared?.asksForTheSame(as: wanted) == true
        if isUnderWay, let prepared { wanted = prepared }
        prepared = nil
        generation = wanted.generation
        preroll = Preroll(generation: generation, target: position, mode: mode, start: nil)
        pendingSteps = 0
        needsResync = false
        supplyFailure = nil
        pipeline.sink?.pause()
        clock.jump(to: position, at: now)
        if isUnderWay { pipeline.sink?.flush(to: generation) } else { pipeline.submit(wanted) }
    }

    private func step(_ frames: Int) {
        guard videoTrack != nil, facts?.isStillImage == false, frames != 0, state.status != .failed else { return }
        if state.wantsPlay { pause() }
        if frames > 0 {
            pendingSteps += frames
        } else if let shown, facts?.canSeek == true {
            request(.time(shown.time), mode: .before, at: shown.time)
            note(state.beginSeek())
        }
    }

    func selectTrack(_ kind: TrackKind, _ id: Int?) {
        guard let pipeline, let facts, state.status != .failed else { return }
        if kind == .subtitle { return selectSubtitle(id, pipeline, facts) }
        guard facts.canSeek || id == (kind == .audio ? audioTrack : videoTrack) else {
            // What is read ahead belongs to the tracks as they are, and cannot be read again.
            notice(.cannotSeek)
            return
        }
        if let id {
            guard let track = facts.tracks.first(where: { $0.id == id }), track.isDecodable else { return }
            if kind == .audio { openSink(for: track, pipeline) }
        }
        if kind == .video, !isPictureAttached {
            detachedVideoTrack = id
            describeTracks(cover: false)
            return
        }
        if kind == .audio { audioTrack = id } else { videoTrack = id }
        describeTracks(cover: false)
        if kind == .video, id == nil {
            picture.clear()
            coverMissingPicture()
        }
        guard facts.canSeek else { return }
        seekExactly(to: clock.position(at: now))
    }
}
