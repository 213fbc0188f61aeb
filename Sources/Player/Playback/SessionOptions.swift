package import Media
package import PlayCore
package import PlaybackModel

/// The settings of a session that are fixed before set-up; for those that commands change, the initial values.
package struct SessionOptions: Sendable {
    package enum TrackChoice: Sendable, Equatable {
        /// The container's default, else the first track that can be decoded.
        case automatic
        case none
        /// The n-th track of its kind, from 1.
        case number(Int)
    }

    /// The settings that belong to this item alone, regardless of the viewer's earlier ones; they end with it.
    package var own: Set<CarriedSetting> = []
    /// The title that replaces the item's own, or `nil` to keep it; unverified text.
    package var title: String?
    package var start: SeekTarget?
    /// Whether `start` is a remembered position: for a live item it lies in an old window, and is ignored.
    package var isStartRemembered = false
    /// The start by the calendar of a live stream. It precedes `start` if the stream has a calendar.
    package var startInstant: UTCTime?
    package var end: SeekTarget?
    /// The length to play from the start; the earlier of `end` and this applies.
    package var length: MediaTime?
    package var rate: PlaybackRate = .normal
    /// The volume in per cent, 0 … 130.
    package var volume = 100
    package var isMuted = false
    package var channelOutput: ChannelOutput = .both
    package var scalingMode: ScalingMode = .aspectFit
    package var adjustment = PictureAdjustment.neutral
    package var view = PictureView.normal
    package var soundFilters = SoundFilters.none
    package var sharpening = Sharpening.none
    package var regionRules: RegionRules?
    /// How silence plays faster when that is on, or `nil` if it never does.
    package var silence: SilenceRule? = SilenceRule()
    package var passesSilence = false
    /// The number of loops, or `nil` forever.
    package var loopFile: Int? = 0
    package var abLoopStart: MediaTime?
    package var abLoopEnd: MediaTime?
    package var videoTrack: TrackChoice = .automatic
    /// The preferred definitions, the strongest first; used if `videoTrack` is automatic.
    package var preferredDefinitions: [DefinitionInfo.Key] = []
    /// The viewer's choice among the stream's definitions, or `nil` if there is none.
    package var definition: StreamDefinition?
    /// The source of the video in use, or `nil` if there is no choice.
    package var selection: SourceSelection?
    package var audioTrack: TrackChoice = .automatic
    /// The preferred languages first; used if `audioTrack` is automatic.
    package var audioLanguages: [String] = []
    /// The kind of sound that the viewer chose in an earlier item; used if `audioTrack` is automatic.
    package var audioTaste: TrackTaste?
    /// The languages of the viewer's locale, used if the container has no default.
    package var ownLanguages: [String] = []
    package var hardware: HardwarePreference = .automatic
    /// The delay of the sound against the picture; negative if it is earlier.
    package var audioDelay: MediaTime = .zero
    /// The media to read ahead as requested during another item, or zero if it was not.
    package var forwardBuffer: MediaTime = .zero
    /// For a small picture beside others, the time between shown pictures at any speed, or `nil` to show all.
    package var pictureInterval: MediaTime?
    /// How long a picture file is shown, or `nil` until the viewer moves on.
    package var imageDisplayDuration: MediaTime?
    /// Whether the publisher of the item asks for its pictures not to be captured.
    package var forbidsCapture = false

    package var plays = false
    package var retryAnswer = RetryAnswer.ask
    package var reconnects = ReconnectRule.never
    package var buffer = BufferOptimizer.standard
    package var networkBuffer = BufferRules.standard
    /// The bytes of played packets to keep for seeks back, for an item over a network; the default is mpv's.
    package var keptBytes = 50 << 20
    /// The bytes of a live item's packets to read ahead while playback is paused or behind; 0 for the usual read-ahead.
    package var timeshiftBytes = 150 << 20
    /// Whether the following items are opened ahead only once this one, over a network, has enough.
    package var balancesNetwork = true
    /// The time after which they are opened even if this one does not play yet, or `nil` to wait without limit.
    package var preloadPatience: HostTime?
    /// Whether the item interrupts another one: its sound is converted for the open output, to open no device.
    package var isGuest = false
    /// Whether the previous item's last picture is cleared at once, instead of staying until this item's first one.
    package var clearsPictureFirst = true

    package var resumes = false
    /// Whether the item was open before an advert replaced it, so that its notices were shown already.
    package var isOpenedAgain = false

    package init() {}

    /// The reaction to a network source that failed and has no retries of its own left.
    package enum RetryAnswer: Sendable, Equatable {
        /// The viewer decides: ``PlaybackCommand/reload`` or ``PlaybackCommand/stopLoading``.
        case ask
        case reload
        case stop
    }
}
