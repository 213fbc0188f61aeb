import Cells
import ClassPanes
import Classes
import PlayCore
import ScreenKit

extension Panel: ScreenLayer {
    static func takesText(_ state: AppState) -> Bool { state.panel?.list.filter != nil }

    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.pressInPanel(key, at: now)
    }

    /// Accepts text only for the filter.
    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        if state.panel?.list.filter != nil {
            state.panel?.list.type(SafeText.clean(text, limit: ListState<PanelChoice>.filterLimit))
        }
        return []
    }

    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]? {
        // Hidden while the field of a path is open.
        state.pathPrompt == nil ? state.pointInPanel(event, at: now) : nil
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        guard let panel = state.panel, state.pathPrompt == nil else { return }
        // Beside a floating picture, panel and page of keys use the same space.
        if state.help == nil || geometry.floatingFrame == nil { canvas.cells.write(panel, state, geometry) }
    }

    static func foresee(_ state: AppState, _ next: inout NextChange) {
        switch state.panel?.kind {
        case .chapters: next.note(state.nextChapterStart(after: next.now))
        case .subtitleLines: next.note(state.nextLineStart(after: next.now))
        default: break
        }
    }

    /// Closes lists of the previous item when another item starts.
    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) {
        guard let panel = state.panel else { return }
        let stays =
            switch panel.kind.subject {
            case .player: true
            case .classroom: state.room?.view.isChatOnly == false
            case .item: false
            }
        if turn == .interruption || !stays { state.panels = [] }
    }
}

extension AppState {
    /// The open panels, the innermost last.
    package internal(set) var panels: [Panel] {
        get { layers.all.compactMap { if case .panel(let panel) = $0 { panel } else { nil } } }
        set { layers.replace(Panel.self, with: newValue.map(Layer.panel)) }
    }

    /// The panel that gets the keys. `nil` closes it and returns to the one below.
    package internal(set) var panel: Panel? {
        get { layers.value { if case .panel(let panel) = $0 { panel } else { nil } } }
        set { layers.setTop(Panel.self, newValue.map(Layer.panel)) }
    }
}
