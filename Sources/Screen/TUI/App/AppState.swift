package import Catalogue
package import Cells
package import Classes
package import Commands
import Encoding
package import History
package import PlayCore
package import PlaybackModel
package import Playlists

/// Everything that the screen shows or that decides the meaning of a key. Owned by the main thread; the screen is a
/// pure function of it and of the time.
package struct AppState: Sendable, Equatable {
    package var terminal: TerminalTraits { didSet { changes.insert(.terminal) } }
    package var options: ControlOptions
    package var program = ProgramState()
    package var navigation = Navigation()
    /// The state that lives as long as the item.
    package var item = ItemState()
    package var playlist = PlaylistPosition() { didSet { changes.insert(.list) } }
    /// The list; its current item is in ``playlist``.
    package var list = PlaylistContents() { didSet { changes.insert(.list) } }
    package var feed = FeedState()
    /// The layers on the screen, from below to above.
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
    /// The class or chat, or `nil` if there is neither.
    package var room: ClassScreen? { didSet { changes.insert(.room) } }
    package var chats = ChatFiles() { didSet { changes.insert(.chats) } }
    package var danmaku = DanmakuState()
    package var downloads = DownloadsPage() { didSet { changes.insert(.downloads) } }
    package var home = HomePage() { didSet { changes.insert(.home) } }
    /// The changes that ``settle(at:)`` has to apply to derived state.
    var changes = Changes()

    package init(terminal: TerminalTraits, options: ControlOptions = ControlOptions()) {
        self.terminal = terminal
        self.options = options
    }
}

/// The properties of the terminal that matter to the screen.
package struct TerminalTraits: Sendable, Equatable {
    package var columns: Int
    package var rows: Int
    /// The width of a cell divided by its height.
    package var cellAspect: Double
    package var colorDepth: ColorDepth
    /// Whether only ASCII can be shown.
    package var isASCII: Bool
    /// The background of cells in default colours, or `nil` if not known.
    package var background: Color?
    package var keyReach: KeyReach
    /// Whether the terminal shows right-to-left text in the order in which it is written.
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

    /// Whether the terminal is too small for a picture with controls: then it shows one line of text instead.
    package var isTooSmall: Bool { columns < 20 || rows < 4 }
}

/// Section `[controls]` of the configuration.
package struct ControlOptions: Sendable, Equatable {
    package var jumpBackInterval = MediaTime.seconds(10)
    package var hideControlsInterval = HostTime.seconds(3)
    /// The times in which the bar appears and disappears; 0 switches at once, as over SSH and on terminals without
    /// colour.
    package var showAnimation = HostTime.milliseconds(200)
    package var hideAnimation = HostTime.milliseconds(500)
    /// Whether the player stays at the end of the last item instead of leaving.
    package var keepsOpen = false
    /// The behaviour when there is nothing to play.
    package var idle = IdleMode.no
    /// Whether the viewer pages through short videos: `j` and `k` move.
    package var isFeed = false
    /// Whether the slider shows pictures of the places under the pointer.
    package var showsPreviews = true
    /// Whether this is a public kiosk, where only actions for watching are allowed (``Effect/isForWatching``).
    package var isKiosk = false
    /// Whether there is a viewer who can answer questions. If not, an item that ends or fails is followed at once by
    /// the next one.
    package var hasScreen = true

    package init() {}
}

/// The state that lives as long as the item: another one starts with a new value.
package struct ItemState: Sendable, Equatable {
    /// Whether the viewer has left it: it counts as gone, though it may take a moment to stop.
    var isLeft = false
    /// The playback, with the requests that were not answered yet.
    package var playback = ShownPlayback()
    /// The time at which the list continues after the item failed, or `nil` to wait for the viewer.
    package var continuesAt: HostTime?
    /// Whether the item has started and its title was not shown yet.
    var awaitsTitle = false
    /// The number of the newest notice that was shown.
    var lastNotice = 0
    /// The definition before sound only was chosen, an index in `definitionList`.
    var definitionBeforeAudio: Int?

    package init() {}
}

/// The program's state that commands from clients and scripts read and set.
package struct ProgramState: Sendable, Equatable {
    /// `osd-level`: 0 shows only warnings and errors, 1 actions too, 2 and 3 also the time.
    package var osdLevel = 1
    /// The folder of relative paths.
    package var workingFolder: String?
    /// The options that clients have set without an effect here, or for the next item.
    var noted = NotedOptions()
    var userData = JSONValue.object(sorting: [:])
    /// The exit status that a command requested.
    package var exitStatus: Int32?
    /// The number of items that have started, and the status at the end of the previous one.
    var begunItems = 0
    var lastEnding = PlayStatus.unload
    /// The key events that commands are sending now, one within the other.
    var keyStates: [BoundKeyEvent.State] = []
    /// The key whose commands run now.
    var boundKey: BoundKeyEvent?
    /// The key that a command holds down.
    var heldKey: HeldKey?
}

/// The state of a list that is paged through.
package struct FeedState: Sendable, Equatable {
    /// Whether the last picture stays until the next item's first one.
    package internal(set) var keepsOldPicture = false
    /// The slide of the page, or `nil` while no page is slid.
    package var slide: FeedSlide?
    /// The time until which the wheel turns no page.
    var deafUntil = HostTime.zero
    /// Whether pictures are cells, which can be moved by rows.
    package var slidesPictures = true
    /// Whether the viewer was notified that they cannot be moved.
    var hasRefusedSliding = false
}

/// The picture's place, and its overlays.
package struct PictureState: Sendable, Equatable {
    package internal(set) var mode = PictureMode.pane
    /// Whether the picture floats by itself beside home and the list of downloads.
    package var floatsBesidePages = true
    /// The place where it floats there.
    var besidePages = FloatingPane()
    package var overlays = PictureOverlays()
    /// The newest preview of the place under the pointer on the slider.
    var preview: SliderPreview?
    /// Whether the service requests that screenshots are prevented.
    package var preventsScreenshots = false
    /// Whether, in addition, a program records this terminal, so that the picture is not shown.
    package var isHidden = false
    /// The program that gets black pictures instead of the video, which may not be captured, or `nil` if there is none.
    package var withheldFrom: String?
}

/// The line to the terminal.
package struct OutputState: Sendable, Equatable {
    /// The terminal's totals up to the last tick; the page of statistics starts to count from them.
    package internal(set) var totals = OutputTotals()
    var watch = LinkWatch()
}

/// The state of the mouse.
package struct PointerState: Sendable, Equatable {
    /// The terminal's column of the pointer over the slider.
    package var hoverColumn: Int?
    package var isDragging = false
    /// The last place of the pointer that drags the view of a sphere.
    var look: Look?
    /// The last click on the picture, for double clicks.
    package var lastClick: Click?

    struct Look: Sendable, Equatable {
        var column: Int
        var row: Int
        /// Whether the pointer has moved, so that it is no click.
        var hasMoved = false
    }

    package struct Click: Sendable, Equatable {
        package let column: Int
        package let row: Int
        package let time: HostTime

        /// The longest time between the clicks of a double click.
        static let doubleClickInterval = HostTime.milliseconds(400)

        func isDoubled(byColumn column: Int, row: Int, at now: HostTime) -> Bool {
            abs(column - self.column) <= 1 && row == self.row && now - time <= Self.doubleClickInterval
        }
    }
}

extension AppState {
    /// The playback: the engine's snapshot, with requests that are not answered yet. Read only: request other values by
    /// ``ask(_:to:)``.
    package var snapshot: PlaybackSnapshot { item.playback.snapshot }

    /// The target of the jump under way, or `nil` if there is none.
    var seekTarget: MediaTime? { item.playback.pending.target }

    /// Whether the item has sound and no picture: the level meter is shown.
    package var isAudioOnly: Bool {
        !snapshot.hasPicture && [.playing, .paused, .stalled, .ready, .reachEnd].contains(snapshot.status)
    }

    /// Returns the milliseconds of the position as the label shows them: tenths of a second while the clock runs.
    func shownMilliseconds(at now: HostTime) -> Int {
        let whole = Int(max(0, shownPosition(at: now).nanoseconds) / 1_000_000)
        return snapshot.clock.isRunning && seekTarget == nil ? whole / 100 * 100 : whole
    }

    /// Returns the position that the viewer should see: of the drag or seek under way, else the clock's; within the
    /// item.
    package func shownPosition(at now: HostTime) -> MediaTime {
        let position = seekTarget ?? snapshot.clock.position(at: now)
        guard let duration = snapshot.duration else { return max(.zero, position) }
        return position.clamped(to: .zero...max(.zero, duration))
    }
}
