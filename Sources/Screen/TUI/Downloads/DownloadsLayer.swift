import Cells
import PlayCore

/// The list of downloads on the whole screen, with the picture floating beside it.
enum DownloadsLayer: ScreenLayer {
    static let isOpaque = true

    static func takesText(_ state: AppState) -> Bool {
        state.downloads.prompt.map { $0.purpose == .add }
            ?? (state.downloads.question == nil && state.downloads.isTyping)
    }

    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.pressInDownloads(key, at: now)
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.paste(inDownloads: text)
        return []
    }

    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.pathPrompt == nil ? state.pointInDownloads(event, at: now) : nil
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        canvas.cells.fill(Rect(column: 0, row: 0, width: canvas.cells.columns, height: canvas.cells.rows))
        canvas.cells.writeDownloads(state, at: now)
    }
}

extension AppState {
    package internal(set) var showsDownloads: Bool {
        get { layers.contains(DownloadsLayer.self) }
        set { layers.set(DownloadsLayer.self, newValue ? .downloads : nil) }
    }
}
