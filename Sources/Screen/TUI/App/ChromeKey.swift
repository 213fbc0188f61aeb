import ClassPanes
import DownloadScreen
import HomeScreen
package import PlayCore
import PlaybackModel
import ScreenKit

/// The visible state of the chrome, as finely as it is shown (in seconds and cells). If two keys are equal, so are the
/// screens. The loop compares keys, so that a full rate of pictures composes nothing and an idle player writes nothing.
package struct ChromeKey: Sendable, Equatable {
    /// The state without the values that the properties below replace, and without those that are never shown.
    private var state: AppState
    private var snapshot: PlaybackSnapshot
    private var bar: BarPhase
    private var spinnerStep: Int?
    private var waitingSeconds = 0
    private var second: Int64 = 0
    private var sliderCells: [Int] = []
    private var levelCells: [Int] = []
    private var marqueeColumn: Int?
    private var danmakuStep: Int64?
    private var milliseconds = 0
    private var edge: MediaTime?
    private var liveDelay: MediaTime?
    private var liveStep: Int64?
    private var subtitles: ShownSubtitles
    private var captionNames: [String]
    private var advertLine: String?

    package init(_ state: AppState, at now: HostTime) {
        self.state = state
        snapshot = state.snapshot
        bar = state.barPhase(at: now)
        subtitles = state.shownSubtitles(at: now)
        captionNames = state.subtitles.captionNames
        spinnerStep = Spinner.step(state, at: now)
        if spinnerStep != nil, let since = state.snapshot.waitingSince {
            waitingSeconds = Int((now - since).inSeconds)
        }
        if bar != .hidden {
            let position = state.shownPosition(at: now)
            second = position.wholeSeconds
            sliderCells = Self.sliderCells(state, position, at: now)
            if state.bar.showsMilliseconds { milliseconds = state.shownMilliseconds(at: now) }
        } else if state.showsOSDTime || state.borderShowsTime {
            second = state.shownPosition(at: now).wholeSeconds
        }
        if bar == .hidden, state.bar.showsProgressLine {
            let line = state.slider(width: state.terminal.columns, at: now)
            sliderCells = line.map { [$0.cell(of: state.shownPosition(at: now))] } ?? []
        }
        if state.marqueeInUse != nil {
            marqueeColumn = state.marqueeColumn(in: ScreenGeometry(state, at: now).pane, at: now)
        }
        danmakuStep = state.danmakuStep(at: now)
        advertLine = state.advertLine(at: now)
        if state.snapshot.liveState?.canGoBack == true { edge = state.liveEdge(at: now) }
        liveDelay = state.shownLiveDelay(at: now)
        liveStep = state.room?.liveStep(at: now)
        if state.isAudioOnly {
            let width = LevelMeter.width(paneWidth: state.terminal.columns)
            levelCells = state.snapshot.audioLevels.map { LevelMeter.cells($0, width: width) }
        }
        dropUnshownState()
    }

    private static func sliderCells(_ state: AppState, _ position: MediaTime, at now: HostTime) -> [Int] {
        guard let control = ScreenGeometry(state, at: now).slider()?.control,
            let slider = state.slider(width: control.width, at: now)
        else { return [] }
        guard let buffered = state.snapshot.buffered, !buffered.isEmpty else { return [slider.cell(of: position)] }
        return [slider.cell(of: position), slider.cell(of: buffered.start), slider.cell(of: buffered.end)]
    }

    private mutating func dropUnshownState() {
        snapshot.clock = .zero
        snapshot.advert?.clock = .zero
        snapshot.liveState = nil
        snapshot.buffered = nil
        snapshot.held = nil
        snapshot.audioLevels = []
        snapshot.audioStatus = nil
        snapshot.notices = []
        snapshot.statistics = PlaybackStatistics()
        snapshot.network?.bitsPerSecond = nil
        snapshot.network?.byteCount = 0
        snapshot.isSeeking = false
        snapshot.seekCount = 0
        snapshot.wantsPlay = true
        snapshot.answered = 0
        state.item = ItemState()
        snapshot.waitingSince = nil
        state.bar.shownAt = nil
        state.bar.lastInput = nil
        state.messages = state.messages.withoutTimes()
        state.pointer.lastClick = nil
        state.pointer.isDragging = false
        state.subtitles = SubtitleState()
        state.output = OutputState()
        state.background = BackgroundState()
        state.feed.ignoresWheelUntil = .zero
        if !state.showsPage { state.downloads = Self.noDownloads }
        if !state.showsHome { state.home = Self.noHome }
    }

    // Created once, because several keys are created each second.
    private static let noDownloads = DownloadsPage()
    private static let noHome = HomePage()
}

extension AppState {
    /// The time between two updates of the level meter: a tenth of a second while it moves, half a second in silence.
    var meterInterval: HostTime {
        snapshot.audioLevels.allSatisfy { $0 == 0 } ? .milliseconds(500) : .milliseconds(100)
    }

    package func nextChange(after now: HostTime) -> HostTime? {
        var next = NextChange(after: now)
        next.note(item.continuesAt)
        next.note(program.heldKey?.repeatsAt)
        if background.isUnseen || !options.hasScreen { return next.time }
        for layer in layers.all { layer.entry.layer.foresee(self, &next) }
        return next.time
    }

    func clockChanges(after now: HostTime) -> [HostTime] {
        let isHidden = barPhase(at: now) == .hidden
        guard snapshot.clock.isRunning, seekTarget == nil, !isHidden || bar.showsProgressLine || borderShowsTime else {
            return []
        }
        let position = shownPosition(at: now)
        if let duration = snapshot.duration, position >= duration { return [] }
        let rate = snapshot.clock.rate
        guard !isHidden || borderShowsTime else { return nextCell(terminal.columns, position, rate, after: now) }
        let toSecond = MediaTime(nanoseconds: 1_000_000_000 - max(0, position.nanoseconds) % 1_000_000_000)
        // One nanosecond more than rounding may lose, so that the second has changed by the deadline.
        let nudge = HostTime(nanoseconds: 2)
        var times = [now + rate.host(for: toSecond) + nudge]
        if bar.showsMilliseconds {
            let toTenth = MediaTime(nanoseconds: 100_000_000 - max(0, position.nanoseconds) % 100_000_000)
            times.append(now + rate.host(for: toTenth) + nudge)
        }
        guard let control = ScreenGeometry(self, at: now).slider()?.control else { return times }
        return times + nextCell(control.width, position, rate, after: now)
    }

    private func nextCell(
        _ width: Int, _ position: MediaTime, _ rate: PlaybackRate, after now: HostTime
    ) -> [HostTime] {
        guard let slider = slider(width: width, at: now),
            let delay = slider.delayToNextCell(from: position, rate: rate)
        else { return [] }
        // A position in the middle of a cell may round down; a microsecond later it rounds up.
        return [now + delay + .microseconds(1)]
    }

    func nextEdgeSecond(after now: HostTime) -> HostTime? {
        guard let live = snapshot.liveState, barPhase(at: now) != .hidden || bar.showsProgressLine else { return nil }
        let edge = live.edge.position(at: now)
        let edgeRate = live.edge.isRunning ? live.edge.rate.value : 0
        let ownRate = snapshot.clock.isRunning && seekTarget == nil ? snapshot.clock.rate.value : 0
        let next = [
            Self.untilNextSecond(edge, edgeRate),
            Self.untilNextSecond(edge - shownPosition(at: now), edgeRate - ownRate),
        ]
        return next.compactMap(\.self).min().map { now + $0 + HostTime(nanoseconds: 2) }
    }

    /// Returns the time to the next whole second at this rate, which may be negative, or `nil` if time does not pass.
    private static func untilNextSecond(_ time: MediaTime, _ rate: Double) -> HostTime? {
        guard rate != 0, time >= .zero || rate > 0 else { return nil }
        let passed = max(0, time.nanoseconds) % 1_000_000_000
        let left = rate > 0 ? 1_000_000_000 - passed : passed
        return HostTime(nanoseconds: Int64(min(1e12, Double(left) / abs(rate))))
    }

    func nextChapterStart(after now: HostTime) -> HostTime? {
        guard snapshot.clock.isRunning, seekTarget == nil else { return nil }
        let position = shownPosition(at: now)
        guard let next = places.map(\.time).filter({ $0 > position }).min() else { return nil }
        return now + snapshot.clock.rate.host(for: next - position) + HostTime(nanoseconds: 2)
    }
}
