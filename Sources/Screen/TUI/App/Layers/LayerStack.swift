import Cells
import ClassPanes
import Commands
import PlayCore

/// The layers in their order on the screen. Some are always present and pass on the events that they do not handle.
package struct LayerStack: Sendable, Equatable {
    /// In order from the bottom to the top.
    private(set) var all: [Layer] = [
        .picture, .classPanes, .controls, .ownKeys, .drawing, .liveDialog, .chatSearch, .peopleSearch, .chatInput,
        .surveyForm, .floating, .liveCommand, .liveQuestion,
    ]

    var visible: ArraySlice<Layer> {
        all[(all.lastIndex { $0.entry.layer.isOpaque } ?? 0)...]
    }

    func contains(_ layer: any ScreenLayer.Type) -> Bool { all.contains { $0.entry.layer == layer } }

    /// Returns the value of the top layer of this kind.
    func value<Value>(_ value: (Layer) -> Value?) -> Value? {
        for layer in all.reversed() {
            if let value = value(layer) { return value }
        }
        return nil
    }

    mutating func replace(_ kind: any ScreenLayer.Type, with layers: [Layer]) {
        all.removeAll { $0.entry.layer == kind }
        for layer in layers { push(layer) }
    }

    /// Replaces the top layer of this kind; `nil` closes it.
    mutating func setTop(_ kind: any ScreenLayer.Type, _ layer: Layer?) {
        guard let index = all.lastIndex(where: { $0.entry.layer == kind }) else { return }
        if let layer { all[index] = layer } else { all.remove(at: index) }
    }

    /// Sets the layer of this kind; `nil` closes it.
    mutating func set(_ kind: any ScreenLayer.Type, _ layer: Layer?) {
        guard let layer, let index = all.lastIndex(where: { $0.entry.layer == kind }) else {
            return replace(kind, with: layer.map { [$0] } ?? [])
        }
        all[index] = layer
    }

    mutating func push(_ layer: Layer) {
        let height = layer.entry.height
        all.insert(layer, at: all.firstIndex { $0.entry.height > height } ?? all.count)
    }
}

extension AppState {
    mutating func press(_ key: KeyPress, at now: HostTime) -> [Effect] {
        for layer in layers.all.reversed().map(\.entry.layer) {
            let meant = layer.takesText(self) ? key : halfWidth(key)
            if let effects = layer.press(meant, in: &self, at: now) { return effects }
        }
        return []
    }

    /// Converts a full-width character of an input method, unless the viewer has bound that character.
    func halfWidth(_ key: KeyPress) -> KeyPress {
        guard case .character(let character) = key.key else { return key }
        let folded = KeyPress(.character(HalfWidth.key(character)), key.modifiers)
        return folded == key || userKeys.bindings.begins(with: key) ? key : folded
    }

    mutating func paste(_ text: String, at now: HostTime) -> [Effect] {
        for layer in layers.all.reversed() {
            if let effects = layer.entry.layer.paste(text, in: &self, at: now) { return effects }
        }
        return []
    }

    mutating func point(_ event: MouseEvent, at now: HostTime) -> [Effect] {
        for layer in layers.all.reversed() {
            if let effects = layer.entry.layer.point(event, in: &self, at: now) { return effects }
        }
        return []
    }

    mutating func follow(_ turn: PlayTurn, at now: HostTime) {
        for layer in layers.all.reversed() { layer.entry.layer.follow(turn, in: &self, at: now) }
    }

    var isTyping: Bool {
        layers.contains(TimePrompt.self) || layers.contains(PathPrompt.self) || layers.contains(TokenLine.self)
            || layers.contains(OpenPrompt.self) || layers.contains(OpenQuestion.self)
            || room?.isTyping == true
    }
}
