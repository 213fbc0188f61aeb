package import Media
package import PlayCore
package import PlaybackModel

/// The settings at the start of a session. Commands change some of them later.
package struct SessionOptions: Sendable {
    package enum TrackChoice: Sendable, Equatable {
        /// The container's default, else the first track with a decoder.
        case automatic
        case none
        /// The n-th track of its kind, from 1.
        case number(Int)
    }

    package var own: Set<CarriedSetting> = []
    /// Replaces the item's own title. Unverified text.
    package var title: String?
    package var start: SeekTarget?
    /// Whether `start` is a remembered position, which a live item ignores because its window has moved.
    package var isStartRemembered = false
    /// Whether the viewer set `start` for several items. Behind an item's end it means the beginning.
    package var startsWithinItem = false
    /// The start by a live stream's calendar, with precedence over `start`.
    package var startInstant: UTCTime?
    package var end: SeekTarget?
    /// The length to play from the start. The earlier of `end` and this counts.
    package var length: MediaTime?
    package var rate: PlaybackRate = .normal
    /// Per cent, 0 … 130.
    package var volume = 100
    package var isMuted = false
    package var channelOutput: ChannelOutput = .both
    package var scalingMode: ScalingMode = .aspectFit
    package var adjustment = PictureAdjustment.neutral
    package var view = PictureView.normal
    package var soundFilters = SoundFilters.none
    package var sharpening = Sharpening.none
    package var regionRules: RegionRules?
    /// How silence plays faster if that is switched on, or `nil` if it never does.
    package var silence: SilenceRule? = SilenceRule()
    package var passesSilence = false
    /// `nil` for endlessly.
    package var loopFile: Int? = 0
    package var abLoopStart: MediaTime?
    package var abLoopEnd: MediaTime?
    package var videoTrack: TrackChoice = .automatic
    /// Strongest preference first. Used if `videoTrack` is automatic.
    package var preferredDefinitions: [DefinitionInfo.Key] = []
    package var definition: StreamDefinition?
    package var selection: SourceSelection?
    package var audioTrack: TrackChoice = .automatic
    /// Preferred first. Used if `audioTrack` is automatic.
    package var audioLanguages: [String] = []
    /// The kind of sound that the viewer chose in an earlier item. Used if `audioTrack` is automatic.
    package var audioTaste: TrackTaste?
    /// The languages of the viewer's locale, for a container without a default.
    package var ownLanguages: [String] = []
    package var hardware: HardwarePreference = .automatic
    /// Negative advances the sound.
    package var audioDelay: MediaTime = .zero
    /// Media to read ahead as requested during another item, or zero.
    package var forwardBuffer: MediaTime = .zero
    /// The time between shown pictures at any speed, for a small picture beside others. `nil` shows all.
    package var pictureInterval: MediaTime?
    /// `nil` until the viewer moves on.
    package var imageDisplayDuration: MediaTime?
    /// Whether the item's publisher asks that its pictures are not captured.
    package var forbidsCapture = false

    package var plays = false
    package var retryAnswer = RetryAnswer.ask
    package var reconnects = ReconnectRule.never
    package var buffer = BufferOptimizer.standard
    package var networkBuffer = BufferRules.standard
    /// Bytes of played packets to keep for seeks back, for an item over a network. mpv's default.
    package var keptBytes = Self.usualKeptBytes
    static let usualKeptBytes = 50 << 20
    /// Bytes of a live item to read ahead while playback is paused or late; 0 for the usual read-ahead.
    package var timeshiftBytes = 150 << 20
    /// Whether following items open only once this one, over a network, has enough data.
    package var balancesNetwork = true
    /// The time after which they open in any case, or `nil` for no limit.
    package var preloadPatience: HostTime?
    /// Whether the item interrupts another one. Its sound is converted for the open output, so no device is opened.
    package var isGuest = false
    /// Whether to clear the previous item's last picture at once. Otherwise it stays until this item's first one.
    package var clearsPictureFirst = true

    package var resumes = false
    /// Whether a live item is opened again. Its requests are retried sooner.
    package var resumesLive = false
    /// Whether an advert interrupted the item, whose notices were already shown.
    package var isOpenedAgain = false

    package init() {}

    /// The reaction to a network source that has used up its own retries.
    package enum RetryAnswer: Sendable, Equatable {
        /// The viewer decides: ``PlaybackCommand/reload`` or ``PlaybackCommand/stopLoading``.
        case ask
        case reload
        case stop
    }
}
