import Localization
import PlayCore
package import PlaybackModel

/// The field of "go to time" (`g` and a digit).
package struct TimePrompt: Sendable, Equatable {
    package var text: String

    package init(text: String = "") { self.text = text }

    /// Longer than any time: "9999:59:59.999".
    package static let limit = 16

    /// Takes a character that may stand in a time; another one is ignored.
    package mutating func type(_ character: Character) {
        guard text.count < Self.limit, character.isASCII, character.isNumber || ":.%".contains(character) else {
            return
        }
        text.append(character)
    }

    /// `h:mm:ss`, `mm:ss`, `ss`, each with an optional fraction, or a percentage 0 … 100; nil for anything else.
    package static func parse(_ text: String) -> SeekTarget? {
        if text.hasSuffix("%") {
            guard let value = number(text.dropLast()), value <= 100 else { return nil }
            return .percent(value)
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let seconds = number(parts[parts.count - 1]) else { return nil }
        var whole = 0.0
        for part in parts.dropLast() {
            guard !part.isEmpty, part.count <= 6, let value = Int(part) else { return nil }
            whole = whole * 60 + Double(value)
        }
        if parts.count > 1, seconds >= 60 { return nil }
        return .absolute(MediaTime(seconds: whole * 60 + seconds))
    }

    /// Digits with at most one point; nil otherwise ("nan", "1e9" and a sign are not times).
    private static func number(_ text: Substring) -> Double? {
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
        return Double(text)
    }
}

extension TimePrompt: ScreenLayer {
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        guard var prompt = state.timePrompt else { return nil }
        switch key.key {
        case .escape:
            state.timePrompt = nil
            return []
        case .backspace where prompt.text.isEmpty:
            state.timePrompt = nil
            return []
        case .backspace: prompt.text.removeLast()
        case .enter:
            guard let target = parse(prompt.text) else {
                state.message = Message(tr("Enter a time such as 1:23:45, 12:34, 90 or 50%"), .warning, at: now)
                return []
            }
            state.timePrompt = nil
            return state.seek(target, .exact, at: now)
        case .character(let character) where key.modifiers.isEmpty: prompt.type(character)
        default: break
        }
        state.timePrompt = prompt
        return []
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        for character in text.prefix(limit) { state.timePrompt?.type(character) }
        return []
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        guard let prompt = state.timePrompt else { return }
        canvas.cells.writeField(
            tr("Go to:"), prompt.text + "_", hint: tr("Enter go, Esc leave"), state, geometry)
    }

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) {
        if turn == .interruption { state.timePrompt = nil }
    }
}

extension AppState {
    /// The field of "go to time"; nil while it is closed.
    package var timePrompt: TimePrompt? {
        get { layers.value { if case .time(let prompt) = $0 { prompt } else { nil } } }
        set { layers.set(TimePrompt.self, newValue.map(Layer.time)) }
    }
}
