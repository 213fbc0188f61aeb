import Cells
package import PlayCore
import PlaybackModel

/// The visibility of the bar; `DEL` cycles through these.
package enum BarVisibility: Sendable, Equatable, CaseIterable {
    case never, auto, always

    package var next: BarVisibility {
        switch self {
        case .never: .auto
        case .auto: .always
        case .always: .never
        }
    }
}

/// The look of the bar at an instant (dimmed is the step between the two others).
package enum BarPhase: Sendable, Equatable { case hidden, dimmed, full }

/// The control bar: its contents, its look, and when it appears and disappears.
package struct BarState: Sendable, Equatable {
    package var layout = ControlLayout.player
    package var layouts = LayoutLibrary()
    /// The control that `Enter` activates, or `nil` while the keyboard is with the picture.
    package var focus: ControlTag?
    /// Whether nothing but the picture is shown; the bar comes with input only.
    package var isFullScreen = false
    /// Whether the label at the end of the slider shows the remaining time instead of the whole.
    package var showsRemaining = false
    /// Whether the current time has its thousandths.
    package var showsMilliseconds = false
    /// `--progress-line`: whether a hairline stays while the bar is hidden.
    package var showsProgressLine = false
    package var visibility = BarVisibility.auto
    /// Whether the layout has the button of goggles.
    var offersGoggles = false
    /// The time at which it last started to appear.
    package var shownAt: HostTime?
    /// The time of the last key or mouse event, or `nil` to hide the bar at once.
    package var lastInput: HostTime?

    package init() {}

    /// Returns the phase. `isHeld`: whether it has to stay on the screen (paused, a drag, a page). Not under `never`.
    package func phase(at now: HostTime, isHeld: Bool, options: ControlOptions) -> BarPhase {
        switch visibility {
        case .never: return .hidden
        case .always: return .full
        case .auto: break
        }
        let hiding = lastInput.map { now - $0 - options.hideControlsInterval }
        if !isHeld {
            guard let hiding, hiding < options.hideAnimation else { return .hidden }
            if hiding >= .zero { return .dimmed }
        }
        if let shownAt, now - shownAt < options.showAnimation { return .dimmed }
        return .full
    }

    /// Shows the bar and restarts its timer, after any input.
    package mutating func noteInput(at now: HostTime, isHeld: Bool, options: ControlOptions) {
        if phase(at: now, isHeld: isHeld, options: options) == .hidden { shownAt = now }
        lastInput = now
    }

    /// Returns the instants after `now` at which the phase changes by itself.
    package func changes(after now: HostTime, isHeld: Bool, options: ControlOptions) -> [HostTime] {
        guard visibility == .auto else { return [] }
        var times: [HostTime] = []
        if let shownAt { times.append(shownAt + options.showAnimation) }
        if !isHeld, let lastInput {
            times.append(lastInput + options.hideControlsInterval)
            times.append(lastInput + options.hideControlsInterval + options.hideAnimation)
        }
        return times.filter { $0 > now }
    }
}

extension AppState {
    /// Whether the bar stays without input. In full screen only an action of the viewer holds it.
    package var holdsBar: Bool {
        if pointer.isDragging || bar.focus != nil || isTyping || hasPrefix || layers.contains(Panel.self) {
            return true
        }
        if bar.isFullScreen { return false }
        if snapshot.advert?.number != nil { return true }
        return layers.contains(HelpPage.self) || layers.contains(StatisticsPage.self) || isAudioOnly
            || [.paused, .ready, .reachEnd].contains(snapshot.status)
    }

    /// The state of the bar in use: full screen turns `always` into `auto`.
    var barInUse: BarState {
        var bar = bar
        if bar.isFullScreen, bar.visibility == .always { bar.visibility = .auto }
        // The panes of a class leave its rows free.
        if bar.visibility == .auto, roomLayout != nil { bar.visibility = .always }
        return bar
    }

    /// The options in use: a terminal without colours switches at once.
    var optionsInUse: ControlOptions {
        guard terminal.colorDepth == .mono else { return options }
        var options = options
        options.showAnimation = .zero
        options.hideAnimation = .zero
        return options
    }

    /// The number of rows below which a terminal has none to spare.
    static let lowRows = 12

    package func barPhase(at now: HostTime) -> BarPhase {
        mayShowBar ? barInUse.phase(at: now, isHeld: holdsBar, options: optionsInUse) : .hidden
    }

    /// Whether input brings the bar.
    var mayShowBar: Bool {
        // Before an item is open or after it failed there is nothing to control.
        guard !terminal.isTooSmall, mayShowProgress, !showsPage else { return false }
        // On a low terminal an open page needs the bar's rows.
        return terminal.rows >= AppState.lowRows || !hasPage
    }

    private var hasPage: Bool {
        layers.contains(HelpPage.self) || layers.contains(StatisticsPage.self) || layers.contains(Panel.self)
    }

    var mayShowProgress: Bool { ![.unload, .failed, .stopped].contains(snapshot.status) }
}
