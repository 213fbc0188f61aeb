import ClassPanes
import ScreenKit

extension Keymap {
    /// The keys of a class, then those of the player.
    package static let room = Keymap([classPanes] + player.groups)

    static let roomPage = Keymap([classPanes, classList, strip] + player.groups)

    static let roomKeys = Keymap([classPanes, classList, strip])

    /// The keys of a live class, then those of any class and the player's.
    package static let live = Keymap([livePanes] + room.groups)

    static let livePage = Keymap([livePanes, livePeople] + roomPage.groups)

    static let liveKeys = Keymap([livePanes, livePeople])

    private static let classPanes = ClassKeys.panes.map { $0 == .allLinks ? KeyAction.open(.links) : .room($0) }
    private static let classList = ClassKeys.list.map(KeyAction.room)
    private static let strip = ClassKeys.strip.map(KeyAction.room)
    private static let livePanes = LiveKeys.panes.map(KeyAction.live)
    private static let livePeople = LiveKeys.people.map(KeyAction.live)
}
