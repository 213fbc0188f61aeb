package import PlayCore

/// Everything that a screen or a remote control may know of a session, at one instant.
package struct PlaybackSnapshot: Sendable, Equatable {
    package var status: PlayStatus
    /// Path or address without secrets, as the user gave it; unverified text. Nil when nothing is set up.
    package var item: String?
    /// Title from the container, else the file's name; unverified text.
    package var title: String?
    package var tags = MediaTags()
    package var clock: ClockReading
    /// As the service has it, else the container's; nil before it is open.
    package var format: MediaFormat?
    /// Which of the video's sources plays; nil for a clip.
    package var selection: SourceSelection?
    /// The definitions that the video's sources are; fewer than two: there is nothing to choose among.
    package var sourceDefinitions: [DefinitionInfo] = []
    /// Nil when unknown (a stream, a pipe without an index).
    package var duration: MediaTime?
    /// Whether ``duration`` is a guess by the size and the first rate, as of raw AAC.
    package var isDurationGuessed = false
    /// What is buffered around the position, as far as it is known.
    package var buffered: MediaRange?
    /// As much is read ahead as is wanted for now, or all that there is.
    package var hasFullBuffer = false
    package var canSeek: Bool
    /// What can be sought of an input that is read once, because it is in memory. Nil where the whole item can be sought.
    package var held: MediaRange?
    /// A seek was asked for and its first picture or sound is not out yet.
    package var isSeeking: Bool
    /// While it is loading or has stalled: whether playing goes on then.
    package var wantsPlay = true
    /// Seeks that were begun in this item: a reader that looks rarely sees that there was one.
    package var seekCount = 0
    /// Every command with a number up to this one has been answered: the snapshot shows what became of it. A seek is
    /// answered when its first picture and sound are out, or when it was refused.
    package var answered = 0
    /// Since when data is awaited (loading, seeking, stalled); nil when none is.
    package var waitingSince: HostTime?
    /// Playing stands still because data is awaited: it has run dry, or a seek or a choice takes longer than
    /// ``shortWait``. While loading it is false.
    package var isBuffering = false
    /// A wait this short is not shown: no flicker.
    package static let shortWait = HostTime.milliseconds(200)
    package var tracks: [TrackInfo]
    package var videoTrack: Int?
    package var audioTrack: Int?
    /// The track of bitmaps that is drawn on the picture. Text is not drawn here: see ``SubtitleNews``.
    package var subtitleTrack: Int?
    /// Texts of the container's subtitles that were read so far.
    package var subtitleTextCount = 0
    package var chapters: [Chapter]
    /// Parts that do something when playing enters them, in order.
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
    /// `--alang`, the most wanted first.
    package var audioLanguages: [String] = []
    /// The kind of sound that the viewer chose in this item or an earlier one.
    package var audioTaste: TrackTaste?
    package var audioDelay: MediaTime
    /// Silence passes faster.
    package var passesSilence = false
    /// Media to read ahead, as somebody has asked for it; zero: nobody has.
    package var forwardBuffer = MediaTime.zero
    package var loopFile: Int?
    /// Where undoing the last seek or skip leads; `nil`: there was none in this item.
    package var revertPosition: MediaTime?
    package var abLoopStart: MediaTime?
    package var abLoopEnd: MediaTime?
    /// Set exactly while `status` is `failed`.
    package var error: PlayError?
    /// The newest notices, oldest first, with rising numbers; at most 16.
    package var notices: [NumberedNotice]
    /// Nil when there is no sound output (`--no-audio`, an item without sound).
    package var audioStatus: AudioSinkStatus?
    /// Peak per channel, 0 … 1, for the level meter of items without picture.
    package var audioLevels: [Float]
    /// The first picture is on show already, though the item is still loading: its sound is awaited.
    package var showsFirstPicture = false
    /// Nil unless the item is a stream of segments.
    package var stream: StreamStatus?
    /// Nil unless the item is live.
    package var liveState: LiveState?
    package var statistics: PlaybackStatistics
    /// Nil unless the item comes over a network.
    package var network: NetworkStatus?
    /// Nil unless the item waits for its network to go on where it was.
    package var reconnection: ReconnectStatus?
    /// Width divided by height of the picture on show, as the eye sees it; nil before the first.
    package var pictureAspect: Double?
    /// Position and duration are the main content's in each of them.
    package var part = PlayPart.main
    /// Where breaks for adverts are still to come, as far as they are shown; an empty range is a point.
    package var breaks: [MediaRange] = []
    /// Nil unless an advert plays, or one is being waited for.
    package var advert: AdvertStatus?

    /// Of a recording.
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

    /// A cover is on show in place of a picture of the item's own.
    package var showsCover = false
    /// Covers that were found for the item so far, shown or not: ``PlaybackEngine/cover`` is the last one. 0: none.
    package var coverCount = 0

    /// Whether a seek can lead anywhere: in the whole item, or in what is held of it.
    package var isSeekable: Bool { canSeek || held != nil }

    /// How far playing is behind the edge; `nil` unless the item is live.
    package func liveDelay(at now: HostTime) -> MediaTime? { liveState?.behind(clock.position(at: now), at: now) }

    /// Of the last notice, where that is of such an end.
    package var earlyEnd: EarlyEnd? { if case .endedEarly(let end)? = notices.last?.notice { end } else { nil } }

    /// Whether the viewer sees the video from within a sphere.
    package var isSphere: Bool {
        // Asked for each frame: a copy of a track would cost an allocation.
        for index in tracks.indices where tracks[index].id == videoTrack {
            return view.sphere(of: tracks[index].sphere) != nil
        }
        return false
    }

    /// Whether the item shows a picture (moving, still or cover art) now.
    package var hasPicture: Bool { videoTrack != nil || showsCover }
}
