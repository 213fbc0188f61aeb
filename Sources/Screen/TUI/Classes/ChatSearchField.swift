import Cells
import Classes
import PlayCore

/// The search field in the last row of the chat's pane.
enum ChatSearchField: ScreenLayer {
    static func takesText(_ state: AppState) -> Bool { true }

    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        switch key.key {
        case .escape:
            state.chatSearch = nil
            let before = state.room?.searchedBefore ?? ""
            state.room?.search(for: before)
            if let pane = state.room?.searchedFrom { state.room?.focusPane(pane) }
            return state.showChat()
        case .enter:
            state.chatSearch = nil
            return []
        default:
            _ = state.chatSearch?.press(key)
            return state.searchAsTyped()
        }
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.chatSearch?.type(text)
        return state.searchAsTyped()
    }
}

extension AppState {
    package internal(set) var chatSearch: LineEditor? {
        get { layers.value { if case .chatSearch(let line) = $0 { line } else { nil } } }
        set { layers.set(ChatSearchField.self, newValue.map(Layer.chatSearch)) }
    }

    /// Begins with the last search. Escape returns the keys to where they were.
    mutating func beginChatSearch(at now: HostTime) {
        guard let room else { return }
        guard room.has(.chat) else {
            let name = ClassScreen.name(.chat)
            message = Message(
                room.live == nil ? tr("%1: not in this recording", name) : tr("%1: not in this class", name), at: now)
            return
        }
        self.room?.searchedFrom = room.focus
        self.room?.focusPane(.chat)
        self.room?.searchedBefore = room.chat.query.text
        chatSearch = LineEditor(room.chat.query.text ?? "")
    }
}

extension AppState {
    /// Searches at each letter, so that results appear while the viewer types.
    fileprivate mutating func searchAsTyped() -> [Effect] {
        let text = chatSearch?.text ?? ""
        guard let room, room.chat.query.text ?? "" != text else { return [] }
        self.room?.search(for: text)
        return showChat()
    }
}
