package import PlayCore

/// All options for playing. The defaults are those of a command line without options.
package struct PlayerOptions: Sendable, Equatable {
    /// Names of the options that belong to one item only.
    package var own: Set<String> = []

    // MARK: Playback

    package var start: TimePoint?
    /// The title that replaces the item's own; text from outside.
    package var forcedTitle: String?
    package var end: TimePoint?
    /// A file of chapters that replaces the item's own.
    package var chaptersFile: String?
    /// The time after the start at which playback stops; it stops at `end` if that comes first.
    package var length: MediaTime?
    package var rate = PlaybackRate.normal
    package var isPaused = false
    package var skips = SkipWishes()
    package var adverts = AdvertWishes()
    /// How often an item is repeated, or `nil` forever.
    package var loopFile: Int? = 0
    package var abLoopStart: MediaTime?
    package var abLoopEnd: MediaTime?
    /// Whether the last picture of the last item stays instead of quitting.
    package var keepsOpen = false
    /// How long a still picture is shown, or `nil` forever.
    package var imageDuration: MediaTime?

    /// Clips before and after each item; paths.
    package var intro: String?
    package var outro: String?
    /// Per cent of an item after which the next one is opened, or `nil` for never.
    package var preload: Double?
    /// Whether the read-ahead grows with the watched time, and its limits.
    package var bufferGrows = true
    package var bufferMinimum = MediaTime.seconds(1)
    /// The limit, or `nil` for 10 s of a file, 50 s of a network source.
    package var bufferMaximum: MediaTime?
    /// The start for network sources, or `nil` for the catalogue's value, or the maximum if that is less.
    package var bufferStart: MediaTime?
    package var bufferHigh: MediaTime?
    /// Bytes kept of what has played.
    package var keptBytes: Int64 = 50 << 20
    /// Bytes kept of a live stream while it is paused or behind.
    package var timeshift: Int64 = 150 << 20
    package var liveMaximumDelay = MediaTime.seconds(5)

    // MARK: Playlists and memory

    /// The place of the first item, in the order of playing, from 0.
    package var playlistStart = 0
    package var isShuffled = false
    package var playlistLoop = PlaylistLoop.times(1)
    package var isRecursive = false
    package var autocreate = AutocreatePlaylist.no
    package var resumesPlayback = true
    /// With less than this left an item counts as finished.
    package var resumeIgnoreTail = MediaTime.seconds(5)
    /// Whether positions are written; they are still read if `false`.
    package var savesPosition = true
    /// Whether playback is recorded; if `false`, it leaves no trace.
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
    /// The definitions, most wanted first.
    package var definitions: [DefinitionInfo.Key] = []
    package var hardwareDecoding = HardwareDecoding.auto
    /// The form of pictures, or `nil` for characters according to ``pictureSymbols``.
    package var pictureOutput: PictureOutput?
    /// A program and its arguments; it gets the picture instead of the terminal.
    package var pictureProgram: String?
    package var pictureSymbols = PictureSymbols.auto
    package var colorMode = ColorMode.auto
    /// Whether to draw with ASCII only, or `nil` to use the locale's default.
    package var usesASCII: Bool?
    /// `--bidi`, or `nil` to reorder text unless the terminal does it.
    package var reordersText: Bool?
    /// Height of a terminal cell divided by its width, or `nil` to ask the terminal.
    package var cellAspect: Double?
    package var scaling = Scaling.fit
    package var quality = PictureQuality.automatic
    /// 0 … 1.
    package var sharpening = 0.0
    package var adjustment = PictureAdjustment.neutral
    package var view = PictureView.normal
    /// Colour around the picture, 0xRRGGBB, or `nil` for the terminal's own background.
    package var background: UInt32? = 0

    // MARK: Sound

    package var audioTrack = TrackChoice.automatic
    package var audioFiles: [String] = []
    package var audioSearch = SubtitleSearch.no
    package var audioFolders: [String] = []
    /// The languages, most wanted first; `auto` represents those of the locale.
    package var audioLanguages: [String] = []
    package var soundFilters = SoundFilters.none
    package var audioDevice = AudioDeviceChoice.automatic
    /// Whether no device is opened.
    package var isSoundless = false
    /// A program and its arguments; it gets the sound instead of a device.
    package var soundProgram: String?
    package var channelOutput = ChannelOutput.both
    /// Per cent, 0 … 130; 100 is the source's own level.
    package var volume = 100
    package var isMuted = false
    /// Positive values play the sound later.
    package var audioDelay = MediaTime.zero

    // MARK: Classes and chats

    /// `--chat-file`: a recorded chat beside the video; text from outside.
    package var chatFile: String?
    /// How much later the chat is shown, or `nil` for the previous value.
    package var chatOffset: MediaTime?
    package var rooms = ClassWishes()

    // MARK: Subtitles

    /// Files to load in addition to those found; text from outside.
    package var subtitleFiles: [String] = []
    package var subtitleTrack = TrackChoice.automatic
    package var secondSubtitleTrack = TrackChoice.none
    /// The languages, most wanted first; `auto` represents those of the locale, and `zh+en` both at once.
    package var subtitleLanguages: [String] = []
    package var subtitleSearch = SubtitleSearch.exact
    /// More folders to search; relative paths start at the video's folder.
    package var subtitleFolders: [String] = []
    /// The name as iconv takes it, or `nil` to detect the encoding. With a plus in front it applies to UTF-8 text, too.
    package var subtitleCodePage: String?
    package var metadataCodePage: String?
    /// Positive values show the lines later.
    package var subtitleDelay = MediaTime.zero
    package var showsSubtitles = true

    // MARK: Screen and controls

    /// Folders of films for home, as written.
    package var library: [String] = []
    package var controlBar = ControlBarVisibility.auto
    package var hideControlsAfter = HostTime.seconds(3)
    /// The time that the bar takes to appear and disappear, or `nil` for a fraction of a second, or zero over SSH.
    package var barFadeIn: HostTime?
    package var barFadeOut: HostTime?
    package var showsPreviews = true
    package var jumpBack = MediaTime.seconds(10)
    /// `auto`, the name of a layout, or the path of a file of layouts.
    package var layout = "auto"
    /// Whether a thin progress line stays while the control bar is hidden.
    package var showsProgressLine = false
    package var isFullScreen = false
    /// The level of messages and the time over the picture, 0 … 3.
    package var osdLevel = 1
    /// Whether the picture is shown beside home and the list of downloads.
    package var floatsPicture = true
    package var usesMouse = true
    package var setsTitle = true
    /// The most bits per second written to the terminal, or `nil` to use the line's capacity.
    package var maximumBitRate: Double?

    // MARK: Screenshots

    /// Names of screenshots, with mpv's placeholders.
    package var screenshotTemplate = "%F-%n"
    /// The folder, or `nil` for the viewer's folder of pictures.
    package var screenshotFolder: String?
    package var screenshotFormat = ScreenshotFormat.png
    /// 0 … 100.
    package var screenshotQuality = 90

    // MARK: Over the picture

    package var marquee: String?
    /// 0xRRGGBB.
    package var marqueeColor: UInt32 = 0xFFFFFF
    /// Columns a second.
    package var marqueeSpeed = 4.0
    /// A text, or the path of a picture.
    package var watermark: String?
    package var watermarkPosition = WatermarkPlace.rightTop
    /// The path of a picture for items without one.
    package var cover: String?

    // MARK: Configuration and remote control

    package var configuration = ConfigChoice()
    /// `--input-conf`.
    package var inputConf: String?
    /// Whether default bindings apply; if `false`, only those of input.conf.
    package var usesDefaultBindings = true
    /// Path of the socket for commands, or `@name`, or `nil` for none.
    package var ipcServer: String?
    /// Programs to start with a private socket, in addition to those of the configuration folders.
    package var scripts: [String] = []
    package var loadsScripts = true
    package var idle = IdleChoice.no
    package var backgroundAudio = BackgroundAudio.auto
    /// Whether all items play in the background, not only live classes.
    package var playsInBackground: Bool { backgroundAudio == .yes }
    /// Effective only together with ``playsInBackground``.
    package var decodesInBackground = false
    /// Effective only together with ``playsInBackground``.
    package var hangUp = HangUpAction.quit
    /// Effective only together with ``playsInBackground``.
    package var allowsRemoteControl = false
    /// Whether media keys, desktops and `tvplay remote` can control the player.
    package var isRemoteControlled: Bool { allowsRemoteControl && playsInBackground }
    /// The picture's path or address.
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
    /// Whether standard output and standard error stay empty.
    package var isQuiet = false

    package init() {}
}

/// `--idle`: the behaviour without an item to play.
package enum IdleChoice: String, Sendable, CaseIterable {
    case no, yes
    /// Waits at the start, quits at the end.
    case once
}

/// `--background-audio`: whether the sound continues while the screen is not visible.
package enum BackgroundAudio: String, Sendable, CaseIterable {
    /// For live classes only.
    case auto
    case yes, no
}

package enum HangUpAction: String, Sendable, CaseIterable { case quit, `continue` }

/// `--loop-playlist`: how often the list plays through.
package enum PlaylistLoop: Sendable, Equatable {
    /// At least 1.
    case times(Int)
    case endless
    /// Even if no item can be played.
    case endlessDespiteFailures
}

package enum TrackChoice: Sendable, Equatable {
    case automatic
    case none
    /// Counted from 1 among the tracks of the kind.
    case number(Int)
}

package enum AudioDeviceChoice: Sendable, Equatable {
    case automatic
    /// Prints the devices and exits.
    case list
    /// ALSA's name; text from outside.
    case named(String)
}

/// `--sub-auto`: the files beside a video that are loaded as its subtitles.
package enum SubtitleSearch: String, Sendable, CaseIterable { case no, exact, fuzzy, all }

package enum HardwareDecoding: String, Sendable, CaseIterable { case auto, no, vaapi, cuda, vdpau, drm }

package enum ColorMode: String, Sendable, CaseIterable {
    case auto, truecolor
    case palette256 = "256"
    case palette16 = "16"
    case palette8 = "8"
    case grey, mono
}

package enum Scaling: String, Sendable, CaseIterable {
    case fit
    /// Covers the screen; the overlapping parts are cropped.
    case fill
    /// Covers the screen, out of proportion.
    case stretch
}

package enum BufferMethod: String, Sendable, CaseIterable { case grow, none }

package enum ControlBarVisibility: String, Sendable, CaseIterable { case never, auto, always }

/// The destination of `--log-events`.
package enum EventLogTarget: Sendable, Equatable {
    case standardError
    case file(String)
}

/// `--autocreate-playlist`: the files that play with a file that is named alone.
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
