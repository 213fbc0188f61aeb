import Media
import MediaSources
import PlayCore
import PlaybackModel

extension PlaybackMachine {
    mutating func setUp(_ input: SessionInput, _ options: SessionOptions, number: Int) {
        reset(clearsPicture: options.clearsPictureFirst, isResuming: options.resumes)
        itemNumber = number
        begin(input, options)
    }

    private mutating func begin(_ input: SessionInput, _ options: SessionOptions) {
        item.input = input
        item.options = options
        item.snapshot = PlaybackSnapshot(of: input, options)
        item.loopsLeft = options.loopFile
        emit(.setScalingMode)
        emit(.setAdjustment)
        emit(.setPictureView)
        emit(.setSharpening)
        item.clock = PlaybackClock()
        item.clock.setRate(options.rate, at: now)
        // The item has played before. The screen must not show its start while it opens.
        if options.isOpenedAgain || options.resumes, case .absolute(let time)? = options.start, time > .zero {
            item.clock.jump(to: time, at: now)
        }
        note(item.state.setUp(resuming: options.resumes))
        item.snapshot.waitingSince = now
        if let refusal = input.refusal {
            fail(refusal)
        } else {
            open()
        }
        if let cover = input.cover { emit(.loadCover([cover])) }
        // Not by a command: after a failure to open, a late command would mean a retry.
        if options.plays { perform(.play) }
    }

    /// Opens a pipeline for the item. Discards the state of the previous one.
    mutating func open() {
        guard let input = item.input else { return }
        item.run = Run()
        item.run.isOpen = true
        item.run.soundRate = item.options.rate
        emit(.open(input, item.options))
    }

    /// Opens the item again after a failure. Does nothing while it loads.
    mutating func retry() {
        guard let input = item.input else { return }
        let options = item.options.resuming(item.snapshot)
        reset(isResuming: true)
        begin(input, options)
    }

    /// Opens the item again, see ``Item/reopening``. Listeners see a resumption in the same session.
    mutating func reopen() {
        guard let reopening = item.reopening, var next = item.input else { return }
        item.reopening = nil
        guard item.state.status != .failed else { return }
        item.snapshot.clock = item.clock.reading(at: now)
        var options = item.options.resuming(item.snapshot)
        options.plays = item.state.wantsPlay
        switch reopening {
        case .spare(let spare): next = spare
        case .loop: options.start = nil
        }
        let (notices, loops) = (item.snapshot.notices, item.loopsLeft)
        reset(clearsPicture: false, isResuming: true)
        begin(next, options)
        item.snapshot.notices = notices
        item.loopsLeft = loops
    }

    /// - Parameter isResuming: whether the same item continues, so that no end is reported.
    mutating func reset(clearsPicture: Bool = true, isResuming: Bool = false) {
        let events = item.state.reset()
        if !isResuming { note(events) }
        let texts = item.wantedTexts
        probeLine(item.probesLine == nil ? nil : false)
        close()
        if clearsPicture { emit(.clearPicture) }
        item = Item()
        if isResuming { item.wantedTexts = texts }
    }

    /// Closes the pipeline. Keeps the item's state and last picture.
    mutating func close(keepsConnection: Bool = false) {
        emit(.close(keepsConnection: keepsConnection))
        emit(.setSubtitle(nil))
        item.run = Run()
        item.snapshot.network = nil
        item.snapshot.buffered = nil
    }

    mutating func fail(_ error: PlayError) {
        item.snapshot.error = error
        note(item.state.fail())
        item.clock.stop(at: now)
        item.run.preroll = nil
        emit(.pauseSound)
    }

    mutating func openSound(for track: TrackInfo) {
        guard !item.run.hasSound, case .audio(let rate, let channels) = track.kind else { return }
        item.run.hasSound = true
        emit(
            .openSound(
                AudioFormat(
                    sampleRate: (8000...192_000).contains(rate) ? rate : 48_000,
                    channelCount: min(max(channels, 1), 8))))
    }

    /// Returns whether waiting items may open: the playing one has enough data, or took too long to get it.
    func admitsPreload(_ fill: PacketQueue.Fill?) -> Bool {
        guard let fill, item.run.isOpen, item.state.status != .failed else { return true }
        if let patience = item.options.preloadPatience, let since = item.snapshot.waitingSince, now - since >= patience
        {
            return true
        }
        guard item.run.opened != nil else { return false }
        guard item.run.hasNetwork else { return true }
        guard item.run.preroll == nil else { return !item.options.balancesNetwork }
        let position = item.clock.position(at: now)
        return item.options.networkBuffer.admitsPreload(
            buffered: (fill.end ?? position) - position, isLoadedToEnd: fill.inputEnded || fill.isFull,
            isBalanced: item.options.balancesNetwork)
    }
}
