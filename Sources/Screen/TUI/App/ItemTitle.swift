import PlayCore
import PlaybackModel
import Playlists
import ScreenKit

/// The current item in words: shown when it starts, when it is paused, and with `o`.
extension AppState {
    /// `3/47 Title`, without the number if there is no list. Clean.
    var itemLine: String {
        let title = StatusScreen.title(self)
        guard let index = playlist.index, playlist.count > 1 else { return title }
        return title.isEmpty ? "\(index + 1)/\(playlist.count)" : "\(index + 1)/\(playlist.count) \(title)"
    }

    mutating func sayTitle(after before: PlayStatus, at now: HostTime) {
        guard program.osdLevel > 0 else { return }
        let isOpen = [.ready, .playing, .paused, .stalled].contains(snapshot.status)
        if item.awaitsTitle, isOpen {
            item.awaitsTitle = false
            // The message includes that the item was resumed.
            sayTitle(messages.takeInfo()?.text ?? "", isNews: true, at: now)
        } else if before == .playing, snapshot.status == .paused, !barShowsTitle(at: now) {
            sayTitle("", isNews: true, at: now)
        }
    }

    /// - Parameter isNews: whether no key requested the title. A warning then keeps the line.
    mutating func sayTitle(_ rest: String, isNews: Bool = false, at now: HostTime) {
        let words = itemLine.isEmpty || rest.isEmpty ? itemLine + rest : titled(rest)
        guard !words.isEmpty else { return }
        let new = Message(words, at: now)
        if isNews { announce(new) } else { message = new }
    }

    private func titled(_ rest: String) -> String {
        let glyphs = Glyphs(isASCII: terminal.isASCII)
        let separator = " " + glyphs.separator + " "
        let space = terminal.columns - 3 - TextWidth.columns(of: separator + rest)
        return glyphs.fitted(itemLine, max(0, space)) + separator + rest
    }

    private func barShowsTitle(at now: HostTime) -> Bool {
        let controls = ScreenGeometry(self, at: now).barRows.flatMap(\.controls)
        return controls.contains { $0.tag == .title && $0.width >= TextWidth.columns(of: itemLine) }
    }
}
