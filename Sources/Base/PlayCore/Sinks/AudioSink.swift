/// Where PCM goes. It always keeps pace: with a device, its clock; without one, the host's.
///
/// Threads: `write` and `finish` are called by one thread (`audio-dec`), the rest by any.
package protocol AudioSink: AnyObject, Sendable {
    /// What the sink takes; constant after creation.
    var format: AudioFormat { get }

    /// Appends a block, waiting while the sink is full; an empty block is ignored.
    func write(_ block: AudioBlock) -> AudioWriteResult

    /// No more blocks of this generation will come: play what is there, then report ``AudioClockReading/State/ended``.
    func finish(_ generation: Generation)

    /// Starts or goes on. A new sink is paused.
    func play()

    /// Stops within a few milliseconds; nothing written is lost and the clock stands still at what was heard last.
    func pause()

    /// Drops all that belongs to a generation before this one, unblocks a waiting `write`.
    func flush(to generation: Generation)

    /// The item is over and the next one may sound here: what waits is dropped and a `write` is refused as stale. What
    /// the device has is heard until the next item's sound is there, for 100 ms at most, so that no silence comes
    /// between the two. If that is all of a generation that is finished, it is heard to its end.
    func leaveItem()

    /// Takes the next item's sound, paused; numbers of generations begin again. Call after ``leaveItem()``, once the
    /// thread that wrote has ended.
    func beginItem()

    /// 0 … 1.3, linear amplitude factor; a change is ramped, so it does not click.
    func setVolume(_ factor: Float)

    func setMuted(_ isMuted: Bool)

    /// Both, left or right channel on all outputs; no effect unless stereo.
    func setChannelOutput(_ output: ChannelOutput)

    /// What is heard now.
    var clock: AudioClockReading { get }

    /// State of the device, for notices and the statistics page.
    var status: AudioSinkStatus { get }

    /// Peak level per channel of what was heard last, 0 … 1, for the level meter.
    var levels: [Float] { get }

    /// Stops for good and releases the device; unblocks everyone. A second call does nothing.
    func close()
}

package enum AudioWriteResult: Sendable, Equatable {
    case written
    /// The block belongs to an old generation and was dropped.
    case stale
    case closed
}

/// `outputAudioChannel`.
package enum ChannelOutput: String, Sendable, CaseIterable {
    case both, left, right
}

/// What the listener hears at an instant.
package struct AudioClockReading: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        /// Nothing of this generation was heard yet; `position` has no meaning.
        case empty
        /// Sound is running: extrapolate with `rate`.
        case running
        /// Standing still: paused.
        case paused
        /// Standing still: the sink ran out of blocks.
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
    /// From `hostTime` until everything up to ``AudioSink/finish(_:)`` is heard; nil: more may come.
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

/// State of the sound device.
package struct AudioSinkStatus: Sendable, Equatable {
    package enum Device: Sendable, Equatable {
        /// A device is open.
        case open(name: String)
        /// None could be opened at the start; `reason` is the library's text.
        case absent(reason: String)
        /// It was open and went away; the sink tries to get it back.
        case lost(name: String, reason: String)
        /// The sound is meant for a listener elsewhere, and none hears it; `reason` is for the viewer. The sink takes
        /// the sound up when one comes.
        case unheard(reason: String)
    }

    package var device: Device
    /// Times the device ran empty since opening and was recovered.
    package var underrunCount: Int
    /// Sound on its way: written, not heard yet.
    package var delay: HostTime

    package init(device: Device, underrunCount: Int = 0, delay: HostTime = .zero) {
        self.device = device
        self.underrunCount = underrunCount
        self.delay = delay
    }
}
