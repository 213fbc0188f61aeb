import MediaSources
import PlayCore
import PlaybackModel

/// What happens as time goes by: the clock, pictures, the end.
extension PlaybackMachine {
    /// The sound is the master, as long as there is some.
    var followsSound: Bool {
        item.run.audioTrack != nil && item.run.hasSound && item.state.isAdvancing && item.run.preroll == nil
    }

    mutating func updateClock(_ reading: AudioClockReading?) {
        guard followsSound, let reading else { return }
        guard reading.generation == item.run.generation else {
            item.clock.stop(at: now)
            return
        }
        switch reading.state {
        case .running: item.clock.follow(reading.position, at: reading.hostTime, rate: reading.rate, now: now)
        case .empty, .paused, .starved: item.clock.stop(at: now)
        case .ended:
            // The picture may be longer than the sound.
            item.clock.setRate(item.snapshot.rate, at: now)
            item.clock.run(at: now)
        }
    }

    /// A picture goes to the screen.
    mutating func showed(_ frame: FramePacer.Timing, aspect: Double) {
        item.run.shown = frame
        item.snapshot.statistics.presentedFrames += 1
        if item.snapshot.statistics.presentedFrames == 1, !item.state.isResuming { note([.firstRenderedStart]) }
        item.snapshot.pictureAspect = aspect
        item.snapshot.showsCover = false
    }

    // MARK: steps

    var wantsStep: Bool { item.run.pendingSteps > 0 && !item.state.wantsPlay && item.run.preroll == nil }

    mutating func stepped(to time: MediaTime) {
        item.run.pendingSteps -= 1
        item.clock.jump(to: time, at: now)
        // Where there is no going back the picture waits for the sound.
        item.run.needsResync = item.run.audioTrack != nil && item.run.opened?.canSeek == true
    }

    mutating func endSteps() { item.run.pendingSteps = 0 }

    // MARK: ends

    mutating func checkLoopAndEnd(_ reading: PipelineReading) {
        guard item.state.isAdvancing, item.run.preroll == nil else { return }
        let position = item.clock.position(at: now)
        if item.snapshot.canSeek, let end = item.snapshot.abLoopEnd, position >= end,
            end > item.snapshot.abLoopStart ?? .zero
        {
            note([.loopingStart])
            seekExactly(to: item.snapshot.abLoopStart ?? .zero)
            return
        }
        let isCut = item.run.endPosition.map { position >= $0 } ?? false
        guard isCut || hasPlayedOut(reading, position) else { return }
        if !isCut, failForWantOfSupply() { return }
        if loops(at: position) { return }
        if !isCut, item.input?.isPreview(item.snapshot.duration) == true { notice(.previewEnded) }
        note(item.state.reachEnd())
        emit(.pauseSound)
        item.clock.stop(at: now)
        if !isCut, let duration = item.snapshot.duration, duration > position { item.clock.jump(to: duration, at: now) }
    }

    /// - Returns: whether the item begins anew by itself.
    private mutating func loops(at position: MediaTime) -> Bool {
        // Where nothing could be decoded the end comes at once, each time.
        let hasPlayed = item.run.shown != nil || position > .zero
        // What comes from a server can be asked for again, where there is no going back in it.
        let isStill = item.run.opened?.isStillImage == true
        let canSeek = item.snapshot.canSeek
        let isFetchedAgain = !canSeek && !isStill && item.run.hasNetwork && item.snapshot.liveState == nil
        guard item.loopsLeft != 0, hasPlayed, canSeek || isStill || isFetchedAgain else { return false }
        item.loopsLeft = item.loopsLeft.map { $0 - 1 }
        note([.loopingStart])
        if isFetchedAgain {
            item.reopening = .loop
            emit(.comeBack)
        } else {
            restart()
        }
        return true
    }

    private func hasPlayedOut(_ reading: PipelineReading, _ position: MediaTime) -> Bool {
        let (hasVideo, hasAudio) = (item.run.videoTrack != nil, item.run.audioTrack != nil)
        // Nothing is read any more when all tracks are off: the clock alone goes on.
        if !hasVideo, !hasAudio, let duration = item.snapshot.duration {
            return position >= duration
        }
        guard reading.fill.inputEnded else { return false }
        if item.run.opened?.isStillImage == true {
            return item.options.imageDisplayDuration.map { position >= $0 } ?? false
        }
        if hasVideo {
            guard reading.framesEnded, reading.hasNoFrames else { return false }
            // Beyond the sound only the clock tells when the last picture was seen long enough.
            if let shown = item.run.shown, position < shown.time + shown.duration, !hasAudio || soundEnded(reading) {
                return false
            }
        }
        return !hasAudio || soundEnded(reading)
    }

    private func soundEnded(_ reading: PipelineReading) -> Bool {
        guard item.run.hasSound else { return true }
        return reading.sound.map { $0.generation == item.run.generation && $0.state == .ended } ?? false
    }
}
