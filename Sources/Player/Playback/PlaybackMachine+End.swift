import MediaSources
import PlayCore
import PlaybackModel

extension PlaybackMachine {
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
        if !isCut { openAhead(reading.fill, position) }
        guard isCut || hasPlayedOut(reading, position) else { return }
        if !isCut, failForWantOfSupply() || restartsBehindEnd(at: position) { return }
        if loops(at: position) { return }
        if !isCut, item.input?.isPreview(item.snapshot.duration) == true { notice(.previewEnded) }
        let end = isCut ? ItemEnd.complete : ItemEnd(at: position, promised: promisedLength)
        if case .early(let promised) = end {
            notice(.endedEarly(EarlyEnd(item: item.input?.name ?? "", position: position, promised: promised)))
        }
        note(item.state.reachEnd())
        // If another item follows, the last sound is still in the device.
        if isCut || !isLeftEarly(reading) { emit(.pauseSound) }
        item.clock.stop(at: now)
        if !isCut, end == .complete, let duration = item.snapshot.duration, duration > position {
            item.clock.jump(to: duration, at: now)
        }
    }

    /// Fails the item if a completed request showed and played nothing. Returns whether it did.
    mutating func failForWantOfContent(_ reading: PipelineReading) -> Bool {
        let hasVideo = item.run.videoTrack != nil
        let hasAudio = item.run.audioTrack != nil && item.run.hasSound
        guard hasVideo || hasAudio, reading.fill.inputEnded, item.snapshot.statistics.presentedFrames == 0,
            !hasVideo || reading.framesEnded && reading.hasNoFrames, !hasAudio || !reading.hasDecodedSound
        else { return false }
        if failForWantOfSupply() || restartsBehindEnd(at: item.clock.position(at: now)) { return true }
        let reason =
            switch (hasVideo, hasAudio) {
            case (true, true): tr("no picture and no sound could be decoded")
            case (true, false): tr("no picture could be decoded")
            default: tr("no sound could be decoded")
            }
        fail(PlayError(.playFailed, reason: reason, item: item.input?.name ?? ""))
        return true
    }

    /// Restarts the item, whose length is unknown, if it ends where the viewer's start is. Returns whether it does.
    private mutating func restartsBehindEnd(at position: MediaTime) -> Bool {
        guard item.options.startsWithinItem, case .absolute(let time)? = item.options.start, time > .zero,
            position < time + Self.leastLength, item.snapshot.canSeek, item.snapshot.liveState == nil,
            let opened = item.run.opened, opened.duration == nil || opened.isDurationGuessed
        else { return false }
        item.options.startsWithinItem = false
        notice(.startBehindEnd)
        restart()
        return true
    }

    /// The shortest item that may end by its clock: its last picture may be shown for this long.
    private static let leastLength = MediaTime.milliseconds(100)

    /// `nil` if the item's end cannot be judged by a length.
    private var promisedLength: MediaTime? {
        guard let opened = item.run.opened, !opened.isStillImage, item.snapshot.liveState == nil else { return nil }
        return opened.stream == nil ? opened.promisedLength : item.snapshot.duration
    }

    /// - Returns: whether the item restarts in a loop.
    private mutating func loops(at position: MediaTime) -> Bool {
        // If nothing could be decoded, each loop would end at once.
        let hasPlayed = item.run.shown != nil || position > .zero
        // An item from a server can be requested again even if it cannot be seeked.
        let isStill = item.run.opened?.isStillImage == true
        let canSeek = item.snapshot.canSeek
        let isFetchedAgain = !canSeek && !isStill && item.run.hasNetwork && item.snapshot.liveState == nil
        guard item.loopsLeft != 0, hasPlayed, canSeek || isStill || isFetchedAgain else { return false }
        item.loopsLeft = item.loopsLeft.map { $0 - 1 }
        note([.loopingStart])
        if isFetchedAgain {
            item.reopening = .loop
            emit(.runAgainAtOnce)
        } else {
            restart()
        }
        return true
    }

    private func hasPlayedOut(_ reading: PipelineReading, _ position: MediaTime) -> Bool {
        let (hasVideo, hasAudio) = (item.run.videoTrack != nil, item.run.audioTrack != nil)
        // With all tracks off nothing is read: only the clock advances.
        if !hasVideo, !hasAudio, let duration = item.snapshot.duration {
            return position >= duration
        }
        guard reading.fill.inputEnded else { return false }
        if item.run.opened?.isStillImage == true {
            return item.options.imageDisplayDuration.map { position >= $0 } ?? false
        }
        if hasVideo {
            guard reading.framesEnded, reading.hasNoFrames else { return false }
            // Without sound, the clock determines the end of the last picture.
            let early = isLeftEarly(reading) ? item.snapshot.rate.media(in: Self.handOver) : .zero
            if let shown = item.run.shown, position + early < shown.time + shown.duration,
                !hasAudio || soundEnded(reading)
            {
                return false
            }
        }
        return !hasAudio || soundEnded(reading)
    }

    private func soundEnded(_ reading: PipelineReading) -> Bool {
        guard item.run.hasSound else { return true }
        guard let sound = reading.sound, sound.generation == item.run.generation else { return false }
        if sound.state == .ended { return true }
        return isLeftEarly(reading) && sound.untilEnd.map { $0 <= Self.handOver } == true
    }

    /// Returns whether to leave the item ``handOver`` before its end, because the next one can start decoding.
    private func isLeftEarly(_ reading: PipelineReading) -> Bool { reading.isFollowed && item.loopsLeft == 0 }

    /// Covers the time from an item's end to the next one's first sound in the device: 10 to 25 ms for FLAC on two
    /// cores.
    private static let handOver = HostTime.milliseconds(40)

    /// Returns when everything read will have been shown and heard, or `nil` if more follows or all was.
    func expectedEnd(_ reading: PipelineReading) -> HostTime? {
        guard item.state.isAdvancing, item.run.preroll == nil, item.clock.isRunning, reading.fill.inputEnded else {
            return nil
        }
        let early = isLeftEarly(reading) ? Self.handOver : .zero
        var end = reading.sound?.untilEnd.map { now + $0 - early }
        if reading.framesEnded, reading.hasNoFrames, let shown = item.run.shown {
            let last = item.clock.reading(at: now).hostTime(of: shown.time + shown.duration) - early
            end = max(end ?? last, last)
        }
        return end.flatMap { $0 > now ? $0 : nil }
    }
}

enum ItemEnd: Equatable {
    case complete
    /// The end came far before the length in the container or manifest.
    case early(promised: MediaTime)

    private static let tolerance = MediaTime.milliseconds(500)

    init(at position: MediaTime, promised: MediaTime?) {
        if let promised, PromisedLength(promised).isMissed(by: position, tolerance: Self.tolerance) {
            self = .early(promised: promised)
        } else {
            self = .complete
        }
    }
}
