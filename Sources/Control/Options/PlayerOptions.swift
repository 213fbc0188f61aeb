package import PlayCore

/// Everything that the command line and the configuration can say about playing; the defaults are those of a command line without options.
package struct PlayerOptions: Sendable, Equatable {
    /// Names of the options that one item alone has.
    package var own: Set<String> = []

    // MARK: Playback

    package var start: TimePoint?
    /// In place of the title that the item has; text from outside.
    package var forcedTitle: String?
    package var end: TimePoint?
    /// A file of chapters in place of the item's own.
    package var chaptersFile: String?
    /// Stops this long after the start; `end` counts too, whichever comes first.
    package var length: MediaTime?
    package var rate = PlaybackRate.normal
    package var isPaused = false
    package var skips = SkipWishes()
    package var adverts = AdvertWishes()
    /// Plays an item this often again; nil for ever.
    package var loopFile: Int? = 0
    package var abLoopStart: MediaTime?
    package var abLoopEnd: MediaTime?
    /// Stays on the last picture of the last item instead of leaving.
    package var keepsOpen = false
    /// How long a still picture is shown; nil for ever.
    package var imageDuration: MediaTime?

    /// Clips before and after each item; paths.
    package var intro: String?
    package var outro: String?
    /// Per cent of an item after which the next one is opened; nil: never.
    package var preload: Double?
    /// Whether the read-ahead grows with what was watched, and from where to where.
    package var bufferGrows = true
    package var bufferMinimum = MediaTime.seconds(1)
    /// Nil: 10 s of a file, 50 s of what comes over a network.
    package var bufferMaximum: MediaTime?
    /// Of what comes over a network; nil: the catalogue's, or the maximum where that is less.
    package var bufferStart: MediaTime?
    package var bufferHigh: MediaTime?
    /// Bytes of what has played.
    package var keptBytes: Int64 = 50 << 20
    /// Bytes of what a live stream sends while it is paused or behind.
    package var timeshift: Int64 = 150 << 20
    /// The most that live playing may fall behind.
    package var liveMaximumDelay = MediaTime.seconds(5)

    // MARK: Playlists and memory

    /// Where to begin, in the order of playing, from 0.
    package var playlistStart = 0
    package var isShuffled = false
    package var playlistLoop = PlaylistLoop.times(1)
    /// Folders within folders too.
    package var isRecursive = false
    package var autocreate = AutocreatePlaylist.no
    /// Positions are remembered and gone back to.
    package var resumesPlayback = true
    /// With less than this left an item counts as finished.
    package var resumeIgnoreTail = MediaTime.seconds(5)
    /// False: positions are gone back to, but none is written.
    package var savesPosition = true
    /// False: nothing that is played leaves a trace.
    package var keepsHistory = true
    package var feedPreload = 2
    package var usesTraceID = true

    // MARK: Network

    package var network = NetworkOptions()
    // MARK: Services

    package var services = ServiceOptions()
    // MARK: Cache

    package var cache = CacheOptions()

    // MARK: Downloads

    package var downloads = DownloadOptions()
    package var preloading = PreloadOptions()

    // MARK: Picture

    package var videoTrack = TrackChoice.automatic
    /// The most wanted first.
    package var definitions: [DefinitionInfo.Key] = []
    package var hardwareDecoding = HardwareDecoding.auto
    /// What pictures are made of; nil: characters, as ``pictureSymbols`` says.
    package var pictureOutput: PictureOutput?
    /// Program and arguments; it gets the picture, and the terminal none.
    package var pictureProgram: String?
    package var pictureSymbols = PictureSymbols.auto
    package var colorMode = ColorMode.auto
    /// Draw with ASCII only; nil: as the locale allows.
    package var usesASCII: Bool?
    /// `--bidi`; nil: where the terminal does not do it.
    package var reordersText: Bool?
    /// Height of a terminal cell divided by its width; nil: ask the terminal.
    package var cellAspect: Double?
    package var scaling = Scaling.fit
    package var quality = PictureQuality.automatic
    /// 0 … 1.
    package var sharpening = 0.0
    package var adjustment = PictureAdjustment.neutral
    /// Zoom, place, rotation, aspect ratio and deinterlacing.
    package var view = PictureView.normal
    /// Colour around the picture, 0xRRGGBB; nil: the terminal's own background.
    package var background: UInt32? = 0

    // MARK: Sound

    package var audioTrack = TrackChoice.automatic
    /// The most wanted first; `auto` stands for those of the locale.
    /// Sounds in files of their own: paths and addresses.
    package var audioFiles: [String] = []
    package var audioSearch = SubtitleSearch.no
    package var audioFolders: [String] = []
    package var audioLanguages: [String] = []
    package var soundFilters = SoundFilters.none
    package var audioDevice = AudioDeviceChoice.automatic
    /// No device is opened.
    package var isSoundless = false
    /// Program and arguments; it gets the sound, and no device does.
    package var soundProgram: String?
    package var channelOutput = ChannelOutput.both
    /// Per cent, 0 … 130, 100 is the source's own level.
    package var volume = 100
    package var isMuted = false
    /// Positive: the sound comes later.
    package var audioDelay = MediaTime.zero

    // MARK: Classes and chats

    /// `--chat-file`: a recorded chat beside the video; text from outside.
    package var chatFile: String?
    /// The chat comes so much later; nil: as it was the last time.
    package var chatOffset: MediaTime?
    package var rooms = RoomWishes()

    // MARK: Subtitles

    /// Files to load beside those that are found; text from outside.
    package var subtitleFiles: [String] = []
    package var subtitleTrack = TrackChoice.automatic
    /// Shown below the first one.
    package var secondSubtitleTrack = TrackChoice.none
    /// The most wanted first; `auto` stands for those of the locale, and `zh+en` for both at once.
    package var subtitleLanguages: [String] = []
    package var subtitleSearch = SubtitleSearch.exact
    /// Folders to look into as well; relative ones are so to the video's.
    package var subtitleFolders: [String] = []
    /// As for iconv; with a plus in front it counts for UTF-8 too. Nil: found out.
    package var subtitleCodePage: String?
    package var metadataCodePage: String?
    /// Positive: the lines come later.
    package var subtitleDelay = MediaTime.zero
    package var showsSubtitles = true

    // MARK: Screen and controls

    /// Folders of films for home, as they were written.
    package var library: [String] = []
    package var controlBar = ControlBarVisibility.auto
    /// Without input for this long, the control bar goes away.
    package var hideControlsAfter = HostTime.seconds(3)
    /// How long the bar takes to appear and to go; nil: a fraction of a second, over SSH none.
    package var barFadeIn: HostTime?
    package var barFadeOut: HostTime?
    /// Pictures of the places under the pointer on the slider.
    package var showsPreviews = true
    /// How far the jump-back button goes back.
    package var jumpBack = MediaTime.seconds(10)
    /// `auto`, the name of a layout, or the path of a file of layouts.
    package var layout = "auto"
    /// A hairline of the progress stays while the control bar is hidden.
    package var showsProgressLine = false
    /// Starts with the picture alone.
    package var isFullScreen = false
    /// Of messages and the time over the picture, 0 … 3.
    package var osdLevel = 1
    /// Beside home and the list of downloads.
    package var floatsPicture = true
    package var usesMouse = true
    /// Shows the item's title as the terminal's title.
    package var setsTitle = true
    /// Bits per second that are written to the terminal at most; nil: what the line carries.
    package var maximumBitRate: Double?

    // MARK: Screenshots

    /// Names of screenshots, with mpv's placeholders.
    package var screenshotTemplate = "%F-%n"
    /// Nil: the viewer's folder of pictures.
    package var screenshotFolder: String?
    package var screenshotFormat = ScreenshotFormat.png
    /// 0 … 100.
    package var screenshotQuality = 90

    // MARK: Over the picture

    /// Text that scrolls over the picture.
    package var marquee: String?
    /// 0xRRGGBB.
    package var marqueeColor: UInt32 = 0xFFFFFF
    /// Columns a second.
    package var marqueeSpeed = 4.0
    /// A text, or the path of a picture.
    package var watermark: String?
    package var watermarkPosition = WatermarkPlace.rightTop
    /// A picture for items without one, path.
    package var cover: String?

    // MARK: Configuration and remote control

    package var configuration = ConfigChoice()
    /// `--input-conf`.
    package var inputConf: String?
    /// False: only what input.conf binds.
    package var usesDefaultBindings = true
    /// Path of the socket that takes commands, or `@name`; nil: none.
    package var ipcServer: String?
    /// Programs to start with a private socket, beside those of the configuration folders.
    package var scripts: [String] = []
    package var loadsScripts = true
    /// Stays when there is nothing to play.
    package var idle = IdleChoice.no
    package var backgroundAudio = BackgroundAudio.auto
    /// Whatever plays, and not only classes that are live.
    package var playsInBackground: Bool { backgroundAudio == .yes }
    /// Effective only together with ``playsInBackground``.
    package var decodesInBackground = false
    /// Effective only together with ``playsInBackground``.
    package var hangUp = HangUpAction.quit
    /// Effective only together with ``playsInBackground``.
    package var allowsRemoteControl = false
    /// Media keys, desktops and `tvplay remote` reach the player.
    package var isRemoteControlled: Bool { allowsRemoteControl && playsInBackground }
    /// Path or address.
    package var remoteControlImage: String?
    package var user = UserIdentity()

    // MARK: Logs

    package var logFile: String?
    package var logLevel = Log.Level.info
    package var eventLog: EventLogTarget?
    /// `--stats-file`: a line of JSON for each frame.
    package var statsFile: String?
    /// Options of mpv's that have no effect, for the log.
    package var ignored: [IgnoredOption] = []
    /// Nothing on standard output and standard error.
    package var isQuiet = false

    package init() {}
}

/// `--idle`: what happens when there is nothing to play.
package enum IdleChoice: String, Sendable, CaseIterable {
    case no, yes
    /// Waits at the start, leaves at the end.
    case once
}

/// `--background-audio`: whether the sound goes on while nobody sees the screen.
package enum BackgroundAudio: String, Sendable, CaseIterable {
    /// Of classes that are live.
    case auto
    case yes, no
}

/// What becomes of the player when its terminal is closed.
package enum HangUpAction: String, Sendable, CaseIterable { case quit, `continue` }

/// `--loop-playlist`: how often the list plays through.
package enum PlaylistLoop: Sendable, Equatable {
    /// At least 1.
    case times(Int)
    case endless
    /// Even when nothing of it can be played.
    case endlessDespiteFailures
}

/// Which track of a kind to play.
package enum TrackChoice: Sendable, Equatable {
    case automatic
    case none
    /// Counted from 1 among the tracks of the kind.
    case number(Int)
}

package enum AudioDeviceChoice: Sendable, Equatable {
    case automatic
    /// Print the devices and leave.
    case list
    /// ALSA's name; text from outside.
    case named(String)
}

/// `--sub-auto`: which files beside a video are its subtitles.
package enum SubtitleSearch: String, Sendable, CaseIterable { case no, exact, fuzzy, all }

package enum HardwareDecoding: String, Sendable, CaseIterable { case auto, no, vaapi, cuda, vdpau, drm }

package enum ColorMode: String, Sendable, CaseIterable {
    case auto, truecolor
    case palette256 = "256"
    case palette16 = "16"
    case palette8 = "8"
    case grey, mono
}

/// How the picture fills its area, in the words of the command line.
package enum Scaling: String, Sendable, CaseIterable {
    /// The whole picture, as large as possible.
    case fit
    /// Covers the screen; what sticks out is cropped.
    case fill
    /// Covers the screen, out of proportion.
    case stretch
}

/// How the read-ahead is found.
package enum BufferMethod: String, Sendable, CaseIterable { case grow, none }

package enum ControlBarVisibility: String, Sendable, CaseIterable { case never, auto, always }

/// Where `--log-events` writes.
package enum EventLogTarget: Sendable, Equatable {
    case standardError
    case file(String)
}

/// `--autocreate-playlist`: what plays with a file that is named alone.
package enum AutocreatePlaylist: String, Sendable, CaseIterable { case no, filter, same }

/// `--screenshot-format`.
package enum ScreenshotFormat: String, Sendable, CaseIterable { case png, jpg }

/// The catalogue's watermark positions.
package enum WatermarkPlace: String, Sendable, CaseIterable {
    case leftTop = "left-top"
    case rightTop = "right-top"
    case rightBottom = "right-bottom"
    case leftBottom = "left-bottom"
    case none
}
