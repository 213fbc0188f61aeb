import PlayCore
import PlaybackModel

/// The sound output, which passes from one item to the next.
extension SessionLoop {
    /// Ends the item's threads and waits for them.
    func leaveSound(of pipeline: ItemPipeline?, keepsConnection: Bool = false) {
        guard let sound = pipeline?.leave(keepsConnection: keepsConnection) else { return }
        leftSound?.sink.close()
        leftSound = sound
    }

    /// Opens the sound, once per item. Reuses a fitting output: opening causes 10 ms of silence or more.
    func openSound(_ format: AudioFormat) {
        guard let pipeline, pipeline.sink == nil else { return }
        let left = leftSound
        leftSound = nil
        let snapshot = machine.item.snapshot
        var sound = left
        if left?.suits(format, isGuest: machine.item.options.isGuest) != true {
            // First, since a device may allow only one opening.
            left?.sink.close()
            sound = nil
        }
        let next = sound ?? ItemSound(sink: makeAudioSink(format), format: format)
        next.sink.setVolume(Self.amplitude(percent: snapshot.volume))
        next.sink.setMuted(snapshot.isMuted)
        next.sink.setChannelOutput(snapshot.channelOutput)
        pipeline.attach(next)
    }

    func setVolume(_ percent: Int) { pipeline?.sink?.setVolume(Self.amplitude(percent: percent)) }

    /// Closes an output that no item takes over: there is no next item, or it failed or has no sound.
    func closeUnusedSound() {
        guard let left = leftSound else { return }
        let isAwaited = pipeline != nil && machine.item.run.opened == nil && machine.item.state.status != .failed
        guard !isAwaited else { return }
        leftSound = nil
        left.sink.close()
    }

    /// Returns a volume's amplitude. Cubic as in mpv, so that equal steps sound equal: 100 → 1, 130 → 2.2.
    private static func amplitude(percent: Int) -> Float {
        let share = Float(min(max(percent, 0), 130)) / 100
        return share * share * share
    }
}
