package import Catalogue
package import Cells
package import Commands
import Encoding
package import History
package import Lists
package import PlayCore
package import PlaybackModel
package import Rooms

/// Everything that the screen shows or that decides what a key means. Owned by the main thread; the screen is a pure
/// function of it and of the time.
package struct AppState: Sendable, Equatable {
    package var terminal: TerminalTraits { didSet { changes.insert(.terminal) } }
    package var options: ControlOptions
    package var program = ProgramState()
    /// What lives as long as the item.
    package var item = ItemState()
    package var playlist = PlaylistPosition() { didSet { changes.insert(.list) } }
    /// The list; which of it plays is in ``playlist``.
    package var list = PlaylistContents() { didSet { changes.insert(.list) } }
    package var feed = FeedState()
    /// What is on the screen, one above the other.
    var layers = LayerStack() { didSet { changes.insert(.layers) } }
    package var bar = BarState()
    package var pointer = PointerState()
    package var userKeys = UserKeys()
    package internal(set) var messages = MessageQueue()
    package var picture = PictureState()
    package var output = OutputState()
    package var background = BackgroundState()
    package var subtitles = SubtitleState() { didSet { changes.insert(.subtitles) } }
    package var audioDevices = AudioDeviceList() { didSet { changes.insert(.audioDevices) } }
    package var history = HistoryList() { didSet { changes.insert(.history) } }
    package var services = ServiceState() { didSet { changes.insert(.services) } }
    package var commentPane = CommentPaneState()
    /// Nil: no class and no chat.
    package var room: RoomScreen? { didSet { changes.insert(.room) } }
    package var chats = ChatFiles() { didSet { changes.insert(.chats) } }
    package var danmaku = DanmakuState()
    package var downloads = DownloadsPage() { didSet { changes.insert(.downloads) } }
    package var home = HomePage() { didSet { changes.insert(.home) } }
    /// What ``settle(at:)`` has to bring what is derived up to.
    var changes = Changes()

    package init(terminal: TerminalTraits, options: ControlOptions = ControlOptions()) {
        self.terminal = terminal
        self.options = options
    }
}

/// What the screen has to know of the terminal.
package struct TerminalTraits: Sendable, Equatable {
    package var columns: Int
    package var rows: Int
    /// Width of a cell divided by its height.
    package var cellAspect: Double
    package var colorDepth: ColorDepth
    /// Only ASCII can be shown.
    package var isASCII: Bool
    /// Of cells in default colours; nil: not known.
    package var background: Color?
    package var keyReach: KeyReach
    /// The terminal shows right-to-left text in the order in which it is written.
    package var reordersText: Bool

    package init(
        columns: Int, rows: Int, cellAspect: Double = 0.5, colorDepth: ColorDepth = .trueColor, isASCII: Bool = false,
        background: Color? = nil, keyReach: KeyReach = .all, reordersText: Bool = false
    ) {
        self.columns = columns
        self.rows = rows
        self.cellAspect = cellAspect
        self.colorDepth = colorDepth
        self.isASCII = isASCII
        self.background = background
        self.keyReach = keyReach
        self.reordersText = reordersText
    }

    package init(_ backend: any TerminalBackend) {
        self.init(
            columns: backend.size.columns, rows: backend.size.rows, cellAspect: backend.size.cellAspect,
            colorDepth: backend.colorDepth, isASCII: !backend.isUTF8, background: backend.background,
            keyReach: backend.keyReach, reordersText: backend.reordersText)
    }

    /// Too small for a picture with controls: one line of text instead.
    package var isTooSmall: Bool { columns < 20 || rows < 4 }
}

/// Section `[controls]` of the configuration; the values are those of the catalogue's section 15.
package struct ControlOptions: Sendable, Equatable {
    package var jumpBackInterval = MediaTime.seconds(10)
    package var hideControlsInterval = HostTime.seconds(3)
    /// 0 switches at once, as over SSH and on terminals without colour.
    package var showAnimation = HostTime.milliseconds(200)
    package var hideAnimation = HostTime.milliseconds(500)
    /// Stay at the end of the last item instead of leaving.
    package var keepsOpen = false
    /// What happens when there is nothing to play.
    package var idle = IdleMode.no
    /// One pages through short videos: `j` and `k` move.
    package var isFeed = false
    /// Pictures of the places under the pointer on the slider.
    package var showsPreviews = true
    /// The viewer is a stranger: what leads out of watching is refused (``Effect/isForWatching``).
    package var isKiosk = false
    /// False: nobody looks or can be asked; what ends or fails gives way at once to what follows.
    package var hasScreen = true

    package init() {}
}

/// What lives as long as the item: another one begins with a new value.
package struct ItemState: Sendable, Equatable {
    /// The viewer has left it: it is as good as gone, though it may take a moment to stop.
    var isLeft = false
    /// What plays, with what was asked for.
    package var playback = ShownPlayback()
    /// When the list goes on after the item failed; nil: it waits for the viewer.
    package var continuesAt: HostTime?
    /// It has begun, and its title has not been said.
    var awaitsTitle = false
    /// Number of the newest notice that was shown.
    var lastNotice = 0
    /// Where sound only was chosen from, an index in `definitionList`.
    var definitionBeforeAudio: Int?

    package init() {}
}

/// What commands of others read and set of the program.
package struct ProgramState: Sendable, Equatable {
    /// `osd-level`: 0 says nothing, 1 what was done, 2 and 3 the time too.
    package var osdLevel = 1
    /// Where relative paths begin.
    package var workingFolder: String?
    /// What clients have set of options that act on nothing here, or on what is loaded next.
    var noted = NotedOptions()
    var userData = JSONValue.object(sorting: [:])
    /// What a command asked to leave with.
    package var exitStatus: Int32?
    /// How many items have begun, and how the one before ended.
    var begunItems = 0
    var lastEnding = PlayStatus.unload
    /// What commands press now, one within the other.
    var keyStates: [BoundKeyEvent.State] = []
    /// The key whose commands run now.
    var boundKey: BoundKeyEvent?
    /// A key that a command holds down.
    var heldKey: HeldKey?
}

/// What a list that is paged through needs beside others.
package struct FeedState: Sendable, Equatable {
    /// The last picture stays until the next item's first one.
    package internal(set) var keepsOldPicture = false
    /// Nil while no page is slid.
    package var slide: FeedSlide?
    /// Until then the wheel turns no page.
    var deafUntil = HostTime.zero
    /// Pictures are cells, which can be moved by rows.
    package var slidesPictures = true
    /// The viewer was told that they cannot be moved.
    var hasRefusedSliding = false
}

/// Where the picture is, and what lies over it.
package struct PictureState: Sendable, Equatable {
    package internal(set) var mode = PictureMode.pane
    /// Beside home and the list of downloads the picture floats by itself.
    package var floatsBesidePages = true
    /// Where it does.
    var besidePages = FloatingPane()
    package var overlays = PictureOverlays()
    /// Of the place under the pointer on the slider, as it came last.
    var preview: SliderPreview?
    /// The service asks to prevent screenshots.
    package var preventsScreenshots = false
    /// …and a program that records terminals sees this one: nothing of the picture is shown.
    package var isHidden = false
    /// The program that would get the picture gets black ones, since what plays may not be captured; nil: none does.
    package var withheldFrom: String?
}

/// The line to the terminal.
package struct OutputState: Sendable, Equatable {
    /// What the terminal took up to the last tick; the page of statistics begins to count from it.
    package internal(set) var totals = OutputTotals()
    var watch = LinkWatch()
}

/// What the mouse is about.
package struct PointerState: Sendable, Equatable {
    /// Column of the terminal of the pointer over the slider.
    package var hoverColumn: Int?
    package var isDragging = false
    /// Where the pointer was that drags the view of a sphere.
    var look: Look?
    /// The last click on the picture, for double clicks.
    package var lastClick: Click?

    struct Look: Sendable, Equatable {
        var column: Int
        var row: Int
        /// It is no click.
        var hasMoved = false
    }

    package struct Click: Sendable, Equatable {
        package let column: Int
        package let row: Int
        package let time: HostTime

        /// A second click this soon is a double click.
        static let doubleClickInterval = HostTime.milliseconds(400)

        func isDoubled(byColumn column: Int, row: Int, at now: HostTime) -> Bool {
            abs(column - self.column) <= 1 && row == self.row && now - time <= Self.doubleClickInterval
        }
    }
}

extension AppState {
    /// Of what plays: as the engine gave it, with what was asked for and is not answered yet. Read only: whoever wants
    /// another value asks for it (``ask(_:to:)``).
    package var snapshot: PlaybackSnapshot { item.playback.snapshot }

    /// Where the jump under way goes; nil: there is none.
    var seekTarget: MediaTime? { item.playback.pending.target }

    /// The item has sound and no picture: the level meter is shown.
    package var isAudioOnly: Bool {
        !snapshot.hasPicture && [.playing, .paused, .stalled, .ready, .reachEnd].contains(snapshot.status)
    }

    /// The milliseconds of the position as the label shows them: while the clock runs by tenths of a second.
    func shownMilliseconds(at now: HostTime) -> Int {
        let whole = Int(max(0, shownPosition(at: now).nanoseconds) / 1_000_000)
        return snapshot.clock.isRunning && seekTarget == nil ? whole / 100 * 100 : whole
    }

    /// The position that the viewer should see: of the drag or seek under way, else the clock's; within the item.
    package func shownPosition(at now: HostTime) -> MediaTime {
        let position = seekTarget ?? snapshot.clock.position(at: now)
        guard let duration = snapshot.duration else { return max(.zero, position) }
        return position.clamped(to: .zero...max(.zero, duration))
    }
}
