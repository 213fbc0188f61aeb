package import PlayCore
import Playback
import Timeline

/// What the chrome depends on, in the fineness in which it shows it: while two keys are equal, so are the screens.
///
/// The clock, the queues and the counters of a snapshot change all the time, the screen shows seconds and cells. The
/// loop compares keys, so a picture at full rate costs no composition, and an idle player writes nothing.
package struct ChromeKey: Sendable, Equatable {
    /// Without what is below and without what is never shown.
    private var state: AppState
    private var bar: BarPhase
    private var spinnerStep: Int?
    private var waitingSeconds = 0
    private var second: Int64 = 0
    private var sliderCells: [Int] = []
    private var levelCells: [Int] = []

    package init(_ state: AppState, at now: HostTime) {
        self.state = state
        bar = state.barPhase(at: now)
        spinnerStep = Spinner.step(state, at: now)
        if spinnerStep != nil, let since = state.snapshot.waitingSince {
            waitingSeconds = Int((now - since).inSeconds)
        }
        if bar != .hidden {
            let position = state.shownPosition(at: now)
            second = position.wholeSeconds
            sliderCells = Self.sliderCells(state, position, at: now)
        }
        if state.isAudioOnly {
            let width = LevelMeter.width(paneWidth: state.terminal.columns)
            levelCells = state.snapshot.audioLevels.map { LevelMeter.cells($0, width: width) }
        }
        dropWhatIsNotShown()
    }

    private static func sliderCells(_ state: AppState, _ position: MediaTime, at now: HostTime) -> [Int] {
        guard let control = ScreenGeometry(state, at: now).slider()?.control,
            let slider = ProgressSlider(width: control.width, duration: state.snapshot.duration)
        else { return [] }
        guard let buffered = state.snapshot.buffered, !buffered.isEmpty else { return [slider.cell(of: position)] }
        return [slider.cell(of: position), slider.cell(of: buffered.start), slider.cell(of: buffered.end)]
    }

    private mutating func dropWhatIsNotShown() {
        state.snapshot.clock = .zero
        state.snapshot.buffered = nil
        state.snapshot.audioLevels = []
        state.snapshot.audioStatus = nil
        state.snapshot.notices = []
        state.snapshot.statistics = PlaybackStatistics()
        state.snapshot.isSeeking = false
        state.snapshot.seekCount = 0
        state.snapshot.wantsPlay = true
        state.pauseEcho = nil
        state.snapshot.waitingSince = nil
        state.bar.shownAt = nil
        state.bar.lastInput = nil
        state.message?.until = nil
        state.pointer.lastClick = nil
        state.pointer.isDragging = false
        state.seekEcho = nil
        state.outputTotals = OutputTotals()
        state.linkWatch = LinkWatch()
        state.lastNotice = 0
        state.goesOnAt = nil
        state.resumesAfterSuspension = false
    }
}

extension AppState {
    /// How often the level meter moves.
    static let meterInterval = HostTime.milliseconds(100)

    /// The next instant at which the screen may change although nothing happens; nil when it stays as it is.
    package func nextChange(after now: HostTime) -> HostTime? {
        var soonest: HostTime?
        func note(_ time: HostTime) {
            if time > now { soonest = HostTime.earlier(soonest, time) }
        }
        for time in barInUse.changes(after: now, isHeld: holdsBar, options: optionsInUse) { note(time) }
        if let until = message?.until { note(until) }
        if let goesOnAt { note(goesOnAt) }
        if let echo = seekEcho, !echo.isUnderWay { note(echo.askedAt + SeekEcho.patience) }
        if let sample = statistics { note(sample.takenAt + StatisticsSample.interval) }
        if let since = snapshot.waitingSince { note(nextSpinnerStep(since, after: now)) }
        if isAudioOnly, snapshot.status == .playing { note(now + Self.meterInterval) }
        for time in clockChanges(after: now) { note(time) }
        return soonest
    }

    private func nextSpinnerStep(_ since: HostTime, after now: HostTime) -> HostTime {
        guard now - since >= Spinner.delay else { return since + Spinner.delay }
        let steps = (now - since).nanoseconds / Spinner.step.nanoseconds
        return since + HostTime(nanoseconds: (steps + 1) * Spinner.step.nanoseconds)
    }

    /// When the label's second and the slider's cell change.
    private func clockChanges(after now: HostTime) -> [HostTime] {
        guard snapshot.clock.isRunning, seekEcho == nil, barPhase(at: now) != .hidden else { return [] }
        let position = shownPosition(at: now)
        if let duration = snapshot.duration, position >= duration { return [] }
        let rate = snapshot.clock.rate
        let toSecond = MediaTime(nanoseconds: 1_000_000_000 - max(0, position.nanoseconds) % 1_000_000_000)
        // One nanosecond more than the rounding may take away: at the deadline the second has surely changed.
        let nudge = HostTime(nanoseconds: 2)
        var times = [now + rate.host(for: toSecond) + nudge]
        if let control = ScreenGeometry(self, at: now).slider()?.control,
            let slider = ProgressSlider(width: control.width, duration: snapshot.duration),
            let delay = slider.delayToNextCell(from: position, rate: rate)
        {
            // The middle of a cell rounds either way; a microsecond later it is beyond doubt.
            times.append(now + delay + .microseconds(1))
        }
        return times
    }
}
