package import Cells
package import Commands
package import PlayCore
package import PlaybackModel

/// Everything that the screen shows or that decides what a key means. Owned by the main thread; the screen is a pure
/// function of it and of the time.
package struct AppState: Sendable, Equatable {
    package var terminal: TerminalFacts
    package var options: ControlOptions
    package var layout = ControlLayout.player
    package var layouts = LayoutShelf()
    /// What plays, with what was asked for.
    package var playback = ShownPlayback()
    package var playlist = PlaylistPosition()
    /// ADV-11: in a feed the last picture stays until the next item's first one.
    package var keepsOldPicture = false
    /// ADV-14: nil while no page is slid.
    package var feedSlide: FeedSlide?
    /// Until then the wheel turns no page.
    var feedDeafUntil = HostTime.zero
    /// Pictures are cells, which can be moved by rows.
    package var slidesPictures = true
    package var bar = BarState()
    /// The control that `Enter` activates; nil when the keyboard is with the picture.
    package var focus: ControlTag?
    /// UI-27: nothing but the picture; the bar comes with input only.
    package var isFullScreen = false
    /// The label at the end of the slider: what is left instead of the whole.
    package var showsRemaining = false
    /// The current time with its thousandths.
    package var showsMilliseconds = false
    /// `--progress-line`: the hairline that stays while the bar is hidden.
    package var showsProgressLine = false
    package var message: Message?
    /// What is on the screen, one above the other.
    var layers = LayerStack()
    /// What the terminal took up to the last tick; the page of statistics begins to count from it.
    package var outputTotals = OutputTotals()
    package var linkWatch = LinkWatch()
    package var userKeys = UserKeys()
    /// How many keys are being pressed by commands of others.
    var keyPressDepth = 0
    /// The list; which of it plays is in ``playlist``.
    package var list = PlaylistFacts()
    /// `osd-level`: 0 says nothing, 1 what was done, 2 and 3 the time too.
    package var osdLevel = 1
    /// Where relative paths begin.
    package var workingFolder: String?
    /// How many items have begun, and how the one before ended.
    package var begunItems = 0
    package var lastEnding = PlayStatus.unload
    /// What a command asked to leave with.
    package var exitStatus: Int32?
    package var audioDevices = AudioDeviceList()
    package var history = HistoryList()
    package var services = ServiceFacts()
    /// Nil: no class and no chat.
    package var room: RoomScreen?
    package var commentPane = CommentPaneState()
    package var downloads = DownloadsPage()
    /// The line that the open list of subtitle lines marks.
    var markedLine: MediaTime?
    /// CTRL-15: where sound only was chosen from, an index in `definitionList`.
    var definitionBeforeAudio: Int?
    package var pointer = PointerState()
    /// What was typed as a subtitle file's path and not sent.
    var pathDraft = ""
    package var subtitles = SubtitleState()
    /// When the list goes on after an item that failed; nil: it waits for the viewer.
    package var goesOnAt: HostTime?
    /// Number of the newest notice that was shown.
    package var lastNotice = 0
    package var overlays = PictureOverlays()
    package var pictureMode = PictureMode.pane
    /// CTRL-08.
    package var pictureInPicture = PictureInPicture()
    /// INFO-11: the service asks to prevent screenshots.
    package var preventsScreenshots = false
    package var background = BackgroundState()

    package init(terminal: TerminalFacts, options: ControlOptions = ControlOptions()) {
        self.terminal = terminal
        self.options = options
    }
}

/// What the screen has to know of the terminal.
package struct TerminalFacts: Sendable, Equatable {
    package var columns: Int
    package var rows: Int
    /// Width of a cell divided by its height.
    package var cellAspect: Double
    package var colorDepth: ColorDepth
    /// Only ASCII can be shown.
    package var isASCII: Bool

    package init(
        columns: Int, rows: Int, cellAspect: Double = 0.5, colorDepth: ColorDepth = .trueColor, isASCII: Bool = false
    ) {
        self.columns = columns
        self.rows = rows
        self.cellAspect = cellAspect
        self.colorDepth = colorDepth
        self.isASCII = isASCII
    }

    package init(_ backend: any TerminalBackend) {
        self.init(
            columns: backend.size.columns, rows: backend.size.rows, cellAspect: backend.size.cellAspect,
            colorDepth: backend.colorDepth, isASCII: !backend.isUTF8)
    }

    /// Too small for a picture with controls: one line of text instead.
    package var isTooSmall: Bool { columns < 20 || rows < 4 }
}

/// Section `[controls]` of the configuration (UI-02); the values are those of the catalogue's section 15.
package struct ControlOptions: Sendable, Equatable {
    /// UI-03.
    package var jumpBackInterval = MediaTime.seconds(10)
    /// UI-04.
    package var hideControlsInterval = HostTime.seconds(3)
    /// UI-05: 0 switches at once, as over SSH and on terminals without colour.
    package var showAnimation = HostTime.milliseconds(200)
    package var hideAnimation = HostTime.milliseconds(500)
    /// Stay at the end of the last item instead of leaving.
    package var keepsOpen = false
    /// What happens when there is nothing to play.
    package var idle = IdleMode.no
    /// ADV-01: one pages through short videos: `j` and `k` move.
    package var isFeed = false

    package init() {}
}

/// Which item of how many plays.
package struct PlaylistPosition: Sendable, Equatable {
    /// From 0; nil: none does.
    package var index: Int?
    package var count: Int
    /// Behind the last item comes the first.
    package var repeats = false

    package init(index: Int? = 0, count: Int = 1) {
        self.index = index
        self.count = count
    }

    package var hasNext: Bool { index.map { $0 + 1 < count || repeats } ?? false }
    package var hasPrevious: Bool { index.map { $0 > 0 } ?? false }
}

/// What the mouse is about.
package struct PointerState: Sendable, Equatable {
    /// Column of the terminal of the pointer over the slider.
    package var hoverColumn: Int?
    package var isDragging = false
    /// The last click on the picture, for double clicks.
    package var lastClick: Click?

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
    package var snapshot: PlaybackSnapshot { playback.snapshot }

    /// Where the jump under way goes; nil: there is none.
    var seekTarget: MediaTime? { playback.pending.target }

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
