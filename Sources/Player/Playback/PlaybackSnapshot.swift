package import PlayCore

/// PLAY-24: `playStatus`. Numbers and names of the catalogue's section 15.
package enum PlayStatus: Int, Sendable, CaseIterable {
    /// Nothing is set up.
    case unload = 0
    /// Opening, until the first picture or sound is there.
    case loading = 1
    /// Wants to play and has not enough data.
    case stalled = 2
    /// Set up, not started (PLAY-08).
    case ready = 3
    case playing = 4
    case paused = 5
    case failed = 6
    case reachEnd = 7
    case stopped = 8
}

/// Everything that a screen or a remote control may know of a session, at one instant.
package struct PlaybackSnapshot: Sendable, Equatable {
    package var status: PlayStatus
    /// Path or address without secrets, as the user gave it; unverified text. Nil when nothing is set up.
    package var item: String?
    /// Title from the container, else the file's name; unverified text.
    package var title: String?
    package var tags = MediaTags()
    package var clock: ClockReading
    /// INFO-01: as the service has it, else the container's; nil before it is open.
    package var format: MediaFormat?
    /// PLAY-26: which of the video's sources plays; nil for a clip.
    package var selection: SourceSelection?
    /// INFO-03: the definitions that the video's sources are; fewer than two: there is nothing to choose among.
    package var sourceDefinitions: [DefinitionInfo] = []
    /// Nil when unknown (a stream, a pipe without an index).
    package var duration: MediaTime?
    /// PLAY-25: what is buffered around the position, as far as it is known.
    package var buffered: MediaRange?
    /// As much is read ahead as is wanted for now, or all that there is.
    package var hasFullBuffer = false
    package var canSeek: Bool
    /// A seek was asked for and its first picture or sound is not out yet.
    package var isSeeking: Bool
    /// While it is loading or has stalled: whether playing goes on then.
    package var wantsPlay = true
    /// Seeks that were begun in this item: a reader that looks rarely sees that there was one.
    package var seekCount = 0
    /// Since when data is awaited (loading, seeking, stalled: ARCH-24); nil when none is.
    package var waitingSince: HostTime?
    package var tracks: [TrackInfo]
    package var videoTrack: Int?
    package var audioTrack: Int?
    /// The track of bitmaps that is drawn on the picture. Text is not drawn here: see ``SubtitleNews``.
    package var subtitleTrack: Int?
    /// Texts of the container's subtitles that were read so far.
    package var subtitleTextCount = 0
    package var chapters: [Chapter]
    package var rate: PlaybackRate
    /// Per cent, 0 … 130.
    package var volume: Int
    package var isMuted: Bool
    package var channelOutput: ChannelOutput
    package var scalingMode: ScalingMode
    package var adjustment: PictureAdjustment
    package var audioDelay: MediaTime
    package var loopFile: Int?
    package var abLoopStart: MediaTime?
    package var abLoopEnd: MediaTime?
    /// PLAY-31; set exactly while `status` is `failed`.
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
    /// ADV-69; nil unless the item comes over a network.
    package var network: NetworkStatus?
    /// ARCH-21; nil unless the item waits for its network to go on where it was.
    package var reconnection: ReconnectStatus?
    /// Width divided by height of the picture on show, as the eye sees it; nil before the first.
    package var pictureAspect: Double?
    /// INFO-14: position and duration are the main content's in each of them.
    package var part = PlayPart.main

    /// INFO-08: of a recording.
    package var recordType: RecordType?
    /// PLAY-03; nil: no engine was asked for.
    package var engine: EngineChoice?

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

    /// INFO-16: a cover is on show in place of a picture of the item's own.
    package var showsCover = false
    /// Covers that were found for the item so far, shown or not: ``PlaybackEngine/cover`` is the last one. 0: none.
    package var coverCount = 0

    /// Whether the item shows a picture (moving, still or cover art) now.
    package var hasPicture: Bool { videoTrack != nil || showsCover }
}

/// Something the viewer should know once; it never ends playing.
package enum PlaybackNotice: Sendable, Equatable {
    /// No sound device could be opened; playing without sound. `reason`: the library's text.
    case noSoundDevice(reason: String)
    case soundDeviceLost(name: String)
    case soundDeviceBack(name: String)
    /// ADV-24: `EVENT_SWITCH_TO_SOFTWARE_DECODER`.
    case switchedToSoftwareDecoder(device: String, reason: String)
    /// ADV-25: hardware could not decode H.265; the item goes on in the coding that was kept for this.
    case switchedToSpareStream(device: String, reason: String)
    /// A track cannot be decoded; playing goes on without it.
    case trackSkipped(kind: TrackKind, codec: String)
    /// The file is damaged; what could be read is played.
    case damaged(reason: String)
    /// Reading stopped before the end.
    case readFailed(reason: String)
    case cannotSeek
    /// ADV-30: all that the service gives of the item was played.
    case previewEnded
    /// What was to be played next is gone from the live window; playing goes on at its start.
    case leftLiveWindow
    /// PLAY-32: 1090: a clip before or after the content could not be played; the content is.
    case clipFailed(reason: String)
}

package struct NumberedNotice: Sendable, Equatable {
    /// Rises by one with each notice of a session.
    package let number: Int
    package let notice: PlaybackNotice

    package init(number: Int, notice: PlaybackNotice) {
        self.number = number
        self.notice = notice
    }
}

/// For the statistics page.
package struct PlaybackStatistics: Sendable, Equatable {
    /// FFmpeg's name, with the hardware device in brackets when one decodes.
    package var videoDecoder: String?
    package var audioDecoder: String?
    package var videoWidth = 0
    package var videoHeight = 0
    /// Nominal; nil when the container has none.
    package var framesPerSecond: Double?
    package var presentedFrames = 0
    /// Decoded, but late: dropped before scaling.
    package var droppedFrames = 0
    /// Times playing stopped for want of data (ARCH-23).
    package var stallCount = 0
    /// Picture time minus sound time of the last picture; positive: the picture is late.
    package var audioVideoOffset: HostTime = .zero
    /// Bytes in the packet queues.
    package var queuedBytes = 0
    /// …and of those that have played and are kept for jumps.
    package var keptBytes = 0

    package init() {}

    /// Those whose time came.
    package var dueFrames: Int { presentedFrames + droppedFrames }
}

/// ARCH-10: named lifecycle events, in the order of happening; `--log-events` writes each.
package enum LifecycleEvent: String, Sendable, CaseIterable {
    case ready = "Ready"
    case play = "Play"
    case pause = "Pause"
    case playRequest = "PlayRequest"
    case pauseRequest = "PauseRequest"
    case end = "End"
    case fail = "Fail"
    case error = "Error"
    case terminate = "Terminate"
    case failedToPlayToEndTime = "FailedToPlayToEndTime"
    /// ARCH-21: an item that failed is set up anew; exactly one of the two after it follows.
    case resumeBegin = "ResumeBegin"
    case resumeComplete = "ResumeComplete"
    case resumeFail = "ResumeFail"
    /// ADV-04: an item's first picture is shown.
    case firstRenderedStart = "FirstRenderedStart"
    /// ADV-04: what the viewer sought is there.
    case seekEnd = "SeekEnd"
    /// ADV-04: the item, or the part between A and B, begins anew by itself.
    case loopingStart = "LoopingStart"
    case playbackStalled = "PlaybackStalled"
    case playbackRecovered = "PlaybackRecovered"
    case playbackBufferEmpty = "PlaybackBufferEmpty"
    case playbackLikelyToKeepUp = "PlaybackLikelyToKeepUp"
    /// ADV-24.
    case switchToSoftwareDecoder = "EVENT_SWITCH_TO_SOFTWARE_DECODER"
    /// ADV-36.
    case loadingTimeout = "ERROR_LOADING_TIMEOUT"
    /// ADV-37.
    case networkRetry = "EVENT_PLAYER_NETWORK_RETRY"
}
