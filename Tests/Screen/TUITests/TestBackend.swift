import Cells
import Commands
import DownloadModel
import DownloadScreen
import Encoding
import History
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import TUI
import TestSupport

/// A terminal that records presented frames and returns scripted events.
final class TestBackend: TerminalBackend {
    var size = TerminalSize(columns: 80, rows: 24)
    var colorDepth = ColorDepth.trueColor
    var isUTF8 = true
    var canPresent = true
    var frameInterval = HostTime.milliseconds(40)
    var acceptsPicture = true
    var nextPictureTime: HostTime?
    var lastOutcome = FrameOutcome()
    var link = LinkStatus.unknown
    /// Whether each frame was presented with its picture.
    private(set) var withPicture: [Bool] = []
    var bytesWritten: Int64 = 0

    /// The events of each wait, in order. After the last one the input is closed.
    var script: [[InputEvent]] = []
    /// Returns the events of the wait with this number, counted from 0. Replaces the script.
    var onWait: ((Int) -> [InputEvent])?

    /// The descriptors of the last wait.
    private(set) var watched: [Int32] = []
    /// Called after each frame.
    var onPresent: () -> Void = {}
    private var queued: [InputEvent] = []
    private(set) var frames: [ScreenFrame] = []
    private(set) var deadlines: [HostTime?] = []
    private(set) var title: String?
    private(set) var invalidations = 0
    private(set) var rings = 0
    private(set) var suspensions = 0

    func present(_ frame: ScreenFrame, includesPicture: Bool) {
        precondition(canPresent, "present() while the terminal is busy")
        precondition(acceptsPicture || !includesPicture, "a picture that is not accepted")
        withPicture.append(includesPicture)
        frames.append(frame)
        bytesWritten += Int64(frame.chrome.columns * frame.chrome.rows)
        onPresent()
    }

    func waitForEvents(until deadline: HostTime?, wakeUps: [Int32]) -> [InputEvent] {
        let step = deadlines.count
        deadlines.append(deadline)
        watched = wakeUps
        if !queued.isEmpty {
            defer { queued = [] }
            return queued
        }
        if let onWait { return onWait(step) }
        return script.isEmpty ? [.inputClosed] : script.removeFirst()
    }

    func setTitle(_ title: String?) { self.title = title }
    /// The texts copied to the clipboard, or `nil` if the terminal has none.
    var clipboard: [String]? = []
    func ring() { rings += 1 }

    func copy(_ text: String) -> Bool {
        clipboard?.append(text)
        return clipboard != nil
    }
    func invalidate() { invalidations += 1 }
    func suspend() {
        suspensions += 1
        queued = [.resumed, .resized]
    }
    func close() {}
}

final class FakePlayer: PlayerControl {
    var snapshot: PlaybackSnapshot {
        get {
            reads += 1
            return current
        }
        set {
            current = newValue
            wakeUp.signal()
        }
    }
    let wakeUp = WakeUp()
    var nextDeadline: HostTime?
    private(set) var commands: [PlaybackCommand] = []
    /// How often the snapshot was read.
    private(set) var reads = 0
    private var current: PlaybackSnapshot

    init(_ snapshot: PlaybackSnapshot) { current = snapshot }

    /// Changes the snapshot without signalling the wake-up.
    func slip(_ change: (inout PlaybackSnapshot) -> Void) { change(&current) }

    func send(_ command: PlaybackCommand) -> Int {
        commands.append(command)
        return commands.count
    }
}

/// A source that only a test changes. It shares the player's wake-up.
class FakeSource: LoopSource {
    let wakeUps: [WakeUp]

    init(_ rig: LoopRig) { wakeUps = [rig.player.wakeUp] }

    func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] { [] }
    func itemBegan(_ loop: UILoop) -> [AppAction] { [] }
    func follow(_ state: AppState) {}
    func perform(_ effect: Effect, _ loop: UILoop) -> Bool { false }
    func close() {}
}

final class FakeDownloads: FakeSource {
    var state: DownloadsState
    var cover: DownloadCover?
    private(set) var asked: [[DownloadID]?] = []
    private(set) var coverWishes: [DownloadCoverWish?] = []

    init(_ state: DownloadsState, _ rig: LoopRig) {
        self.state = state
        super.init(rig)
        rig.loop.configure { $0.downloads.offer() }
        rig.loop.add(self)
    }

    override func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        isSignalled ? [.downloads(state), .downloadCover(cover)] : []
    }

    override func follow(_ state: AppState) {
        if coverWishes.last != .some(state.downloadCoverWish) { coverWishes.append(state.downloadCoverWish) }
        if (asked.last ?? nil) != state.watchedDownloads { asked.append(state.watchedDownloads) }
    }
}

final class FakePictures: PictureSource {
    var next: CellBuffer?
    let wakeUp = WakeUp()
    private(set) var panes: [Rect] = []
    var takenTime: MediaTime?
    var droppedCount = 0
    /// How often a picture was requested.
    private(set) var asked = 0

    func takeNewest() -> CellBuffer? {
        asked += 1
        defer { next = nil }
        return next
    }

    func setPane(columns: Int, rows: Int, cellAspect: Double) {
        panes.append(Rect(column: 0, row: 0, width: columns, height: rows))
    }
}

final class FakePlaylist: PlaylistControl {
    private(set) var position: PlaylistPosition
    /// The result of the next command.
    var change = ListChange.none
    private(set) var stops: [Bool] = []
    var onStop: () -> Void = {}
    private(set) var moves: [Int] = []
    private(set) var restarts = 0
    /// The paths appended to the list.
    private(set) var loaded: [String] = []
    /// The error that every command returns, or `nil` if commands succeed.
    var refusal: CommandError? = .notAvailable("loadfile")
    /// The locations of the items, or empty to use their numbers.
    var names: [String] = []
    var contents: PlaylistContents {
        let numbers = (0..<position.count).map { "\($0 + 1)" }
        return PlaylistContents(locations: names.isEmpty ? numbers : names, index: position.index)
    }
    var onMove: () -> Void = {}

    init(count: Int) { position = PlaylistPosition(index: 0, count: count) }

    func move(by step: Int) -> Bool {
        moves.append(step)
        guard let index = position.index, (0..<position.count).contains(index + step) else { return false }
        position.index = index + step
        onMove()
        return true
    }

    func takeChange() -> ListChange {
        defer { change = .none }
        return change
    }

    func stop(keepsList: Bool) {
        stops.append(keepsList)
        position.index = nil
        change = .began
        onStop()
    }

    func restart() { restarts += 1 }

    func run(_ command: PlayerCommand, answer: @escaping (CommandAnswer) -> Void) {
        if let refusal { return answer(.failure(refusal)) }
        if case .loadFile(let path, .appendGo, _) = command { loaded.append(path) }
        answer(.success(.null))
    }
}

final class FakeHistory: FakeSource {
    var list = HistoryList()
    private(set) var reads = 0
    private(set) var changes: [HistoryChange] = []
    /// The location and position of each start.
    private(set) var starts: [String] = []

    override init(_ rig: LoopRig) {
        super.init(rig)
        rig.loop.add(self)
    }

    override func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        isSignalled && list.number != loop.state.history.number ? [.history(list)] : []
    }

    override func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        switch effect {
        case .readHistory: reads += 1
        case .forget(let change): changes.append(change)
        case .playRemembered(let location, let position?):
            starts.append("\(location) \(TimeText.format(position))")
        default: return false
        }
        return true
    }
}

/// A loop with fakes of everything around it and without animation of the bar.
struct LoopRig {
    let backend = TestBackend()
    let player: FakePlayer
    let pictures = FakePictures()
    let playlist: FakePlaylist
    let clock = ManualClock(Samples.now)
    let loop: UILoop

    init(
        _ snapshot: PlaybackSnapshot, items: Int = 1, keepsOpen: Bool = false, idle: IdleMode = .no,
        hasScreen: Bool = true
    ) {
        player = FakePlayer(snapshot)
        playlist = FakePlaylist(count: items)
        var options = ControlOptions()
        options.showAnimation = .zero
        options.hideAnimation = .zero
        options.keepsOpen = keepsOpen
        options.idle = idle
        options.hasScreen = hasScreen
        loop = UILoop(
            backend: backend, player: player, pictures: pictures, playlist: playlist, clock: clock, options: options)
    }
}
