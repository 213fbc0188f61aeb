import Localization
import MediaSources
import PlayCore
import PlaybackModel

/// Where an item ends: loops, the end that was asked for, and the one that comes by itself.
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
        guard isCut || hasPlayedOut(reading, position) else { return }
        if !isCut, failForWantOfSupply() { return }
        if loops(at: position) { return }
        if !isCut, item.input?.isPreview(item.snapshot.duration) == true { notice(.previewEnded) }
        let end = isCut ? ItemEnd.complete : ItemEnd(at: position, promised: promisedLength)
        if case .early(let promised) = end {
            notice(.endedEarly(EarlyEnd(item: item.input?.name ?? "", position: position, promised: promised)))
        }
        note(item.state.reachEnd())
        // What another item follows has its last sound in the device.
        if isCut || !isLeftEarly(reading) { emit(.pauseSound) }
        item.clock.stop(at: now)
        if !isCut, end == .complete, let duration = item.snapshot.duration, duration > position {
            item.clock.jump(to: duration, at: now)
        }
    }

    /// Everything of a request has come, and nothing of the item was ever seen or heard: it has failed, for want of a
    /// network or of content.
    /// - Returns: false: there is something, or there has been.
    mutating func failForWantOfContent(_ reading: PipelineReading) -> Bool {
        let hasVideo = item.run.videoTrack != nil
        let hasAudio = item.run.audioTrack != nil && item.run.hasSound
        guard hasVideo || hasAudio, reading.fill.inputEnded, item.snapshot.statistics.presentedFrames == 0,
            !hasVideo || reading.framesEnded && reading.hasNoFrames, !hasAudio || !reading.hasDecodedSound
        else { return false }
        if failForWantOfSupply() { return true }
        let reason =
            switch (hasVideo, hasAudio) {
            case (true, true): tr("no picture and no sound could be decoded")
            case (true, false): tr("no picture could be decoded")
            default: tr("no sound could be decoded")
            }
        fail(PlayError(.playFailed, reason: reason, item: item.input?.name ?? ""))
        return true
    }

    /// Of what plays; nil: nothing can be held against its end.
    private var promisedLength: MediaTime? {
        guard let opened = item.run.opened, !opened.isStillImage, item.snapshot.liveState == nil else { return nil }
        return opened.stream == nil ? opened.promisedLength : item.snapshot.duration
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

    /// An item that is open already follows: this one is left ``handOver`` before its end, and its last sound is heard
    /// while the next one's is decoded.
    private func isLeftEarly(_ reading: PipelineReading) -> Bool { reading.isFollowed && item.loopsLeft == 0 }

    /// From an item's end to the first sound of the next one in the device: 10 to 25 ms, measured with FLAC on two
    /// cores.
    private static let handOver = HostTime.milliseconds(40)

    /// When everything will have been seen and heard; nil: something is still to come, or it was.
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

/// An end by itself, held against what was promised: for whatever kind of item. Pure.
enum ItemEnd: Equatable {
    case complete
    /// Far before the length that its container or manifest gives it.
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
