import Cells
import Commands
import PlayCore
import PlaybackModel
import ScreenKit

struct KeySequence: Sendable, Equatable {
    /// The pressed keys of a sequence that the viewer has bound.
    var keys: [BoundKey] = []
    /// Whether `g` was pressed, so that the table's sequences can follow.
    var isPrefix = false
}

extension KeySequence: ScreenLayer {
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        if let effects = state.pressBound(key, at: now) { return effects }
        let isPrefix = state.hasPrefix
        state.sequence = nil
        return isPrefix ? pressAfterPrefix(key, in: &state, at: now) : nil
    }

    /// Handles the key after `g`. A digit or a sign starts a time, unless the keymap has a sequence for it.
    private static func pressAfterPrefix(
        _ key: KeyPress, in state: inout AppState, at now: HostTime
    ) -> [Effect] {
        if state.userKeys.usesDefaults,
            let action = state.listActionAfterPrefix(for: key) ?? state.keymap.actionAfterPrefix(for: key)
        {
            return state.performForState(action, at: now)
        }
        if case .character(let first) = key.key, key.modifiers.isEmpty, state.snapshot.status != .failed,
            !state.awaitsClass, first.isASCII, first.isNumber || TimePrompt.signs.contains(first)
        {
            state.timePrompt = TimePrompt(text: String(first))
        }
        return []
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        guard state.hasPrefix else { return }
        if !state.isTyping { canvas.cells.writeField("g", tr("digits enter a time"), state, geometry) }
        canvas.cells.writeContinuations(state, geometry)
    }

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) {
        if turn == .interruption { state.sequence = nil }
    }
}

extension AppState {
    var sequence: KeySequence? {
        get { layers.value { if case .sequence(let sequence) = $0 { sequence } else { nil } } }
        set { layers.set(KeySequence.self, newValue.map(Layer.sequence)) }
    }

    package var hasPrefix: Bool { sequence?.isPrefix ?? false }
}
