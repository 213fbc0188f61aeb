import PlayCore
import PlaybackModel

/// The field of "go to time" (`g` and a digit), in the syntax of `--start`.
package struct TimePrompt: Sendable, Equatable {
    package var text: String
    /// Why the text is not a valid time; kept until the next key.
    package private(set) var problem: String?

    package init(text: String = "") { self.text = text }

    /// Longer than any time: "9999:59:59.999".
    package static let limit = 16

    /// The signs that may start a time: `+` and `-`, and `#` before the number of a chapter. `-` counts from the end.
    static let signs: Set<Character> = ["-", "+", "#"]

    package mutating func type(_ character: Character) {
        problem = nil
        let character = HalfWidth.key(character)
        guard character.isASCII, character.isNumber || ":.%".contains(character) || Self.signs.contains(character)
        else {
            return problem = tr("%1 is not valid in a time", SafeText.clean(String(character)))
        }
        if text.count < Self.limit { text.append(character) }
    }

    /// - Returns: `nil` if the text is invalid (see ``problem``).
    mutating func target(in snapshot: PlaybackSnapshot) -> SeekTarget? {
        problem = nil
        switch TimePoint.parse(text) {
        case .time(let time): return .absolute(time)
        case .percent(let percent): return .percent(percent)
        case .beforeEnd(let rest):
            if let duration = snapshot.duration { return .absolute(max(.zero, duration - rest)) }
            problem = tr("The length is unknown: nothing can be counted from the end")
        case .chapter(let index):
            if snapshot.chapters.indices.contains(index) { return .chapter(index) }
            let count = snapshot.chapters.count
            problem = trn("There is only %1 chapter", "There are only %1 chapters", count)
            if count == 0 { problem = tr("No chapters in this item") }
        case nil: problem = tr("Not a time: enter 1:23:45, 90, 50%, -30 or #3")
        }
        return nil
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
        case .backspace:
            prompt.problem = nil
            prompt.text.removeLast()
        case .enter:
            if let target = prompt.target(in: state.snapshot) {
                state.timePrompt = nil
                return state.seek(target, .exact, at: now)
            }
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
            tr("Go to:"), prompt.text + "_", hint: tr("Enter go, Esc leave"), problem: prompt.problem, state, geometry)
    }

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) {
        if turn == .interruption { state.timePrompt = nil }
    }
}

extension AppState {
    package var timePrompt: TimePrompt? {
        get { layers.value { if case .time(let prompt) = $0 { prompt } else { nil } } }
        set { layers.set(TimePrompt.self, newValue.map(Layer.time)) }
    }
}
