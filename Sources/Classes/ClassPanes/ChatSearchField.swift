import Cells
import Classes
package import PlayCore
import ScreenKit

package enum ChatSearchField: ClassPart {
    package static func isOpen(_ screen: ClassScreen) -> Bool { screen.chatSearch != nil }

    package static func takesText(_ screen: ClassScreen) -> Bool { true }

    package static func press(
        _ key: KeyPress, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        switch key.key {
        case .escape:
            screen.chatSearch = nil
            screen.search(for: screen.searchedBefore ?? "")
            if let pane = screen.searchedFrom { screen.focusPane(pane) }
            return screen.showChat()
        case .enter:
            screen.chatSearch = nil
            return []
        default:
            _ = screen.chatSearch?.press(key)
            return screen.searchAsTyped()
        }
    }

    package static func paste(
        _ text: String, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        screen.chatSearch?.type(text)
        return screen.searchAsTyped()
    }
}

extension ClassScreen {
    /// Opens the field with the last search. Escape returns the focus to the pane that had it.
    mutating func beginChatSearch() -> Consequences {
        guard has(.chat) else {
            let name = Self.name(.chat)
            return [.say(live == nil ? tr("%1: not in this recording", name) : tr("%1: not in this class", name))]
        }
        searchedFrom = focus
        focusPane(.chat)
        searchedBefore = chat.query.text
        chatSearch = LineEditor(chat.query.text ?? "")
        return []
    }

    /// Searches after each letter, so that results appear while the viewer types.
    fileprivate mutating func searchAsTyped() -> Consequences {
        let text = chatSearch?.text ?? ""
        guard chat.query.text ?? "" != text else { return [] }
        search(for: text)
        return showChat()
    }
}
