import Media
import MediaSources
import PlayCore
import PlaybackModel
import Synchronization

extension SessionLoop {
    /// From this lateness on, the decoder skips pictures on which no others depend.
    private static let lateness: MediaTime = .milliseconds(100)
    /// Below this lateness, all pictures are decoded again.
    private static let recovered: MediaTime = .milliseconds(30)

    /// Reads in this order: a queue that is empty and has ended stays so, whereas a starved output may still get sound.
    func reading(of pipeline: ItemPipeline) -> PipelineReading {
        let fill = pipeline.packets.fill
        let framesEnded = pipeline.frames.hasEnded
        return PipelineReading(
            fill: fill, hasNoFrames: pipeline.frames.isEmpty, framesEnded: framesEnded,
            isSoundPrimed: machine.item.run.preroll.map { pipeline.audioState.isPrimed($0.generation) } ?? true,
            hasDecodedSound: pipeline.audioState.hasDecoded.load(ordering: .acquiring),
            isFollowed: standbys.contains { $0.request != nil },
            sound: machine.followsSound ? pipeline.sink?.clock : nil)
    }

    func finishPreroll(_ pipeline: ItemPipeline) {
        guard machine.item.run.preroll?.start != nil else { return }
        var reading = reading(of: pipeline)
        if machine.wantsFirstPicture(reading), let frame = pipeline.frames.dequeue() {
            tell { $0.showedFirst(frame.timing) }
            show(frame, due: nil, isStill: !machine.item.state.wantsPlay)
            reading = self.reading(of: pipeline)
        }
        tell { $0.finishPrerollIfReady(reading) }
    }

    func stepIfPending(_ pipeline: ItemPipeline) {
        while machine.wantsStep {
            guard let frame = pipeline.frames.dequeue() else {
                if pipeline.frames.hasEnded { machine.endSteps() }
                return
            }
            show(frame, due: nil, isStill: true)
            tell { $0.stepped(to: frame.time) }
        }
    }

    var shownHeight: Int {
        let snapshot = machine.item.snapshot
        return picture.grid?.enlarged(by: snapshot.view, isSphere: snapshot.isSphere).height ?? 0
    }

    func pace(_ pipeline: ItemPipeline) -> HostTime? {
        guard machine.item.run.preroll == nil, machine.item.run.videoTrack != nil else { return nil }
        guard machine.item.state.isAdvancing else {
            showLate(pipeline)
            return nil
        }
        pipeline.hints.shownHeight.store(shownHeight, ordering: .relaxed)
        setPictureInterval(pipeline, machine.item.options, rate: machine.item.snapshot.rate)
        let lead = picture.lead
        let pacer = FramePacer()
        while true {
            let now = now
            let reading = machine.item.clock.reading(at: now)
            switch pacer.decide(frames: pipeline.frames.times(4), clock: reading, now: now, lead: lead) {
            case .idle: return nil
            case .wait(let until): return until
            case .show(let dropping):
                // A pacer shows pictures a little early, but not that of a skipped part.
                if let leap = machine.nextLeap,
                    pipeline.frames.times(dropping + 1).last.map({ $0.time >= leap }) == true
                {
                    return reading.hostTime(of: leap)
                }
                for _ in 0..<dropping where pipeline.frames.dequeue() != nil {
                    machine.item.snapshot.statistics.droppedFrames += 1
                }
                guard let frame = pipeline.frames.dequeue() else { return nil }
                judgeLateness(reading.position - frame.time, pipeline)
                show(frame, due: reading.hostTime(of: frame.time), isStill: false)
                machine.item.snapshot.statistics.audioVideoOffset = HostTime(
                    nanoseconds: (reading.position - frame.time).nanoseconds + lead.nanoseconds)
            }
        }
    }

    /// Shows a due picture that playback did not wait for. While ready or paused it would otherwise stay missing.
    private func showLate(_ pipeline: ItemPipeline) {
        guard [.ready, .paused].contains(machine.item.state.status) else { return }
        let position = machine.item.clock.position(at: now)
        while let next = pipeline.frames.times(1).first, next.time <= position, let frame = pipeline.frames.dequeue() {
            show(frame, due: nil, isStill: true)
        }
    }

    private func show(_ frame: VideoFrame, due: HostTime?, isStill: Bool) {
        machine.now = now
        let aspect = frame.displayAspect(machine.item.snapshot.view.alpha)
        machine.showed(frame.timing, aspect: aspect, size: frame.displaySize)
        picture.show(frame, due: due, isStill: isStill)
    }

    /// Scales the interval between pictures with the speed, so that as many per second are shown.
    func setPictureInterval(_ pipeline: ItemPipeline, _ options: SessionOptions, rate: PlaybackRate) {
        guard let interval = options.pictureInterval else { return }
        pipeline.hints.pictureInterval.store(interval.scaled(by: rate.value).nanoseconds, ordering: .relaxed)
    }

    private func judgeLateness(_ late: MediaTime, _ pipeline: ItemPipeline) {
        if late > Self.lateness { pipeline.hints.isLate.store(true, ordering: .relaxed) }
        if late < Self.recovered { pipeline.hints.isLate.store(false, ordering: .relaxed) }
    }

    // MARK: neighbours

    func showSubtitle(_ pipeline: ItemPipeline) {
        machine.item.snapshot.subtitleTextCount = pipeline.subtitles.textCount
        guard machine.item.run.subtitleTrack != nil || machine.item.run.shownSubtitle != nil else { return }
        let wanted = pipeline.subtitles.picture(at: machine.item.clock.position(at: now))
        tell { $0.showSubtitle(wanted) }
    }

    func followStream(_ fill: PacketQueue.Fill) {
        guard let stream = machine.item.run.opened?.stream else { return tell { $0.followReception(fill) } }
        let demand = machine.streamDemand(readTo: fill.end, grid: picture.grid)
        stream.note(demand)
        let status = stream.status
        tell {
            $0.streamSaid(status, readTo: fill.end)
            $0.showsStream(status, on: demand.grid)
        }
    }

    func readAhead(_ pipeline: ItemPipeline) {
        machine.now = now
        let wanted = machine.forwardBuffer()
        var inMemory = wanted
        if let diskBuffer, machine.forwardBytes == nil {
            let held = diskBuffer.hold(machine.diskShare(of: wanted), of: machine.item.snapshot.duration)
            machine.diskHolds(held, of: wanted)
            if held != nil { inMemory = machine.memoryShare(of: wanted) }
        }
        pipeline.packets.setTarget(inMemory, bytes: machine.forwardBytes)
        pipeline.packets.setKept(machine.keptBytes, machine.keptDuration)
    }

    func watchNetwork() {
        guard let network, machine.item.state.status != .failed else { return }
        network.setAwaited(machine.awaitsData)
        let status = network.network
        tell { $0.networkSaid(status) }
    }
}

extension VideoFrame {
    fileprivate var timing: FramePacer.Timing { FramePacer.Timing(time: time, duration: duration) }
}
