import Cells
import ClassPanes
import PlayCore
import PlaybackModel
import ScreenKit

extension Keymap {
    /// A feed's own, then the player's.
    package static let feed = Keymap([paging] + player.groups)

    static let feedKeys = Keymap([paging])

    private static let paging = Group(
        title: trMark("Feed"),
        entries: [
            Entry(
                trMark("previous, next video"), Binding([KeyPress(.character("k"))], .moveItem(-1)),
                Binding([KeyPress(.character("j"))], .moveItem(1)))
        ])
}

extension AppState {
    var keymap: Keymap {
        if showsClassPanes { return room?.live == nil ? .room : .live }
        if options.isFeed { return .feed }
        return snapshot.isSphere ? .sphere : .player
    }
}
