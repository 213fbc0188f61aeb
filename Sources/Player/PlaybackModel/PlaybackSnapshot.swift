package import PlayCore

/// The state of a session at one instant, for screens and remote controls.
package struct PlaybackSnapshot: Sendable, Equatable {
    package var status: PlayStatus
    /// The path or address without secrets, as the user entered it, or `nil` if no item is set up. Unverified text.
    package var item: String?
    /// The title from the container, else the name of the file; unverified text.
    package var title: String?
    package var tags = MediaTags()
    package var clock: ClockReading
    /// The format from the service, else from the container, or `nil` before the item is open.
    package var format: MediaFormat?
    /// The playing source of the video, or `nil` for a clip.
    package var selection: SourceSelection?
    /// The definitions of the video's sources; with fewer than two there is no choice.
    package var sourceDefinitions: [DefinitionInfo] = []
    /// The duration, or `nil` if unknown (a stream, a pipe without an index).
    package var duration: MediaTime?
    /// Whether ``duration`` is estimated from the size and the first rate, as for raw AAC.
    package var isDurationGuessed = false
    /// The buffered range around the position, as far as it is known.
    package var buffered: MediaRange?
    /// Whether as much is read ahead as is wanted now, or all that exists.
    package var hasFullBuffer = false
    package var canSeek: Bool
    /// The range in memory that can be sought, for an input that is read once; `nil` if the whole item can be sought.
    package var held: MediaRange?
    /// Whether a seek was requested and its first picture or sound is not out yet.
    package var isSeeking: Bool
    /// Whether playback starts or continues after loading or a stall.
    package var wantsPlay = true
    /// The number of seeks started in this item, by which a reader that seldom polls notices that there was one.
    package var seekCount = 0
    /// The number up to which all commands are answered; a seek is once its picture and sound are out, or on refusal.
    package var answered = 0
    /// The time since when data is awaited (loading, seeking, stalled), or `nil` if it is not.
    package var waitingSince: HostTime?
    /// Whether playback has run dry, or a seek or a selection takes longer than ``shortWait``. False while loading.
    package var isBuffering = false
    /// A wait up to this length is not shown, to avoid flicker.
    package static let shortWait = HostTime.milliseconds(200)
    package var tracks: [TrackInfo]
    package var videoTrack: Int?
    package var audioTrack: Int?
    /// The bitmap track that is drawn on the picture. Text is not drawn here: see ``SubtitleNews``.
    package var subtitleTrack: Int?
    package var subtitleTextCount = 0
    package var chapters: [Chapter]
    /// The parts with an action for when playback enters them, in order.
    package var regions: [Region] = []
    package var rate: PlaybackRate
    /// The volume in per cent, 0 … 130.
    package var volume: Int
    package var isMuted: Bool
    package var channelOutput: ChannelOutput
    package var scalingMode: ScalingMode
    package var adjustment: PictureAdjustment
    package var view = PictureView.normal
    package var soundFilters = SoundFilters.none
    /// The languages of `--alang`, the preferred one first.
    package var audioLanguages: [String] = []
    /// The kind of sound that the viewer chose in this item or an earlier one.
    package var audioTaste: TrackTaste?
    package var audioDelay: MediaTime
    package var passesSilence = false
    /// The requested media to read ahead, or zero if none was requested.
    package var forwardBuffer = MediaTime.zero
    package var loopFile: Int?
    /// The position to which undoing the last seek or skip leads, or `nil` if there was none in this item.
    package var revertPosition: MediaTime?
    package var abLoopStart: MediaTime?
    package var abLoopEnd: MediaTime?
    package var error: PlayError?
    /// The newest notices, oldest first, with rising numbers; at most 16.
    package var notices: [NumberedNotice]
    /// The state of the sound output, or `nil` if there is none (`--no-audio`, an item without sound).
    package var audioStatus: AudioSinkStatus?
    /// The peak per channel, 0 … 1, for the level meter of items without picture.
    package var audioLevels: [Float]
    /// Whether the first picture is shown while the item is still loading, because its sound is awaited.
    package var showsFirstPicture = false
    package var stream: StreamStatus?
    package var liveState: LiveState?
    package var statistics: PlaybackStatistics
    package var network: NetworkStatus?
    package var reconnection: ReconnectStatus?
    /// The displayed width ÷ height of the present picture, or `nil` before the first.
    package var pictureAspect: Double?
    /// The playing part. In each of them position and duration are those of the main content.
    package var part = PlayPart.main
    /// The remaining breaks for adverts, as far as they are shown; an empty range is a point.
    package var breaks: [MediaRange] = []
    /// The state of the advert, or `nil` unless one plays or is awaited.
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

    /// Whether a cover replaces the picture of the item.
    package var showsCover = false
    /// The number of covers found for the item so far, shown or not: ``PlaybackEngine/cover`` is the last one.
    package var coverCount = 0

    package var isSeekable: Bool { canSeek || held != nil }

    package func liveDelay(at now: HostTime) -> MediaTime? { liveState?.behind(clock.position(at: now), at: now) }

    /// The early end, or `nil` unless the last notice is one.
    package var earlyEnd: EarlyEnd? { if case .endedEarly(let end)? = notices.last?.notice { end } else { nil } }

    /// Whether the viewer sees the video from within a sphere.
    package var isSphere: Bool {
        // Called for each frame: copying a track would cost an allocation.
        for index in tracks.indices where tracks[index].id == videoTrack {
            return view.sphere(of: tracks[index].sphere) != nil
        }
        return false
    }

    /// Whether the item shows a picture (moving, still or cover art) now.
    package var hasPicture: Bool { videoTrack != nil || showsCover }
}
