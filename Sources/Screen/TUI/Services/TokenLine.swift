import Catalogue
import Cells
import PlayCore
import PlaybackModel
package import ScreenKit

/// The input field for a token, a secret that is shown as asterisks.
enum TokenLine: ScreenLayer {
    static func takesText(_ state: AppState) -> Bool { true }

    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        switch key {
        case KeyPress(.escape): state.tokenLine = nil
        case KeyPress(.enter):
            guard let token = state.tokenLine?.text, !token.isEmpty else { return [] }
            state.tokenLine = nil
            return [.service(.giveToken(token)), .retry]
        default: _ = state.tokenLine?.press(key)
        }
        return []
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.tokenLine?.type(text)
        return []
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        guard let token = state.tokenLine else { return }
        let word = tr("Token:")
        let space = state.terminal.columns - 2 - TextWidth.columns(of: word) - 4
        let dots = String(repeating: "*", count: min(token.text.count, max(0, space)))
        canvas.cells.writeField(word, dots + "_", hint: tr("Enter go, Esc leave"), state, geometry)
    }

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) { state.tokenLine = nil }
}

extension AppState {
    package internal(set) var tokenLine: LineEditor? {
        get { layers.value { if case .token(let line) = $0 { line } else { nil } } }
        set { layers.set(TokenLine.self, newValue.map(Layer.token)) }
    }

    /// Whether the service refused the item for lack of a token.
    var wantsToken: Bool {
        snapshot.status == .failed && snapshot.error?.code == .invalidToken && services.takesToken
    }
}
