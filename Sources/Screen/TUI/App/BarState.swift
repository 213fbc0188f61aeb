import Cells
package import PlayCore
import PlaybackModel
import ScreenKit

/// The states through which `DEL` cycles.
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

package enum BarPhase: Sendable, Equatable { case hidden, dimmed, full }

package struct BarState: Sendable, Equatable {
    package var layout = ControlLayout.player
    package var layouts = LayoutLibrary()
    /// The control that `Enter` activates, or `nil` if the keys act on the picture.
    package var focus: ControlTag?
    /// Whether only the picture is shown. The bar then appears only with input.
    package var isFullScreen = false
    /// Whether the label at the end of the slider shows the remaining time, not the duration.
    package var showsRemaining = false
    package var showsMilliseconds = false
    /// `--progress-line`: whether a thin line stays while the bar is hidden.
    package var showsProgressLine = false
    package var visibility = BarVisibility.auto
    var offersGoggles = false
    package var shownAt: HostTime?
    /// `nil` hides the bar at once.
    package var lastInput: HostTime?

    package init() {}

    /// - Parameter isHeld: whether the bar has to stay visible (paused, a drag, a page).
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

    /// Full screen turns `always` into `auto`.
    var barInUse: BarState {
        var bar = bar
        if bar.isFullScreen, bar.visibility == .always { bar.visibility = .auto }
        // The panes of a class leave its rows free.
        if bar.visibility == .auto, roomLayout != nil { bar.visibility = .always }
        return bar
    }

    /// A terminal without colours switches the bar at once.
    var optionsInUse: ControlOptions {
        guard terminal.colorDepth == .mono else { return options }
        var options = options
        options.showAnimation = .zero
        options.hideAnimation = .zero
        return options
    }

    static let lowRows = 12

    package func barPhase(at now: HostTime) -> BarPhase {
        mayShowBar ? barInUse.phase(at: now, isHeld: holdsBar, options: optionsInUse) : .hidden
    }

    var mayShowBar: Bool {
        // Before an item or a class is open or after it failed there is nothing to control.
        guard !terminal.isTooSmall, mayShowProgress, !showsPage else { return false }
        // On a low terminal an open page needs the bar's rows.
        return terminal.rows >= AppState.lowRows || !hasPage
    }

    private var hasPage: Bool {
        layers.contains(HelpPage.self) || layers.contains(StatisticsPage.self) || layers.contains(Panel.self)
    }

    var mayShowProgress: Bool { !awaitsClass && ![.unload, .failed, .stopped].contains(snapshot.status) }
}
