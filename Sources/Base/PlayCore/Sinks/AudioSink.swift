/// The destination of PCM. It consumes sound at the pace of the device's clock, or of the host's without a device. One
/// thread (`audio-dec`) calls `write` and `finish`, any thread the rest.
package protocol AudioSink: AnyObject, Sendable {
    var format: AudioFormat { get }

    /// Waits while the sink is full. Ignores an empty block.
    func write(_ block: AudioBlock) -> AudioWriteResult

    /// Announces that a generation is complete: once it is played, the sink reports ``AudioClockReading/State/ended``.
    func finish(_ generation: Generation)

    /// Starts or resumes. A new sink is paused.
    func play()

    /// Stops within a few milliseconds. Keeps written sound; the clock stays at the last sound heard.
    func pause()

    /// Drops all blocks of earlier generations and unblocks a waiting `write`.
    func flush(to generation: Generation)

    /// Ends the item so that the next one may play here: drops queued sound and refuses a `write` as stale. Sound
    /// already in the device continues until the next item's sound arrives, for 100 ms at most, to avoid a gap. The
    /// rest of a finished generation plays to its end.
    func leaveItem()

    /// Prepares for the next item's sound, paused. Generations start from the beginning again. Call after
    /// ``leaveItem()``, once the writing thread has ended.
    func beginItem()

    /// Sets a linear amplitude factor, 0 … 1.3. A change is ramped to avoid a click.
    func setVolume(_ factor: Float)

    func setMuted(_ isMuted: Bool)

    /// Selects the channels for all outputs; no effect unless the sound is stereo.
    func setChannelOutput(_ output: ChannelOutput)

    var clock: AudioClockReading { get }

    var status: AudioSinkStatus { get }

    /// Peak per channel of the last sound heard, 0 … 1.
    var levels: [Float] { get }

    /// Stops permanently, releases the device and unblocks all waiters. A second call does nothing.
    func close()
}

package enum AudioWriteResult: Sendable, Equatable {
    case written
    case stale
    case closed
}

package enum ChannelOutput: String, Sendable, CaseIterable {
    case both, left, right
}

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
    /// Media time of the sound that leaves the loudspeaker at `hostTime`.
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
        /// No remote listener is connected; `reason` is for the viewer. The sound resumes when one connects.
        case unheard(reason: String)
    }

    package var device: Device
    /// Recovered underruns since opening.
    package var underrunCount: Int
    /// The duration of the sound that is written but not heard yet.
    package var delay: HostTime

    package init(device: Device, underrunCount: Int = 0, delay: HostTime = .zero) {
        self.device = device
        self.underrunCount = underrunCount
        self.delay = delay
    }
}
