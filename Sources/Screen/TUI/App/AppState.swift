package import Catalogue
import Cells
package import ClassPanes
package import Classes
package import Commands
package import DownloadScreen
import Encoding
package import History
package import HomeScreen
package import PlayCore
package import PlaybackModel
package import Playlists
package import ScreenKit

/// The main thread's state. Only it and the time decide the screen and the meaning of a key.
package struct AppState: Sendable, Equatable {
    package var terminal: TerminalTraits { didSet { changes.insert(.terminal) } }
    package var options: ControlOptions
    package var program = ProgramState()
    package var navigation = Navigation()
    package var item = ItemState()
    package var playlist = PlaylistPosition() { didSet { changes.insert(.list) } }
    /// The list; ``playlist`` has its current item.
    package var list = PlaylistContents() { didSet { changes.insert(.list) } }
    package var feed = FeedState()
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
    /// The class or chat.
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

/// Section `[controls]` of the configuration.
package struct ControlOptions: Sendable, Equatable {
    package var jumpBackInterval = MediaTime.seconds(10)
    package var hideControlsInterval = HostTime.seconds(3)
    /// The duration of the bar's appearing and disappearing. With 0, as over SSH, it switches at once.
    package var showAnimation = HostTime.milliseconds(200)
    package var hideAnimation = HostTime.milliseconds(500)
    /// Whether the player stays open at the end of the last item.
    package var keepsOpen = false
    package var idle = IdleMode.no
    /// Whether the viewer pages through short videos: `j` and `k` move.
    package var isFeed = false
    package var showsPreviews = true
    /// Whether this is a public kiosk, where only watching is allowed (``Effect/isForWatching``).
    package var isKiosk = false
    /// Whether a viewer can answer questions. If not, the next item follows at once when one ends or fails.
    package var hasScreen = true

    package init() {}
}

/// The state that lives as long as the item.
package struct ItemState: Sendable, Equatable {
    /// Whether the viewer has left the item. It then counts as gone, though it may take a moment to stop.
    var isLeft = false
    /// The playback, including unanswered requests.
    package var playback = ShownPlayback()
    /// When the list continues after a failure, or `nil` to wait for the viewer.
    package var continuesAt: HostTime?
    var awaitsTitle = false
    /// The number of the newest notice shown.
    var lastNotice = 0
    /// The definition before the switch to sound only, an index in `definitionList`.
    var definitionBeforeAudio: Int?

    package init() {}
}

/// The part of the state that commands from clients and scripts read and set.
package struct ProgramState: Sendable, Equatable {
    /// `osd-level`: 0 shows only warnings and errors, 1 also actions, 2 and 3 also the time.
    package var osdLevel = 1
    package var workingFolder: String?
    /// The options that clients have set and that have no effect here, or only for the next item.
    var noted = NotedOptions()
    var userData = JSONValue.object(sorting: [:])
    package var exitStatus: Int32?
    /// The number of items started, and the status at the end of the previous one.
    var begunItems = 0
    var lastEnding = PlayStatus.unload
    /// The key events that commands are sending; each is nested in the previous one.
    var keyStates: [BoundKeyEvent.State] = []
    var boundKey: BoundKeyEvent?
    /// The notice that was shown about missing sound, which items repeat; `nil` while a device plays.
    var silence: PlaybackNotice?
    var heldKey: HeldKey?
}

package struct FeedState: Sendable, Equatable {
    /// Whether the last picture stays until the next item's first one.
    package internal(set) var keepsOldPicture = false
    package var slide: FeedSlide?
    /// The time until which the wheel turns no page.
    var ignoresWheelUntil = HostTime.zero
    /// Whether pictures are cells, which can be moved by rows.
    package var slidesPictures = true
    var hasRefusedSliding = false
}

package struct PictureState: Sendable, Equatable {
    package internal(set) var mode = PictureMode.pane
    package var floatsBesidePages = true
    var besidePages = FloatingPane()
    package var overlays = PictureOverlays()
    var preview: SliderPreview?
    package var preventsScreenshots = false
    /// Whether the picture is not shown, because a program records this terminal.
    package var isHidden = false
    /// The program that gets black pictures, because the video may not be captured.
    package var withheldFrom: String?
}

package struct OutputState: Sendable, Equatable {
    /// The totals at the last tick, from which the page of statistics counts.
    package internal(set) var totals = OutputTotals()
    var watch = LinkWatch()
}

package struct PointerState: Sendable, Equatable {
    /// The column of the pointer over the slider, counted from the terminal's left edge.
    package var hoverColumn: Int?
    package var isDragging = false
    /// The last place of the pointer while it turns the view of a sphere.
    var look: Look?
    package var lastClick: Click?

    struct Look: Sendable, Equatable {
        var column: Int
        var row: Int
        var hasMoved = false
    }

    package struct Click: Sendable, Equatable {
        package let column: Int
        package let row: Int
        package let time: HostTime

        static let doubleClickInterval = HostTime.milliseconds(400)

        func isDoubled(byColumn column: Int, row: Int, at now: HostTime) -> Bool {
            abs(column - self.column) <= 1 && row == self.row && now - time <= Self.doubleClickInterval
        }
    }
}

extension AppState {
    /// The engine's snapshot with the unanswered requests applied. Change values by ``ask(_:to:)``.
    package var snapshot: PlaybackSnapshot { item.playback.snapshot }

    var seekTarget: MediaTime? { item.playback.pending.target }

    package var isAudioOnly: Bool {
        !snapshot.hasPicture && [.playing, .paused, .stalled, .ready, .reachEnd].contains(snapshot.status)
    }

    /// Returns the position as the label shows it: tenths of a second while the clock runs.
    func shownMilliseconds(at now: HostTime) -> Int {
        let whole = Int(max(0, shownPosition(at: now).nanoseconds) / 1_000_000)
        return snapshot.clock.isRunning && seekTarget == nil ? whole / 100 * 100 : whole
    }

    /// Returns the position of the current drag or seek, else the clock's; within the item.
    package func shownPosition(at now: HostTime) -> MediaTime {
        let position = seekTarget ?? snapshot.clock.position(at: now)
        guard let duration = snapshot.duration else { return max(.zero, position) }
        return position.clamped(to: .zero...max(.zero, duration))
    }
}
