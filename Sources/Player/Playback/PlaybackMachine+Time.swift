import Media
import MediaSources
import PlayCore
import PlaybackModel

extension PlaybackMachine {
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
            item.clock.setRate(item.snapshot.rate, at: now)
            item.clock.run(at: now)
        }
    }

    mutating func showed(_ frame: FramePacer.Timing, aspect: Double, size: DisplaySize? = nil) {
        if let size {
            (item.snapshot.statistics.displayWidth, item.snapshot.statistics.displayHeight) = (size.width, size.height)
        }
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
        // If the item cannot go back, the picture waits for the sound.
        item.run.needsResync = item.run.audioTrack != nil && item.run.opened?.canSeek == true
    }

    mutating func endSteps() { item.run.pendingSteps = 0 }
}
