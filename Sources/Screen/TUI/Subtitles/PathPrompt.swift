import Cells
import PlayCore
import ScreenKit
import Subtitles

/// The field of a file's path, in the message line.
package struct PathPrompt: Sendable, Equatable {
    package var text: String

    package static let limit = 4096

    package init(text: String = "") { self.text = text }

    /// Adds text without control characters.
    package mutating func type(_ more: String) {
        text = String(
            (text + more.unicodeScalars.filter { $0.properties.generalCategory != .control }.map(String.init).joined())
                .prefix(Self.limit))
    }
}

extension PathPrompt: ScreenLayer {
    static func takesText(_ state: AppState) -> Bool { true }

    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        guard var prompt = state.pathPrompt else { return nil }
        switch key.key {
        case .escape:
            state.subtitles.pathDraft = prompt.text
            state.pathPrompt = nil
            return []
        case .backspace where prompt.text.isEmpty:
            state.pathPrompt = nil
            return []
        case .backspace: prompt.text.removeLast()
        case .enter:
            let path = prompt.text.typedPath
            guard !path.isEmpty else { return [] }
            state.subtitles.pathDraft = ""
            state.closePanels(at: now)
            return [.addSubtitles(TrackFileRequest(path: path))]
        case .character(let character) where key.modifiers.isEmpty: prompt.type(String(character))
        default: break
        }
        state.pathPrompt = prompt
        return []
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.pathPrompt?.type(text)
        return []
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        guard let prompt = state.pathPrompt else { return }
        let word = tr("Subtitle file:")
        // Keeps the end of a long path visible, where the viewer types.
        var text = SafeText.clean(prompt.text, limit: limit)
        let space = state.terminal.columns - 2 - TextWidth.columns(of: word) - 4
        while TextWidth.columns(of: text) > max(8, space) { text.removeFirst() }
        canvas.cells.writeField(word, text + "_", state, geometry)
    }

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) { state.pathPrompt = nil }
}

extension AppState {
    package internal(set) var pathPrompt: PathPrompt? {
        get { layers.value { if case .path(let prompt) = $0 { prompt } else { nil } } }
        set { layers.set(PathPrompt.self, newValue.map(Layer.path)) }
    }
}
