import Cells
import Library
import PlayCore

/// Home and its folders on the whole screen, with the picture floating beside them.
enum HomeLayer: ScreenLayer {
    static let isOpaque = true

    static func takesText(_ state: AppState) -> Bool {
        if let catalogue = state.home.catalogue { return catalogue.editor != nil }
        return state.home.folder.map(\.isTyping) ?? (state.home.list.filter != nil)
    }

    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.pressInHome(key, at: now)
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        if state.pasteIntoHomeFilter(text) { return [] }
        return state.ask(aboutPaste: text)
    }

    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.isTyping ? nil : state.pointInHome(event, at: now)
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        canvas.cells.fill(Rect(column: 0, row: 0, width: canvas.cells.columns, height: canvas.cells.rows))
        canvas.cells.writeHome(state)
    }
}

extension AppState {
    package internal(set) var showsHome: Bool {
        get { layers.contains(HomeLayer.self) }
        set { layers.set(HomeLayer.self, newValue ? .home : nil) }
    }

    /// Whether a page has the screen, so that the picture has only a corner.
    var showsPage: Bool { showsHome || showsDownloads }
}
