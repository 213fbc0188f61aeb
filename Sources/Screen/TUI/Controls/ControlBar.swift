import Cells
import PlayCore
import PlaybackModel
import ScreenKit

/// The bar with the message line above it. It handles the mouse where it is visible. The player handles its keys.
enum ControlBar: ScreenLayer {
    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.mayControl ? state.pointAtBar(event, at: now) : nil
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        canvas.cells.writeBar(state, geometry, at: now)
        canvas.cells.writeProgressLine(state, geometry, at: now)
        // Only the ends of a message would be visible behind the page of keys.
        let page = state.help == nil ? nil : HelpPage.rect(state)
        if page?.contains(column: page?.column ?? 0, row: geometry.messageRow) != true {
            canvas.cells.writeMessageLine(state, geometry, at: now)
            canvas.cells.writePreview(state, geometry, at: now)
            canvas.cells.writeHover(state, geometry, at: now)
        }
    }

    static func foresee(_ state: AppState, _ next: inout NextChange) {
        let now = next.now
        for time in state.barInUse.changes(after: now, isHeld: state.holdsBar, options: state.optionsInUse) {
            next.note(time)
        }
        next.note(state.message?.until)
        if state.showsOSDTime { next.note(state.nextOSDSecond(after: now)) }
        next.note(state.nextAdvertSecond(after: now))
        next.note(state.nextEdgeSecond(after: now))
        for time in state.clockChanges(after: now) { next.note(time) }
    }

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) {
        if turn == .interruption { state.bar.focus = nil }
        state.pointer = PointerState()
    }
}

extension AppState {
    /// Returns `nil` for events outside the bar.
    fileprivate mutating func pointAtBar(_ event: MouseEvent, at now: HostTime) -> [Effect]? {
        let geometry = ScreenGeometry(self, at: now)
        let control = geometry.control(column: event.column, row: event.row)
        let passed: [Effect]? = geometry.bar.contains(column: event.column, row: event.row) ? [] : nil
        switch event.kind {
        case .move:
            // No button is down, so the release was lost.
            pointer.isDragging = false
            pointer.hoverColumn = control?.tag == .progress ? event.column : nil
            return passed
        case .drag(.left) where pointer.isDragging:
            pointer.hoverColumn = event.column
            return seekBySlider(event.column, geometry, at: now)
        case .release(.left):
            let wasDragging = pointer.isDragging
            pointer.isDragging = false
            if control?.tag != .progress { pointer.hoverColumn = nil }
            return wasDragging ? [] : passed
        default: return passed == nil ? nil : pressBar(event, control, geometry, at: now)
        }
    }

    private mutating func pressBar(
        _ event: MouseEvent, _ control: PlacedControl?, _ geometry: ScreenGeometry, at now: HostTime
    ) -> [Effect] {
        switch event.kind {
        case .press(.left) where event.modifiers.contains(.shift), .press(.middle):
            control.map { activateBackwards($0.tag, at: now) } ?? []
        case .press(.left): pressLeft(event, control, geometry, at: now)
        case .press(.right): pressRight(event, control, geometry, at: now)
        case .press(.back): [.move(-1)]
        case .press(.forward): [.move(1)]
        case .wheelUp: turnWheel(1, control, at: now)
        case .wheelDown: turnWheel(-1, control, at: now)
        case .move, .drag, .release: []
        }
    }

    private mutating func pressLeft(
        _ event: MouseEvent, _ control: PlacedControl?, _ geometry: ScreenGeometry, at now: HostTime
    ) -> [Effect] {
        guard let control else { return [] }
        guard control.tag == .progress else { return activate(control.tag, at: now) }
        pointer.isDragging = true
        pointer.hoverColumn = event.column
        return seekBySlider(event.column, geometry, at: now)
    }

    private mutating func seekBySlider(_ column: Int, _ geometry: ScreenGeometry, at now: HostTime) -> [Effect] {
        guard let time = sliderTime(at: column, geometry, at: now) else { return [] }
        return seek(.absolute(time), .keyframe, at: now)
    }

    func sliderTime(at column: Int, _ geometry: ScreenGeometry, at now: HostTime) -> MediaTime? {
        guard let control = geometry.slider()?.control, let slider = slider(width: control.width, at: now) else {
            return nil
        }
        return slider.time(ofCell: column - control.column)
    }

    /// Opens the control's list, or resets the control (as uosc does).
    private mutating func pressRight(
        _ event: MouseEvent, _ control: PlacedControl?, _ geometry: ScreenGeometry, at now: HostTime
    ) -> [Effect] {
        switch control?.tag {
        case nil: []
        case .progress: seekToNearestChapter(event, geometry, at: now)
        case .volume: setVolume(100, at: now)
        case .speed: setRate(.normal, at: now)
        case .playback, .previous, .next, .title: open(.playlist, at: now)
        case .jumpBack, .currentTime, .timeSeparator, .duration, .live: open(.chapters, at: now)
        case .closedCaption: open(.captions, at: now)
        case .definition: open(.definitions, at: now)
        case .externalRoute: open(.audioDevices, at: now)
        case .goggles: perform(.view(.lookAhead), at: now)
        case .screenMode, .empty, .logo, .text: open(.mainMenu, at: now)
        }
    }

    /// Acts in the opposite direction, for the middle button and for the left one with Shift.
    private mutating func activateBackwards(_ tag: ControlTag, at now: HostTime) -> [Effect] {
        switch tag {
        case .playback, .next: [.move(-1)]
        case .previous: [.move(1)]
        case .jumpBack: seekBy(options.jumpBackInterval, .keyframe, at: now)
        case .closedCaption: cycleCaptions(-1, at: now)
        case .definition: cycleDefinition(-1, at: now)
        case .speed: perform(.multiplyRate(1 / 1.1), at: now)
        case .volume: toggleMute(at: now)
        case .currentTime, .timeSeparator, .duration, .progress, .screenMode, .externalRoute, .empty, .title, .logo,
            .text, .goggles,
            .live:
            []
        }
    }

    private mutating func seekToNearestChapter(
        _ event: MouseEvent, _ geometry: ScreenGeometry, at now: HostTime
    ) -> [Effect] {
        guard let time = sliderTime(at: event.column, geometry, at: now) else { return [] }
        func distance(_ place: Place) -> Int64 { abs((place.time - time).nanoseconds) }
        guard let nearest = places.min(by: { distance($0) < distance($1) }) else { return [] }
        return seekToPlace(nearest.kind, at: now)
    }
}
