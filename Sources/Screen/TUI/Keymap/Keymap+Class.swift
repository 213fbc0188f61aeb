import Cells
import PlayCore

package enum ClassKeyAction: Sendable, Hashable {
    package enum Step: Sendable, Hashable {
        case rows(Int)
        case pages(Int)
        case first, last
    }
    /// Shows a pane. Hides it if it has the keyboard focus.
    case choose(ClassPane)
    /// Swaps the large and the small pane.
    case swap
    /// Widens the lists by this number of columns.
    case resize(Int)
    case zoom
    /// 1 next, −1 previous.
    case moveFocus(Int)
    case reload
    case slideText
    /// Changes the scaling of the slides if they have the focus, else of the video.
    case scaling
    /// 1 next, −1 previous.
    case movePart(Int)
    /// Moves the chat later by this number of seconds.
    case moveChat(Int)
    // In lists.
    case move(Step)
    /// Seeks to the time of the selected entry.
    case go
    case search
    /// Shows only the lines of the selected line's author.
    case person
    case follow
    case copy
    /// Opens the selected line's link, or the list of all.
    case links
    case wholeText
    case wholeNotice
    case leave
}

extension Keymap {
    /// The keys of a class, then those of the player.
    package static let room = Keymap([panes] + player.groups)

    /// The keys of a focused list, before all others.
    static let roomLists = Keymap([list])

    /// The keys of the small videos, before those of the lists.
    static let roomStrip = Keymap([strip])

    static let roomPage = Keymap([panes, list, strip] + player.groups)

    static let roomKeys = Keymap([panes, list, strip])

    private static func keys(_ characters: Character..., others: [KeyPress.Key] = []) -> [KeyPress] {
        characters.map { KeyPress(.character($0)) } + others.map { KeyPress($0) }
    }

    static let panes = Group(
        title: trMark("Class"),
        entries: [
            Entry(
                trMark("show and focus a pane; again: hide it"), Binding(keys("1"), .room(.choose(.slides))),
                Binding(keys("2"), .room(.choose(.video))), Binding(keys("3"), .room(.choose(.chat))),
                Binding(keys("4"), .room(.choose(.people))), Binding(keys("5"), .room(.choose(.outline))),
                Binding(keys("6"), .room(.choose(.quiz))), Binding(keys("7"), .room(.choose(.questions))),
                Binding(keys("8"), .room(.choose(.parts))), Binding(keys("W"), .room(.choose(.cameras))),
                Binding(keys("V"), .room(.choose(.companion))), Binding(keys("Y"), .room(.choose(.terminal)))),
            Entry(
                trMark("next or previous pane"), Binding(keys(others: [.tab]), .room(.moveFocus(1))),
                Binding([KeyPress(.tab, .shift)], .room(.moveFocus(-1)))),
            Entry(trMark("swap slides and videos"), Binding(keys("x"), .room(.swap))),
            Entry(trMark("one pane full screen: on or off"), Binding(keys("z"), .room(.zoom))),
            Entry(
                trMark("widen or narrow the lists"), Binding(keys("<"), .room(.resize(2))),
                Binding(keys(">"), .room(.resize(-2)))),
            Entry(trMark("show the slide as text"), Binding(keys("T"), .room(.slideText))),
            Entry(trMark("scaling of the slides or the video"), Binding(keys("w"), .room(.scaling))),
            Entry(
                trMark("next or previous part of the class"), Binding(keys("n"), .room(.movePart(1))),
                Binding(keys("N"), .room(.movePart(-1)))),
            Entry(
                trMark("chat 1 second earlier or later"), Binding(keys("("), .room(.moveChat(-1))),
                Binding(keys(")"), .room(.moveChat(1)))),
            Entry(trMark("search the chat; in People: find a person"), Binding(keys("/"), .room(.search))),
            Entry(trMark("visible links"), Binding(go: "u", .open(.links))),
            Entry(trMark("the whole notice"), Binding(go: "v", .room(.wholeNotice))),
            Entry(trMark("reload the class"), Binding(keys("R"), .room(.reload))),
        ])

    static let strip = Group(
        title: trMark("Cameras of a class"),
        entries: [
            Entry(
                trMark("previous or next camera"), Binding(keys("h", others: [.left]), .room(.move(.rows(-1)))),
                Binding(keys("l", others: [.right]), .room(.move(.rows(1))))),
            Entry(trMark("enlarge or shrink"), Binding(keys(others: [.enter]), .room(.go))),
        ], isElsewhere: true)

    static let list = Group(
        title: trMark("Chat and lists of a class"),
        entries: [
            Entry(
                trMark("seek to the entry; in People: show the person's video"),
                Binding(keys(others: [.enter]), .room(.go))),
            Entry(
                trMark("down, up"), Binding(keys("j", others: [.down]), .room(.move(.rows(1)))),
                Binding(keys("k", others: [.up]), .room(.move(.rows(-1))))),
            Entry(
                trMark("a page down, up"), Binding(keys(others: [.pageDown]), .room(.move(.pages(1)))),
                Binding(keys(others: [.pageUp]), .room(.move(.pages(-1))))),
            Entry(
                trMark("first, last"), Binding(go: "g", .room(.move(.first))),
                Binding(keys(others: [.home]), .room(.move(.first))),
                Binding(keys("G", others: [.end]), .room(.move(.last)))),
            Entry(trMark("filter by one person: on or off"), Binding(keys("@"), .room(.person))),
            Entry(trMark("links of the selected message, or all"), Binding(keys("o"), .room(.links))),
            Entry(trMark("the whole selected message or question"), Binding(keys("v"), .room(.wholeText))),
            Entry(trMark("copy the selected message"), Binding(keys("y"), .room(.copy))),
            Entry(trMark("follow the chat again"), Binding(keys("f"), .room(.follow))),
            Entry(trMark("close the search, then the list"), Binding(keys(others: [.escape]), .room(.leave))),
        ], isElsewhere: true)
}
