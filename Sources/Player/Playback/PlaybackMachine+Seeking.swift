import MediaSources
import PlayCore
import PlaybackModel

extension PlaybackMachine {
    /// - Parameter arrival: `.sought`, or `.reverted` to undo a seek.
    mutating func seek(_ target: SeekTarget, _ mode: SeekMode, _ arrival: Arrival = .sought) {
        if item.reconnection != nil, item.run.opened == nil || isWaitingForTry { return moveReconnection(target) }
        guard let opened = item.run.opened, item.state.status != .failed else { return }
        guard opened.canSeek else { return seekInHeldPackets(target, arrival) }
        item.options.startsWithinItem = false
        let current = item.clock.position(at: now)
        let base = item.run.preroll?.target ?? current
        let live = item.snapshot.liveState
        let resolver = SeekResolver(
            base: base, duration: opened.duration, chapters: item.snapshot.chapters, window: live?.window(at: now))
        let found = resolver.resolve(target)
        if let live, case .time(let time, _) = found, time > base, time >= live.livePosition(at: now) {
            return goToLive(live, from: base, arrival)
        }
        if item.run.preroll == nil { item.snapshot.revertPosition = current }
        switch found {
        case .none: return
        case .share(let share): request(.share(share), mode: .keyframe, at: current, arrival: arrival)
        case .time(let time, let isForward):
            let origin = target.isStep ? base : nil
            let place = arrival == .reverted ? time : item.regions.index.landing(of: time, from: origin)
            let isExact = mode == .exact || place != time
            request(
                .time(place), mode: isExact ? .exact : .keyframe, at: place, floor: !isExact && isForward ? base : nil,
                reach: mode == .keyframe ? reach(of: target, at: place) : nil, arrival: arrival)
        }
        item.run.liveCatchUp.place()
        note(item.state.beginSeek(isAsked: true))
    }

    /// Seeks in an input that is read once: back within the held packets, forwards by reading up to the edge.
    private mutating func seekInHeldPackets(_ target: SeekTarget, _ arrival: Arrival) {
        let current = item.clock.position(at: now)
        let base = item.run.preroll?.target ?? current
        let live = item.snapshot.liveState
        let resolver = SeekResolver(
            base: base, duration: item.run.opened?.duration, chapters: item.snapshot.chapters,
            window: live?.window(at: now))
        guard readsOnce, let held = item.run.publishedFill?.held,
            case .time(let wanted, _) = resolver.resolve(target)
        else { return notice(.cannotSeek) }
        let last = max(held.end - item.options.networkBuffer.high, min(base, held.end))
        let place = max(held.start, isLive && live == nil ? min(wanted, last) : wanted)
        if let live, place > base, place >= min(live.livePosition(at: now), held.end - item.options.networkBuffer.start)
        {
            return goToLive(live, from: base, arrival)
        }
        if item.run.preroll == nil { item.snapshot.revertPosition = current }
        item.run.liveCatchUp.place()
        request(.time(place), mode: .exact, at: place, arrival: arrival)
        note(item.state.beginSeek(isAsked: true))
    }

    var readsOnce: Bool { item.run.opened?.readsOnce ?? false }

    /// Returns the largest accepted distance of a key frame. `nil` for no limit, at the end and where live media may be
    /// missing.
    private func reach(of target: SeekTarget, at place: MediaTime) -> MediaTime? {
        let duration = item.run.opened?.duration
        guard target.isStep || item.snapshot.liveState == nil, place != duration else { return nil }
        return target.reach(duration: duration)
    }

    mutating func seekExactly(to position: MediaTime, _ arrival: Arrival = .sought) {
        request(.time(position), mode: .exact, at: position, arrival: arrival)
        note(item.state.beginSeek())
    }

    mutating func restart() {
        guard let opened = item.run.opened else { return }
        guard opened.canSeek else {
            // A pipe cannot be read again. A still picture is shown again.
            item.clock.jump(to: .zero, at: now)
            if opened.isStillImage { startOutputs() } else { note(item.state.reachEnd()) }
            return
        }
        if item.snapshot.abLoopEnd != nil {
            seekExactly(to: item.snapshot.abLoopStart ?? .zero)
        } else {
            seekExactly(to: start(after: .zero), .played)
        }
    }

    /// Requests packets elsewhere, replacing a pending request. The clock stops until picture and sound arrive.
    mutating func request(
        _ target: DemuxRequest.Target, mode: StreamStart.Mode, at position: MediaTime, floor: MediaTime? = nil,
        reach: MediaTime? = nil, arrival: Arrival = .sought
    ) {
        guard item.run.isOpen else { return }
        var wanted = DemuxRequest(
            generation: newGeneration(), target: target, mode: mode, floor: floor, reach: reach,
            videoTrack: item.run.opened?.packetTrack(of: item.run.videoTrack) ?? item.run.videoTrack,
            audioTrack: item.run.hasSound ? item.run.audioTrack : nil, subtitleTrack: item.run.subtitleTrack,
            readsOnce: readsOnce)
        let isUnderWay = item.run.prepared?.asksForTheSame(as: wanted) == true
        if isUnderWay, let prepared = item.run.prepared { wanted = prepared }
        item.run.prepared = nil
        item.run.generation = wanted.generation
        item.run.preroll = Preroll(
            generation: wanted.generation, target: position, mode: mode, arrival: arrival, start: nil)
        item.run.pendingSteps = 0
        item.run.needsResync = false
        item.run.supplyFailure = nil
        emit(.pauseSound)
        item.clock.jump(to: position, at: now)
        emit(isUnderWay ? .flushSound(wanted.generation) : .submit(wanted))
    }

    /// Returns whether to show a run's first picture once decoded, without waiting for a sound device.
    func wantsFirstPicture(_ reading: PipelineReading) -> Bool {
        guard let preroll = item.run.preroll, preroll.start != nil, preroll.first == nil else { return false }
        return item.run.videoTrack != nil && !reading.hasNoFrames
    }

    mutating func showedFirst(_ frame: FramePacer.Timing) {
        item.run.preroll?.first = frame.time
        item.snapshot.showsFirstPicture = true
        skipEarlySound(before: frame.time)
    }

    /// Begins a transmission at its first picture. A viewer joins between two key frames, so the sound begins up to a
    /// group of pictures earlier. Playing it would show a still and add as much delay.
    private mutating func skipEarlySound(before picture: MediaTime) {
        guard let preroll = item.run.preroll, let start = preroll.start, picture - start > Self.leastEarlySound,
            isLive, readsOnce, item.input?.isTransmission == true || item.state.isResuming
        else { return }
        request(.time(picture), mode: .exact, at: picture, arrival: preroll.arrival)
    }
    private static let leastEarlySound = MediaTime.milliseconds(200)

    /// Plays, or becomes ready, once the request's picture and sound have arrived.
    mutating func finishPrerollIfReady(_ reading: PipelineReading) {
        guard let preroll = item.run.preroll, let start = preroll.start else { return }
        let fill = reading.fill
        let (hasVideo, hasAudio) = (item.run.videoTrack != nil, item.run.audioTrack != nil)
        // Does not wait for a picture that begins much later than the sound.
        let isVideoFarOff = fill.isFull && fill.isEmpty[Lane.video.rawValue] == true && hasAudio
        let videoReady =
            !hasVideo || preroll.first != nil || !reading.hasNoFrames || reading.framesEnded
            || isVideoFarOff
        let audioReady = !hasAudio || !item.run.hasSound || reading.isSoundPrimed
        guard videoReady, audioReady, fill.canStart else { return }
        item.run.preroll = nil
        var position = start
        if let first = preroll.first {
            if preroll.mode == .before {
                position = first
                item.run.needsResync = true
            }
        }
        if failForWantOfContent(reading) { return }
        item.clock.jump(to: position, at: now)
        arrive(at: position, preroll.arrival)
        if !hasAudio { item.clock.setRate(item.snapshot.rate, at: now) }
        note(item.state.prerolled())
        if item.run.supplyFailure == nil { item.snapshot.notices.removeAll { $0.notice.isAboutReading } }
        if item.state.isAdvancing { startOutputs() }
    }
}
