import Cells
import PlayCore
import PlaybackModel

extension AppState {
    mutating func point(_ event: MouseEvent, at now: HostTime) -> [Effect] {
        if helpScroll != nil { return pointInHelp(event) }
        if panel != nil, pathPrompt == nil { return pointInPanel(event, at: now) }
        if downloads.isOpen, pathPrompt == nil { return pointInDownloads(event, at: now) }
        guard !terminal.isTooSmall else { return [] }
        let geometry = ScreenGeometry(self, at: now)
        let control = geometry.control(column: event.column, row: event.row)
        if control == nil, !pointer.isDragging, let effects = pointInRoom(event, at: now) { return effects }
        guard snapshot.status != .failed, snapshot.status != .unload else { return [] }
        if !geometry.bar.contains(column: event.column, row: event.row), let effects = pointBound(event, at: now) {
            return effects
        }
        switch event.kind {
        case .move:
            // No button is down: the release was lost.
            pointer.isDragging = false
            pointer.hoverColumn = control?.tag == .progress ? event.column : nil
            return []
        case .press(.left) where event.modifiers.contains(.shift), .press(.middle):
            return control.map { activateBackwards($0.tag, at: now) } ?? []
        case .press(.left): return pressLeft(event, control, geometry, at: now)
        case .press(.right): return pressRight(event, control, geometry, at: now)
        case .press(.back): return [.move(-1)]
        case .press(.forward): return [.move(1)]
        case .drag(.left):
            guard pointer.isDragging else { return [] }
            pointer.hoverColumn = event.column
            return seekBySlider(event.column, geometry, at: now)
        case .release(.left):
            pointer.isDragging = false
            if control?.tag != .progress { pointer.hoverColumn = nil }
            return []
        case .drag, .release: return []
        case .wheelUp: return turnWheel(1, control, at: now)
        case .wheelDown: return turnWheel(-1, control, at: now)
        }
    }

    private mutating func pointInHelp(_ event: MouseEvent) -> [Effect] {
        switch event.kind {
        case .wheelUp: scrollHelp(to: (helpScroll ?? 0) - 3)
        case .wheelDown: scrollHelp(to: (helpScroll ?? 0) + 3)
        default: break
        }
        return []
    }

    private mutating func pressLeft(
        _ event: MouseEvent, _ control: PlacedControl?, _ geometry: ScreenGeometry, at now: HostTime
    ) -> [Effect] {
        if let control {
            guard control.tag == .progress else { return activate(control.tag, at: now) }
            pointer.isDragging = true
            pointer.hoverColumn = event.column
            return seekBySlider(event.column, geometry, at: now)
        }
        if geometry.bar.contains(column: event.column, row: event.row) { return [] }
        guard geometry.pane.contains(column: event.column, row: event.row) else { return [] }
        return clickPicture(event, geometry.pane, at: now)
    }

    /// A click pauses or plays at once; a second one soon after takes that back and does what a double click does.
    private mutating func clickPicture(_ event: MouseEvent, _ pane: Rect, at now: HostTime) -> [Effect] {
        if let last = pointer.lastClick, last.isDoubled(byColumn: event.column, row: event.row, at: now) {
            pointer.lastClick = nil
            let isLeftHalf = event.column < pane.column + pane.width / 2
            return togglePause() + (isLeftHalf ? jumpBack(at: now) : perform(.toggleScreenMode, at: now))
        }
        pointer.lastClick = PointerState.Click(column: event.column, row: event.row, time: now)
        return togglePause()
    }

    /// ADV-48: slider clicks seek to a key frame.
    private mutating func seekBySlider(_ column: Int, _ geometry: ScreenGeometry, at now: HostTime) -> [Effect] {
        guard let time = sliderTime(at: column, geometry, at: now) else { return [] }
        return seek(.absolute(time), .keyframe, at: now)
    }

    /// Time under a column of the terminal; nil without a slider or a duration.
    func sliderTime(at column: Int, _ geometry: ScreenGeometry, at now: HostTime) -> MediaTime? {
        guard let control = geometry.slider()?.control, let slider = slider(width: control.width, at: now) else {
            return nil
        }
        return slider.time(ofCell: column - control.column)
    }

    /// The right button opens what belongs to a control, or sets it back (uosc's habit).
    private mutating func pressRight(
        _ event: MouseEvent, _ control: PlacedControl?, _ geometry: ScreenGeometry, at now: HostTime
    ) -> [Effect] {
        switch control?.tag {
        case nil where geometry.bar.contains(column: event.column, row: event.row): []
        case nil: open(.contextMenu, corner: Panel.Corner(column: event.column, row: event.row), at: now)
        case .progress: seekToNearestChapter(event, geometry, at: now)
        case .volume: setVolume(100, at: now)
        case .speed: setRate(.normal, at: now)
        case .playback: open(.playlist, at: now)
        case .jumpBack, .currentTime, .timeSeparator, .duration, .live: open(.chapters, at: now)
        case .closedCaption: open(.captions, at: now)
        case .definition: open(.definitions, at: now)
        case .externalRoute: open(.audioDevices, at: now)
        case .screenMode, .empty, .logo, .text: open(.mainMenu, at: now)
        }
    }

    /// The middle button, or the left one with Shift: the other way round.
    private mutating func activateBackwards(_ tag: ControlTag, at now: HostTime) -> [Effect] {
        switch tag {
        case .playback: [.move(-1)]
        case .jumpBack: seekBy(options.jumpBackInterval, .keyframe, at: now)
        case .closedCaption: cycleCaptions(-1, at: now)
        case .definition: cycleDefinition(-1, at: now)
        case .speed: perform(.multiplyRate(1 / 1.1), at: now)
        case .volume: toggleMute(at: now)
        case .currentTime, .timeSeparator, .duration, .progress, .screenMode, .externalRoute, .empty, .logo, .text,
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

    private mutating func turnWheel(_ step: Int, _ control: PlacedControl?, at now: HostTime) -> [Effect] {
        switch control?.tag {
        case .progress: seekBy(.seconds(5 * step), .keyframe, at: now)
        case .speed: perform(.multiplyRate(step > 0 ? 1.1 : 1 / 1.1), at: now)
        case .closedCaption: cycleCaptions(-step, at: now)
        case .definition: cycleDefinition(-step, at: now)
        case nil where options.isFeed: pullPage(-step, at: now)
        default: setVolume(snapshot.volume + 2 * step, at: now)
        }
    }
}
