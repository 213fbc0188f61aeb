package import PlayCore

/// All options for playing, with the defaults of an empty command line.
package struct PlayerOptions: Sendable, Equatable {
    package var own: Set<String> = []

    // MARK: Playback

    package var start: TimePoint?
    /// The title that replaces the item's own; unverified text.
    package var forcedTitle: String?
    package var end: TimePoint?
    package var chaptersFile: String?
    /// Playing time after the start. The earlier of this and `end` counts.
    package var length: MediaTime?
    package var rate = PlaybackRate.normal
    package var isPaused = false
    package var skips = SkipWishes()
    package var adverts = AdvertWishes()
    /// The number of repetitions, or `nil` for endless.
    package var loopFile: Int? = 0
    package var abLoopStart: MediaTime?
    package var abLoopEnd: MediaTime?
    /// Whether the last item's last picture stays instead of quitting.
    package var keepsOpen = false
    /// The time for which an image is shown, or `nil` for endless.
    package var imageDuration: MediaTime?

    /// Path of a clip before each item; ``outro`` follows it.
    package var intro: String?
    package var outro: String?
    /// Per cent of an item after which the next one is opened, or `nil` for never.
    package var preload: Double?
    /// Whether the read-ahead grows with the watched time, and its limits.
    package var bufferGrows = true
    package var bufferMinimum = MediaTime.seconds(1)
    /// The limit of the read-ahead, or `nil` for 10 s of a file and 50 s of a network source.
    package var bufferMaximum: MediaTime?
    /// For network sources. `nil` for the catalogue's value, or the maximum if that is less.
    package var bufferStart: MediaTime?
    package var bufferHigh: MediaTime?
    /// Bytes of played media to keep.
    package var keptBytes: Int64 = 50 << 20
    /// Bytes of a live stream to keep while it is paused or late.
    package var timeshift: Int64 = 150 << 20
    package var liveMaximumDelay = MediaTime.seconds(5)

    // MARK: Playlists and memory

    /// The first item in the order of playing, from 0.
    package var playlistStart = 0
    package var isShuffled = false
    package var playlistLoop = PlaylistLoop.times(1)
    package var isRecursive = false
    package var autocreate = AutocreatePlaylist.no
    package var resumesPlayback = true
    /// The remaining time below which an item counts as finished.
    package var resumeIgnoreTail = MediaTime.seconds(5)
    /// Whether positions are written. They are read in any case.
    package var savesPosition = true
    /// Whether playback is recorded. Otherwise it leaves no trace.
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
    /// Most wanted first.
    package var definitions: [DefinitionInfo.Key] = []
    package var hardwareDecoding = HardwareDecoding.auto
    /// `nil` for characters according to ``pictureSymbols``.
    package var pictureOutput: PictureOutput?
    /// A program and its arguments. It gets the picture instead of the terminal.
    package var pictureProgram: String?
    package var pictureSymbols = PictureSymbols.auto
    package var colorMode = ColorMode.auto
    /// Whether to draw with ASCII only, or `nil` for the locale's default.
    package var usesASCII: Bool?
    /// `--bidi`, or `nil` to reorder text unless the terminal does.
    package var reordersText: Bool?
    /// Height of a cell divided by its width, or `nil` to ask the terminal.
    package var cellAspect: Double?
    package var scaling = Scaling.fit
    package var quality = PictureQuality.automatic
    /// 0 … 1.
    package var sharpening = 0.0
    package var adjustment = PictureAdjustment.neutral
    package var view = PictureView.normal
    /// The colour around the picture, 0xRRGGBB, or `nil` for the terminal's own background.
    package var background: UInt32? = 0

    // MARK: Sound

    package var audioTrack = TrackChoice.automatic
    package var audioFiles: [String] = []
    package var audioSearch = SubtitleSearch.no
    package var audioFolders: [String] = []
    /// Most wanted first. `auto` stands for the locale's.
    package var audioLanguages: [String] = []
    package var soundFilters = SoundFilters.none
    package var audioDevice = AudioDeviceChoice.automatic
    /// Whether no device is opened.
    package var isSoundless = false
    /// A program and its arguments. It gets the sound instead of a device.
    package var soundProgram: String?
    package var channelOutput = ChannelOutput.both
    /// Per cent, 0 … 130; 100 is the source's own level.
    package var volume = 100
    package var isMuted = false
    /// Positive to delay.
    package var audioDelay = MediaTime.zero

    // MARK: Classes and chats

    /// `--chat-file`: a recorded chat of the video; unverified text.
    package var chatFile: String?
    /// How much later the chat is shown, or `nil` for the previous value.
    package var chatOffset: MediaTime?
    package var rooms = ClassWishes()

    // MARK: Subtitles

    /// Files to load in addition to those found; unverified text.
    package var subtitleFiles: [String] = []
    package var subtitleTrack = TrackChoice.automatic
    package var secondSubtitleTrack = TrackChoice.none
    /// Most wanted first. `auto` stands for the locale's, and `zh+en` requests both at once.
    package var subtitleLanguages: [String] = []
    package var subtitleSearch = SubtitleSearch.exact
    /// Additional folders. Relative paths start at the video's folder.
    package var subtitleFolders: [String] = []
    /// iconv's name, or `nil` to detect the encoding. With a plus in front it also applies to UTF-8 text.
    package var subtitleCodePage: String?
    package var metadataCodePage: String?
    /// Positive to delay.
    package var subtitleDelay = MediaTime.zero
    package var showsSubtitles = true

    // MARK: Screen and controls

    /// Folders of films for home, as written.
    package var library: [String] = []
    package var controlBar = ControlBarVisibility.auto
    package var hideControlsAfter = HostTime.seconds(3)
    /// How long the bar takes to appear and disappear. `nil` for a fraction of a second, or zero over SSH.
    package var barFadeIn: HostTime?
    package var barFadeOut: HostTime?
    package var showsPreviews = true
    package var jumpBack = MediaTime.seconds(10)
    /// `auto`, the name of a layout, or the path of a file of layouts.
    package var layout = "auto"
    /// Whether a thin progress line stays while the control bar is hidden.
    package var showsProgressLine = false
    package var isFullScreen = false
    /// How much of messages and time appears over the picture, 0 … 3.
    package var osdLevel = 1
    /// Whether home and the list of downloads also show the picture.
    package var floatsPicture = true
    package var usesMouse = true
    package var setsTitle = true
    /// The limit of bits per second to the terminal, or `nil` for the line's capacity.
    package var maximumBitRate: Double?

    // MARK: Screenshots

    /// The name of screenshots, with mpv's placeholders.
    package var screenshotTemplate = "%F-%n"
    /// `nil` for the viewer's folder of pictures.
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
    package var inputConf: String?
    /// Whether default bindings apply. Otherwise only those of input.conf do.
    package var usesDefaultBindings = true
    /// The socket for commands, or `@name`, or `nil`.
    package var ipcServer: String?
    /// Programs to start with a private socket, in addition to those of the configuration folders.
    package var scripts: [String] = []
    package var loadsScripts = true
    package var idle = IdleChoice.no
    package var backgroundAudio = BackgroundAudio.auto
    /// Whether all items play in the background, not only live classes.
    package var playsInBackground: Bool { backgroundAudio == .yes }
    /// Only with ``playsInBackground``.
    package var decodesInBackground = false
    /// Only with ``playsInBackground``.
    package var hangUp = HangUpAction.quit
    /// Only with ``playsInBackground``.
    package var allowsRemoteControl = false
    /// Whether media keys, desktops and `tvplay remote` can control the player.
    package var isRemoteControlled: Bool { allowsRemoteControl && playsInBackground }
    /// Path or address.
    package var remoteControlImage: String?
    package var user = UserIdentity()

    // MARK: Logs

    package var logFile: String?
    package var logLevel = Log.Level.info
    package var eventLog: EventLogTarget?
    /// `--stats-file`: a line of JSON per frame.
    package var statsFile: String?
    /// Options of mpv without effect, for the log.
    package var ignored: [IgnoredOption] = []
    /// Whether standard output and standard error stay empty.
    package var isQuiet = false

    package init() {}
}

/// `--idle`: what the program does without an item.
package enum IdleChoice: String, Sendable, CaseIterable {
    case no, yes
    /// Waits at the start, quits at the end.
    case once
}

/// `--background-audio`: whether the sound continues while the screen is hidden.
package enum BackgroundAudio: String, Sendable, CaseIterable {
    /// Only in live classes.
    case auto
    case yes, no
}

package enum HangUpAction: String, Sendable, CaseIterable { case quit, `continue` }

/// `--loop-playlist`: how often the list plays.
package enum PlaylistLoop: Sendable, Equatable {
    /// At least 1.
    case times(Int)
    case endless
    /// Even if all items fail.
    case endlessDespiteFailures
}

package enum TrackChoice: Sendable, Equatable {
    case automatic
    case none
    /// From 1, among the tracks of the kind.
    case number(Int)
}

package enum AudioDeviceChoice: Sendable, Equatable {
    case automatic
    /// Prints the devices and exits.
    case list
    /// ALSA's name; unverified text.
    case named(String)
}

/// `--sub-auto`.
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
    /// Covers the screen. The rest is cropped.
    case fill
    /// Fills the screen, out of proportion.
    case stretch
}

package enum BufferMethod: String, Sendable, CaseIterable { case grow, none }

package enum ControlBarVisibility: String, Sendable, CaseIterable { case never, auto, always }

/// The destination of `--log-events`.
package enum EventLogTarget: Sendable, Equatable {
    case standardError
    case file(String)
}

package enum AutocreatePlaylist: String, Sendable, CaseIterable { case no, filter, same }

package enum ScreenshotFormat: String, Sendable, CaseIterable { case png, jpg }

package enum WatermarkPlace: String, Sendable, CaseIterable {
    case leftTop = "left-top"
    case rightTop = "right-top"
    case rightBottom = "right-bottom"
    case leftBottom = "left-bottom"
    case none
}
