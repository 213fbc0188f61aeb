import Cells
import PlayCore
import Rooms

/// What is being typed to be searched for in the chat, in the last row of its pane.
enum ChatSearchField: ScreenLayer {
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        switch key.key {
        case .escape: state.chatSearch = nil
        case .enter:
            let text = state.chatSearch?.text ?? ""
            state.chatSearch = nil
            state.room?.search(for: text)
            return state.showChat()
        default: _ = state.chatSearch?.press(key)
        }
        return []
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.chatSearch?.type(text)
        return []
    }
}

extension AppState {
    /// Nil while nothing is searched for.
    package internal(set) var chatSearch: LineEditor? {
        get { layers.value { if case .chatSearch(let line) = $0 { line } else { nil } } }
        set { layers.set(ChatSearchField.self, newValue.map(Layer.chatSearch)) }
    }

    /// Goes on with what was searched for last.
    mutating func beginChatSearch() {
        guard let room, room.focus == .chat else { return }
        chatSearch = LineEditor(room.chat.query.text ?? "")
    }
}
