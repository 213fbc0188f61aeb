package import PlayCore

/// The state of a session at one instant, for screens and remote controls.
package struct PlaybackSnapshot: Sendable, Equatable {
    package var status: PlayStatus
    /// The path or address without secrets, as the user entered it. `nil` without an item. Unverified text.
    package var item: String?
    /// The container's title, else the file name; unverified text.
    package var title: String?
    package var tags = MediaTags()
    package var clock: ClockReading
    /// The service's statement, else the container's format. `nil` before the item is open.
    package var format: MediaFormat?
    package var selection: SourceSelection?
    /// With fewer than two there is no choice.
    package var sourceDefinitions: [DefinitionInfo] = []
    /// `nil` if unknown (a stream, a pipe without an index).
    package var duration: MediaTime?
    /// Estimated from the size and the first rate, as for raw AAC.
    package var isDurationGuessed = false
    package var buffered: MediaRange?
    /// Whether as much is read ahead as is wanted, or all that exists.
    package var hasFullBuffer = false
    package var canSeek: Bool
    /// The range in memory for seeks in an input that is read once. `nil` if seeks can reach the whole item.
    package var held: MediaRange?
    /// Whether a requested seek has not shown its first picture or sound yet.
    package var isSeeking: Bool
    /// Whether playback starts by itself after loading or a stall.
    package var wantsPlay = true
    /// Seeks started in this item. Lets a slow reader notice each.
    package var seekCount = 0
    /// The number up to which all commands are answered. A seek is answered with its picture and sound, or on refusal.
    package var answered = 0
    /// Since when data is awaited (loading, seeking, stalled), or `nil`.
    package var waitingSince: HostTime?
    /// Whether playback has stalled, or a seek or a selection takes longer than ``shortWait``. False while loading.
    package var isBuffering = false
    /// Shorter waits are not shown, to avoid flicker.
    package static let shortWait = HostTime.milliseconds(200)
    package var tracks: [TrackInfo]
    package var videoTrack: Int?
    package var audioTrack: Int?
    /// The bitmap track drawn on the picture. For text see ``SubtitleNews``.
    package var subtitleTrack: Int?
    package var subtitleTextCount = 0
    package var chapters: [Chapter]
    /// The parts with an effect when playback enters them, in order.
    package var regions: [Region] = []
    package var rate: PlaybackRate
    /// Per cent, 0 … 130.
    package var volume: Int
    package var isMuted: Bool
    package var channelOutput: ChannelOutput
    package var scalingMode: ScalingMode
    package var adjustment: PictureAdjustment
    package var view = PictureView.normal
    package var soundFilters = SoundFilters.none
    /// `--alang`, preferred first.
    package var audioLanguages: [String] = []
    package var audioTaste: TrackTaste?
    package var audioDelay: MediaTime
    package var passesSilence = false
    package var forwardBuffer = MediaTime.zero
    package var loopFile: Int?
    /// Where undoing the last seek or skip leads, or `nil` if there was none in this item.
    package var revertPosition: MediaTime?
    package var abLoopStart: MediaTime?
    package var abLoopEnd: MediaTime?
    package var error: PlayError?
    /// The newest notices, oldest first, with rising numbers; at most 16.
    package var notices: [NumberedNotice]
    /// `nil` without a sound output (`--no-audio`, an item without sound).
    package var audioStatus: AudioSinkStatus?
    /// Peak per channel, 0 … 1, for the level meter of items without picture.
    package var audioLevels: [Float]
    /// Whether the first picture is shown while loading, because the sound is awaited.
    package var showsFirstPicture = false
    package var stream: StreamStatus?
    package var liveState: LiveState?
    package var statistics: PlaybackStatistics
    package var network: NetworkStatus?
    package var reconnection: ReconnectStatus?
    /// Displayed width ÷ height, or `nil` before the first picture.
    package var pictureAspect: Double?
    /// In every part, position and duration are the main content's.
    package var part = PlayPart.main
    /// The visible advert breaks that remain. An empty range is a point.
    package var breaks: [MediaRange] = []
    /// `nil` unless an advert plays or is awaited.
    package var advert: AdvertStatus?

    package var recordType: RecordType?

    package static let empty = PlaybackSnapshot()

    package init() {
        status = .unload
        clock = .zero
        canSeek = false
        isSeeking = false
        tracks = []
        chapters = []
        rate = .normal
        volume = 100
        isMuted = false
        channelOutput = .both
        scalingMode = .aspectFit
        adjustment = .neutral
        audioDelay = .zero
        loopFile = 0
        notices = []
        audioLevels = []
        statistics = PlaybackStatistics()
    }

    package var showsCover = false
    /// The number of covers found so far, shown or not. ``PlaybackEngine/cover`` is the last one.
    package var coverCount = 0

    package var isSeekable: Bool { canSeek || held != nil }

    package func liveDelay(at now: HostTime) -> MediaTime? { liveState?.behind(clock.position(at: now), at: now) }

    package var earlyEnd: EarlyEnd? { if case .endedEarly(let end)? = notices.last?.notice { end } else { nil } }

    /// Whether the viewer is at the centre of a spherical video.
    package var isSphere: Bool {
        // Called for each frame: copying a track would cost an allocation.
        for index in tracks.indices where tracks[index].id == videoTrack {
            return view.sphere(of: tracks[index].sphere) != nil
        }
        return false
    }

    package var hasPicture: Bool { videoTrack != nil || showsCover }
}
