import Cells
import Classes
import PlayCore

/// Passes all events if no class is on the screen.
enum ClassPanes: ScreenLayer {
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.pressInClass(key, at: now)
    }

    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.terminal.isTooSmall ? nil : state.pointInClass(event, at: now)
    }

    static func foresee(_ state: AppState, _ next: inout NextChange) {
        next.note(state.nextLiveStep(after: next.now))
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        guard let room = geometry.room else { return }
        canvas.links += canvas.cells.writeClass(state, room, at: now)
        canvas.drawPicture(state, geometry, at: now)
        if let award = state.room?.view.award { canvas.cells.writeAward(award, state) }
    }
}
