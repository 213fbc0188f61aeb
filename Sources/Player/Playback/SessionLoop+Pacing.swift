import Media
import MediaSources
import PlayCore
import PlaybackModel
import Synchronization

/// What happens as time goes by.
extension SessionLoop {
    /// Pictures later than this make the decoder leave out what no other picture needs.
    private static let lateness: MediaTime = .milliseconds(100)
    /// …until they are no later than this again.
    private static let recovered: MediaTime = .milliseconds(30)

    func finishPrerollIfReady(_ pipeline: ItemPipeline) {
        guard let preroll, let start = preroll.start else { return }
        let fill = pipeline.packets.fill
        // A picture that begins much later than the sound is not waited for.
        let isVideoFarOff = fill.isFull && fill.isEmpty[Lane.video.rawValue] == true && audioTrack != nil
        let videoReady =
            videoTrack == nil || preroll.first != nil || !pipeline.frames.isEmpty || pipeline.frames.hasEnded
            || isVideoFarOff
        let audioReady =
            audioTrack == nil || pipeline.sink == nil || pipeline.audioState.isPrimed(preroll.generation)
        if videoReady, !audioReady || !fill.canStart, preroll.first == nil { showFirst(pipeline) }
        guard videoReady, audioReady, fill.canStart else { return }
        if preroll.first == nil { showFirst(pipeline) }
        let first = self.preroll?.first
        self.preroll = nil
        var position = start
        if let first {
            if preroll.mode == .before {
                position = first
                needsResync = true
            }
        } else if videoTrack != nil, audioTrack == nil, shown == nil, pipeline.frames.hasEnded {
            if failForWantOfSupply() { return }
            fail(PlayError(.playFailed, reason: "no picture could be decoded", item: input?.name ?? ""))
            return
        }
        clock.jump(to: position, at: now)
        if audioTrack == nil { clock.setRate(snapshot.rate, at: now) }
        note(state.prerolled())
        if state.isAdvancing { startOutputs() }
    }

    /// Shows the first picture of a run as soon as it is decoded: opening a sound device can take longer than that.
    private func showFirst(_ pipeline: ItemPipeline) {
        guard videoTrack != nil, let frame = pipeline.frames.take() else { return }
        preroll?.first = frame.time
        snapshot.showsFirstPicture = true
        show(frame, due: nil, isStill: !state.wantsPlay)
    }

    func updateClock(_ pipeline: ItemPipeline) {
        guard audioTrack != nil, let sink = pipeline.sink, state.isAdvancing, preroll == nil else { return }
        let reading = sink.clock
        guard reading.generation == generation else {
            clock.stop(at: now)
            return
        }
        switch reading.state {
        case .running: clock.follow(reading.position, at: reading.hostTime, rate: reading.rate, now: now)
        case .empty, .paused, .starved: clock.stop(at: now)
        case .ended:
            // The picture may be longer than the sound.
            clock.setRate(snapshot.rate, at: now)
            clock.run(at: now)
        }
    }

    /// Shows what is due; returns when the next frame is.
    func pace(_ pipeline: ItemPipeline) -> HostTime? {
        guard preroll == nil, videoTrack != nil else { return nil }
        guard state.isAdvancing else {
            showLate(pipeline)
            return nil
        }
        pipeline.hints.shownHeight.store(picture.gridHeight, ordering: .relaxed)
        tellPictureInterval(pipeline, rate: snapshot.rate)
        let lead = picture.lead
        let pacer = FramePacer()
        while true {
            let now = self.now
            let reading = clock.reading(at: now)
            switch pacer.decide(frames: pipeline.frames.times(4), clock: reading, now: now, lead: lead) {
            case .idle: return nil
            case .wait(let until): return until
            case .show(let dropping):
                for _ in 0..<dropping where pipeline.frames.take() != nil { snapshot.statistics.droppedFrames += 1 }
                guard let frame = pipeline.frames.take() else { return nil }
                judgeLateness(reading.position - frame.time, pipeline)
                show(frame, due: reading.hostTime(of: frame.time), isStill: false)
                snapshot.statistics.audioVideoOffset = HostTime(
                    nanoseconds: (reading.position - frame.time).nanoseconds + lead.nanoseconds)
            }
        }
    }

    /// A picture that was not waited for, of a place where nothing moves: it is not to be missing there.
    private func showLate(_ pipeline: ItemPipeline) {
        guard [.ready, .paused].contains(state.status) else { return }
        let position = clock.position(at: now)
        while let next = pipeline.frames.times(1).first, next.time <= position, let frame = pipeline.frames.take() {
            show(frame, due: nil, isStill: true)
        }
    }

    /// As many pictures a second at any speed.
    func tellPictureInterval(_ pipeline: ItemPipeline, rate: PlaybackRate) {
        guard let interval = options.pictureInterval else { return }
        pipeline.hints.pictureInterval.store(interval.scaled(by: rate.value).nanoseconds, ordering: .relaxed)
    }

    private func judgeLateness(_ late: MediaTime, _ pipeline: ItemPipeline) {
        if late > Self.lateness { pipeline.hints.isLate.store(true, ordering: .relaxed) }
        if late < Self.recovered { pipeline.hints.isLate.store(false, ordering: .relaxed) }
    }

    private func show(_ frame: VideoFrame, due: HostTime?, isStill: Bool) {
        shown = FramePacer.Timing(time: frame.time, duration: frame.duration)
        snapshot.statistics.presentedFrames += 1
        if snapshot.statistics.presentedFrames == 1, !state.isResuming { note([.firstRenderedStart]) }
        snapshot.pictureAspect = frame.displayAspect
        snapshot.showsCover = false
        picture.show(frame, due: due, isStill: isStill)
    }

    func stepIfPending(_ pipeline: ItemPipeline) {
        while pendingSteps > 0, !state.wantsPlay, preroll == nil {
            guard let frame = pipeline.frames.take() else {
                if pipeline.frames.hasEnded { pendingSteps = 0 }
                return
            }
            pendingSteps -= 1
            show(frame, due: nil, isStill: true)
            clock.jump(to: frame.time, at: now)
            // Where there is no going back the picture waits for the sound.
            needsResync = audioTrack != nil && facts?.canSeek == true
        }
    }

    // MARK: ends

    func checkLoopAndEnd(_ pipeline: ItemPipeline) {
        guard state.isAdvancing, preroll == nil else { return }
        let position = clock.position(at: now)
        if snapshot.canSeek, let end = snapshot.abLoopEnd, position >= end, end > snapshot.abLoopStart ?? .zero {
            note([.loopingStart])
            seekExactly(to: snapshot.abLoopStart ?? .zero)
            return
        }
        let isCut = endPosition.map { position >= $0 } ?? false
        guard isCut || hasPlayedOut(pipeline, position) else { return }
        if !isCut, failForWantOfSupply() { return }
        // Where nothing could be decoded the end comes at once, each time.
        let hasPlayed = shown != nil || position > .zero
        // What comes from a server can be asked for again, where there is no going back in it.
        let isStill = facts?.isStillImage == true
        let isFetchedAgain = !snapshot.canSeek && !isStill && network != nil && snapshot.liveState == nil
        if loopsLeft != 0, hasPlayed, snapshot.canSeek || isStill || isFetchedAgain {
            loopsLeft = loopsLeft.map { $0 - 1 }
            note([.loopingStart])
            guard isFetchedAgain else { return restart() }
            reopening = .loop
            doorbell.ring()
            return
        }
        if !isCut, input?.isPreview(snapshot.duration) == true { notice(.previewEnded) }
        note(state.reachEnd())
        pipeline.sink?.pause()
        clock.stop(at: now)
        if !isCut, let duration = snapshot.duration, duration > position { clock.jump(to: duration, at: now) }
    }

    private func hasPlayedOut(_ pipeline: ItemPipeline, _ position: MediaTime) -> Bool {
        // Nothing is read any more when all tracks are off: the clock alone goes on.
        if videoTrack == nil, audioTrack == nil, let duration = snapshot.duration { return position >= duration }
        guard pipeline.packets.fill.inputEnded else { return false }
        if facts?.isStillImage == true { return options.imageDisplayDuration.map { position >= $0 } ?? false }
        if videoTrack != nil {
            guard pipeline.frames.hasEnded, pipeline.frames.isEmpty else { return false }
            // Beyond the sound only the clock tells when the last picture was seen long enough.
            if let shown, position < shown.time + shown.duration, audioTrack == nil || soundEnded(pipeline) {
                return false
            }
        }
        return audioTrack == nil || soundEnded(pipeline)
    }

    private func soundEnded(_ pipeline: ItemPipeline) -> Bool {
        guard let reading = pipeline.sink?.clock else { return true }
        return reading.generation == generation && reading.state == .ended
    }

    // MARK: supply

    /// ARCH-23: playing ran out of data, and may go on.
    func checkSupply(_ pipeline: ItemPipeline) {
        guard preroll == nil else { return }
        let fill = pipeline.packets.fill
        if state.status == .stalled {
            guard fill.canResume else { return }
            note(state.recover())
            startOutputs()
            return
        }
        guard state.isAdvancing, !fill.inputEnded, isStarved(pipeline, fill) else { return }
        note(state.starve())
        snapshot.statistics.stallCount += 1
        clock.stop(at: now)
        pipeline.sink?.pause()
    }

    private func isStarved(_ pipeline: ItemPipeline, _ fill: PacketQueue.Fill) -> Bool {
        if audioTrack != nil, let sink = pipeline.sink {
            let reading = sink.clock
            return fill.isEmpty[Lane.audio.rawValue] == true && reading.generation == generation
                && reading.state == .starved
        }
        guard videoTrack != nil, fill.isEmpty[Lane.video.rawValue] == true, pipeline.frames.isEmpty else {
            return false
        }
        return shown.map { clock.position(at: now) >= $0.time + $0.duration } ?? false
    }

    func checkDevice(_ pipeline: ItemPipeline) {
        guard let device = pipeline.sink?.status.device, device != deviceState else { return }
        let old = deviceState
        deviceState = device
        switch (old, device) {
        case (_, .absent(let reason)): notice(.noSoundDevice(reason: reason))
        case (_, .lost(let name, _)): notice(.soundDeviceLost(name: name))
        case (.lost?, .open(let name)), (.absent?, .open(let name)): notice(.soundDeviceBack(name: name))
        case (_, .open): break
        }
    }
}
