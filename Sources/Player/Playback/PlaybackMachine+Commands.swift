import MediaSources
import PlayCore
import PlaybackModel

extension PlaybackMachine {
    mutating func perform(_ command: PlaybackCommand) {
        switch command {
        case .play: play()
        case .pause: pause()
        case .togglePause: isGoingOn ? pause() : play()
        case .seek(let target, let mode): seek(target, mode)
        case .step(let frames): step(frames)
        case .revertSeek:
            if let position = item.snapshot.revertPosition { seek(.absolute(position), .exact, .reverted) }
        case .selectTrack(let kind, let id):
            selectTrack(kind, id)
            if kind == .audio, id == item.run.audioTrack { noteAudioTaste() }
        case .removeSound(let id): removeSound(id)
        case .reloadSound(let id): reloadSound(id)
        case .selectDefinition(let index): selectDefinition(index)
        case .selectTexts(let tracks): selectTexts(tracks)
        case .setLoopFile(let count):
            item.snapshot.loopFile = count
            item.loopsLeft = count
        case .setABLoop(let start, let end):
            item.snapshot.abLoopStart = start
            item.snapshot.abLoopEnd = end
        case .setForwardBuffer(let duration):
            item.snapshot.forwardBuffer = duration
            // The queues may have space again, which an idle thread must check.
            emit(.runAgainAtOnce)
        case .reload:
            if item.run.hasNetwork { emit(.reloadNetwork) }
            hurryReconnection()
        case .stopLoading: stopLoading()
        case .notify(let notice): self.notice(notice)
        // Handled by the controller.
        case .skipAdvert, .followAdvert: break
        case .setPictureAttached(let isAttached): isAttached ? attachPicture() : detachPicture()
        case .refreshPicture: emit(.refreshPicture)
        case .setRate, .setVolume, .setMuted, .setChannelOutput, .setScalingMode, .setAdjustment, .setPictureView,
            .setSoundFilters, .setAudioLanguages, .setAudioDelay, .setPassesSilence:
            set(command)
        }
    }

    private var isGoingOn: Bool {
        item.state.wantsPlay && item.state.status != .reachEnd && item.state.status != .failed
    }

    mutating func set(_ command: PlaybackCommand) {
        switch command {
        case .setVolume(let percent):
            item.snapshot.volume = min(max(percent, 0), 130)
            emit(.setVolume(percent: item.snapshot.volume))
        case .setMuted(let isMuted):
            item.snapshot.isMuted = isMuted
            emit(.setMuted(isMuted))
        case .setChannelOutput(let output):
            item.snapshot.channelOutput = output
            emit(.setChannelOutput(output))
        case .setScalingMode(let mode):
            item.snapshot.scalingMode = mode
            emit(.setScalingMode)
            emit(.refreshPicture)
        case .setAdjustment(let adjustment):
            item.snapshot.adjustment = adjustment
            emit(.setAdjustment)
            emit(.refreshPicture)
        case .setPictureView(let view):
            setPictureView(view)
        case .setAudioLanguages(let languages): setAudioLanguages(languages)
        case .setSoundFilters(let filters):
            item.snapshot.soundFilters = filters
            setSoundShape()
            replaySound()
        case .setAudioDelay(let delay):
            item.snapshot.audioDelay = delay
            emit(.setAudioDelay(delay))
            replaySound()
        case .setPassesSilence(let passes):
            item.snapshot.passesSilence = passes
            emit(.setSilence(passes ? item.options.silence : nil))
        case .setRate(let rate):
            item.snapshot.rate = rate
            item.run.liveCatchUp.place()
            play(at: rate)
        default: break
        }
    }

    /// Repeats the sound that is in transit to the device with the old settings.
    private mutating func replaySound() {
        guard item.run.audioTrack != nil, item.run.opened?.canSeek == true, item.state.status != .failed else { return }
        seekExactly(to: item.clock.position(at: now))
    }

    mutating func setSoundShape() {
        let filters = item.snapshot.soundFilters
        emit(.setSoundShape(SoundShape(filters, item.snapshot.tags.replayGain)))
    }

    private mutating func noteAudioTaste() {
        guard let track = item.snapshot.tracks.first(where: { $0.id == item.run.audioTrack }) else { return }
        item.snapshot.audioTaste = TrackTaste(track) ?? item.snapshot.audioTaste
    }

    private mutating func setAudioLanguages(_ languages: [String]) {
        item.snapshot.audioLanguages = languages
        item.options.audioLanguages = languages
        item.snapshot.audioTaste = nil
        guard item.run.audioTrack != nil, let opened = item.run.opened,
            let track = TrackSelector(tracks: opened.tracks).audio(inOneOf: languages),
            track != item.run.audioTrack
        else { return }
        selectTrack(.audio, track)
    }

    private mutating func setPictureView(_ view: PictureView) {
        let style = view.sphere.style
        if item.snapshot.isSphere, style != item.snapshot.view.sphere.style {
            note([style == .goggles ? .video360Goggles : .video360Normal])
        }
        item.snapshot.view = view
        emit(.setPictureView)
        emit(.refreshPicture)
    }

    private mutating func play() {
        if item.state.status == .failed {
            // An input refused before it was opened would be refused again.
            if item.input?.refusal == nil { retry() }
            return
        }
        item.run.liveCatchUp.place()
        let wasAtEnd = item.state.status == .reachEnd
        guard let events = item.state.play() else { return }
        note(events)
        if wasAtEnd {
            item.loopsLeft = item.snapshot.loopFile
            restart()
        } else if item.run.needsResync {
            seekExactly(to: item.clock.position(at: now))
        } else if item.run.preroll == nil, item.state.isAdvancing {
            startOutputs()
        }
    }

    mutating func pause() {
        note(item.state.pause())
        item.clock.stop(at: now)
        emit(.pauseSound)
        emit(.refreshPicture)
    }

    mutating func startOutputs() {
        guard item.run.isOpen else { return }
        emit(.playSound)
        if item.run.audioTrack == nil || !item.run.hasSound { item.clock.run(at: now) }
    }

    mutating func play(at rate: PlaybackRate) {
        item.run.soundRate = rate
        emit(.setRate(rate))
        if item.run.audioTrack == nil { item.clock.setRate(rate, at: now) }
    }

    private mutating func step(_ frames: Int) {
        guard item.run.videoTrack != nil, item.run.opened?.isStillImage == false, frames != 0,
            item.state.status != .failed
        else { return }
        if item.state.wantsPlay { pause() }
        if frames > 0 {
            item.run.pendingSteps += frames
        } else if let shown = item.run.shown, item.run.opened?.canSeek == true {
            request(.time(shown.time), mode: .before, at: shown.time)
            note(item.state.beginSeek())
        }
    }
}
