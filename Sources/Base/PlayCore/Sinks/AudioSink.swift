/// The destination of PCM. It keeps pace with a device's clock if there is one, otherwise with the host's. One thread
/// (`audio-dec`) calls `write` and `finish`, any thread the rest.
package protocol AudioSink: AnyObject, Sendable {
    /// The accepted format; constant after creation.
    var format: AudioFormat { get }

    /// Appends a block, waiting while the sink is full; an empty block is ignored.
    func write(_ block: AudioBlock) -> AudioWriteResult

    /// Announces that a generation is complete: after the rest, the sink reports ``AudioClockReading/State/ended``.
    func finish(_ generation: Generation)

    /// Starts or resumes. A new sink is paused.
    func play()

    /// Stops within a few milliseconds. Written sound is kept, and the clock stays at the last sound heard.
    func pause()

    /// Drops all blocks of earlier generations and unblocks a waiting `write`.
    func flush(to generation: Generation)

    /// Ends the item so that the next one may play here: queued sound is dropped and a `write` is refused as stale.
    /// Sound already in the device continues until the next item's sound arrives, for 100 ms at most, to avoid a gap.
    /// If that is the rest of a finished generation, it is played to its end.
    func leaveItem()

    /// Prepares for the next item's sound, paused; generations are counted from the start again. Call after
    /// ``leaveItem()``, once the writing thread has ended.
    func beginItem()

    /// 0 … 1.3, linear amplitude factor; a change is ramped, so it does not click.
    func setVolume(_ factor: Float)

    func setMuted(_ isMuted: Bool)

    /// Both, left or right channel on all outputs; no effect unless stereo.
    func setChannelOutput(_ output: ChannelOutput)

    var clock: AudioClockReading { get }

    var status: AudioSinkStatus { get }

    /// Peak level per channel of the last sound heard, 0 … 1, for the level meter.
    var levels: [Float] { get }

    /// Stops permanently and releases the device; unblocks all waiters. A second call does nothing.
    func close()
}

package enum AudioWriteResult: Sendable, Equatable {
    case written
    case stale
    case closed
}

/// `outputAudioChannel`.
package enum ChannelOutput: String, Sendable, CaseIterable {
    case both, left, right
}

/// The sound that the listener hears at an instant.
package struct AudioClockReading: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        /// No sound of this generation was heard yet; `position` has no meaning.
        case empty
        /// Sound is running: extrapolate with `rate`.
        case running
        case paused
        case starved
        /// Everything up to ``AudioSink/finish(_:)`` was heard.
        case ended
    }

    package var state: State
    package var generation: Generation
    /// Media time of the sound that leaves the speaker at `hostTime`.
    package var position: MediaTime
    package var hostTime: HostTime
    package var rate: PlaybackRate
    /// Time from `hostTime` until everything up to ``AudioSink/finish(_:)`` is heard, or `nil` if more may come.
    package var untilEnd: HostTime?

    package init(
        state: State, generation: Generation, position: MediaTime, hostTime: HostTime, rate: PlaybackRate,
        untilEnd: HostTime? = nil
    ) {
        self.untilEnd = untilEnd
        self.state = state
        self.generation = generation
        self.position = position
        self.hostTime = hostTime
        self.rate = rate
    }
}

package struct AudioSinkStatus: Sendable, Equatable {
    package enum Device: Sendable, Equatable {
        case open(name: String)
        /// No device could be opened at the start; `reason` is the library's text.
        case absent(reason: String)
        /// The device was open and disappeared; the sink tries to reopen it.
        case lost(name: String, reason: String)
        /// No remote listener is connected; `reason` is for the viewer. The sink resumes the sound when one is.
        case unheard(reason: String)
    }

    package var device: Device
    /// Number of underruns since opening that were recovered.
    package var underrunCount: Int
    /// Sound that is written but not heard yet.
    package var delay: HostTime

    package init(device: Device, underrunCount: Int = 0, delay: HostTime = .zero) {
        self.device = device
        self.underrunCount = underrunCount
        self.delay = delay
    }
}
