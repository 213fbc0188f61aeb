import Cells
import PlayCore
import PlaybackModel
import ScreenKit

extension AppState {
    mutating func pointAtPicture(_ event: MouseEvent, at now: HostTime) -> [Effect] {
        guard mayControl else { return [] }
        if let effects = pointBound(event, at: now) { return effects }
        if let effects = look(event, at: now) { return effects }
        switch event.kind {
        case .press(.left) where !event.modifiers.contains(.shift):
            let pane = ScreenGeometry(self, at: now).pane
            return pane.contains(column: event.column, row: event.row) ? clickPicture(event, pane, at: now) : []
        case .press(.right):
            return open(.contextMenu, corner: Panel.Corner(column: event.column, row: event.row), at: now)
        case .press(.back): return [.move(-1)]
        case .press(.forward): return [.move(1)]
        case .wheelUp: return turnWheel(1, nil, at: now)
        case .wheelDown: return turnWheel(-1, nil, at: now)
        case .press, .move, .drag, .release: return []
        }
    }

    /// Turns the view of a sphere by dragging; a click without movement counts as a click.
    private mutating func look(_ event: MouseEvent, at now: HostTime) -> [Effect]? {
        guard snapshot.isSphere else { return nil }
        let pane = ScreenGeometry(self, at: now).pane
        switch event.kind {
        case .press(.left) where !event.modifiers.contains(.shift):
            guard pane.contains(column: event.column, row: event.row) else { return nil }
            pointer.look = PointerState.Look(column: event.column, row: event.row)
            return []
        case .drag:
            guard let last = pointer.look, pane.width > 0 else { return nil }
            pointer.look = PointerState.Look(column: event.column, row: event.row, hasMoved: true)
            var view = snapshot.view
            // The point under the pointer moves with it.
            let degrees = 90 / view.sphere.zoom / Double(pane.width)
            view.sphere = view.sphere.turned(
                pan: Double(last.column - event.column) * degrees,
                tilt: Double(event.row - last.row) * degrees / terminal.cellAspect)
            return setView(view, at: now, looksAround: true)
        case .release:
            defer { pointer.look = nil }
            guard let last = pointer.look else { return nil }
            return last.hasMoved ? [] : clickPicture(event, pane, at: now)
        default: return nil
        }
    }

    var mayControl: Bool { !terminal.isTooSmall && mayShowProgress }

    /// Pauses or plays at once. A second click soon after undoes that and acts as a double click.
    private mutating func clickPicture(_ event: MouseEvent, _ pane: Rect, at now: HostTime) -> [Effect] {
        if let last = pointer.lastClick, last.isDoubled(byColumn: event.column, row: event.row, at: now) {
            pointer.lastClick = nil
            let isLeftHalf = event.column < pane.column + pane.width / 2
            return togglePause() + (isLeftHalf ? jumpBack(at: now) : perform(.toggleScreenMode, at: now))
        }
        pointer.lastClick = PointerState.Click(column: event.column, row: event.row, time: now)
        return togglePause()
    }

    mutating func turnWheel(_ step: Int, _ control: PlacedControl?, at now: HostTime) -> [Effect] {
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
