package import Adaptation
package import Media
package import PlayCore
package import PlaybackModel

/// Settings of a session that are fixed before set-up; those that commands change are the initial values.
package struct SessionOptions: Sendable {
    package enum TrackChoice: Sendable, Equatable {
        /// The container's default, else the first that can be decoded.
        case automatic
        case none
        /// The n-th of its kind, from 1.
        case number(Int)
    }

    /// Settings that this item alone has, whatever the viewer set for the items before it; they end with it.
    package var own: Set<CarriedSetting> = []
    /// In place of the item's own title; unverified text.
    package var title: String?
    /// Where to begin; nil: at the start.
    package var start: SeekTarget?
    /// `start` is where it was left: of what is live that is a place in an old window, which counts for nothing.
    package var isStartRemembered = false
    /// The same by the calendar of a live stream, which counts before `start` where there is one.
    package var startInstant: UTCTime?
    /// Plays only up to here.
    package var end: SeekTarget?
    /// Plays only so much from where it began; the earlier of `end` and this counts.
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
    /// What becomes of the item's parts; nil: all of it plays.
    package var regionRules: RegionRules?
    /// How silence is passed over, while it is; nil: it never is.
    package var silence: SilenceRule? = SilenceRule()
    /// Silence passes faster.
    package var passesSilence = false
    /// Nil: for ever.
    package var loopFile: Int? = 0
    package var abLoopStart: MediaTime?
    package var abLoopEnd: MediaTime?
    package var videoTrack: TrackChoice = .automatic
    /// Wished definitions, the strongest first; count while `videoTrack` is automatic.
    package var preferredDefinitions: [DefinitionInfo.Key] = []
    /// Which of its stream's definitions the viewer has chosen; nil: none.
    package var definition: StreamDefinition?
    /// Which of the video's sources this is; nil where there is no choice to speak of.
    package var selection: SourceSelection?
    package var audioTrack: TrackChoice = .automatic
    /// The most wanted first; count while `audioTrack` is automatic.
    package var audioLanguages: [String] = []
    /// The kind of sound that the viewer chose in an earlier item; counts while `audioTrack` is automatic.
    package var audioTaste: TrackTaste?
    /// Of the viewer's locale: decide where the container does not.
    package var ownLanguages: [String] = []
    package var hardware: HardwarePreference = .automatic
    /// Sound later (positive) or earlier than the picture.
    package var audioDelay: MediaTime = .zero
    /// Media to read ahead, as somebody has asked for it while another item played; zero: nobody has.
    package var forwardBuffer: MediaTime = .zero
    /// Of a small picture beside others: time from one that is shown to the next, at any speed; those between
    /// are left out, and not decoded where no other needs them. Nil: all are shown.
    package var pictureInterval: MediaTime?
    /// How long a picture file is shown; nil: until the viewer goes on.
    package var imageDisplayDuration: MediaTime?
    /// Whoever publishes the item asks that its pictures are not captured.
    package var forbidsCapture = false

    /// Plays as soon as it is ready (by itself it would not).
    package var plays = false
    package var retryAnswer = RetryAnswer.ask
    package var reconnects = ReconnectRule.never
    /// How much is read ahead.
    package var buffer = BufferOptimizer.standard
    /// Of what comes over a network.
    package var networkBuffer = BufferRules.standard
    /// Bytes of packets that have played and are kept for jumps back, of what comes over a network; mpv's default.
    package var keptBytes = 50 << 20
    /// Bytes of packets of what is live that are read ahead where playing is paused or behind; 0: the usual read-ahead.
    package var timeshiftBytes = 150 << 20
    /// What follows is opened ahead only once this one, over a network, has enough for itself.
    package var balancesNetwork = true
    /// …or after so long, though this one does not play yet; nil: only then.
    package var preloadPatience: HostTime?
    /// It interrupts another item: its sound is converted for the output that is open, so that no device is opened
    /// between the two.
    package var isGuest = false
    /// Takes the last picture of the item before away at once; else it stays until the first one is there.
    package var clearsPictureFirst = true

    /// The item was being played and failed: this is the attempt to go on.
    package var resumes = false
    /// It was open before an advert took its place: what opening it has to tell is told.
    package var isOpenedAgain = false

    package init() {}

    /// What becomes of a source over a network that failed and has no retries left to make by itself.
    package enum RetryAnswer: Sendable, Equatable {
        /// The viewer says it: ``PlaybackCommand/reload`` or ``PlaybackCommand/stopLoading``.
        case ask
        case reload
        case stop
    }
}
