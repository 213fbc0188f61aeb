import Cells
import PlayCore
package import ScreenKit

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
    /// Opens the list of all links.
    case allLinks
    case wholeText
    case wholeNotice
    case leave
}

package enum ClassKeys {
    package typealias Group = KeyGroup<ClassKeyAction>
    fileprivate typealias Entry = KeyEntry<ClassKeyAction>
    fileprivate typealias Binding = KeyBinding<ClassKeyAction>

    static let ofStrip = [strip].actions()
    static let ofLists = [list].actions()
    static let ofListsAfterPrefix = [list].actions(isAfterPrefix: true)

    private static func keys(_ characters: Character..., others: [KeyPress.Key] = []) -> [KeyPress] {
        characters.map { KeyPress(.character($0)) } + others.map { KeyPress($0) }
    }

    package static let panes = Group(
        title: trMark("Class"),
        entries: [
            Entry(
                trMark("show and focus a pane; again: hide it"), Binding(keys("1"), .choose(.slides)),
                Binding(keys("2"), .choose(.video)), Binding(keys("3"), .choose(.chat)),
                Binding(keys("4"), .choose(.people)), Binding(keys("5"), .choose(.outline)),
                Binding(keys("6"), .choose(.quiz)), Binding(keys("7"), .choose(.questions)),
                Binding(keys("8"), .choose(.parts)), Binding(keys("W"), .choose(.cameras)),
                Binding(keys("V"), .choose(.companion)), Binding(keys("Y"), .choose(.terminal))),
            Entry(
                trMark("next or previous pane"), Binding(keys(others: [.tab]), .moveFocus(1)),
                Binding([KeyPress(.tab, .shift)], .moveFocus(-1))),
            Entry(trMark("swap slides and videos"), Binding(keys("x"), .swap)),
            Entry(trMark("one pane full screen: on or off"), Binding(keys("z"), .zoom)),
            Entry(
                trMark("widen or narrow the lists"), Binding(keys("<"), .resize(2)),
                Binding(keys(">"), .resize(-2))),
            Entry(trMark("show the slide as text"), Binding(keys("T"), .slideText)),
            Entry(trMark("scaling of the slides or the video"), Binding(keys("w"), .scaling)),
            Entry(
                trMark("next or previous part of the class"), Binding(keys("n"), .movePart(1)),
                Binding(keys("N"), .movePart(-1))),
            Entry(
                trMark("chat 1 second earlier or later"), Binding(keys("("), .moveChat(-1)),
                Binding(keys(")"), .moveChat(1))),
            Entry(trMark("search the chat; in People: find a person"), Binding(keys("/"), .search)),
            Entry(trMark("visible links"), Binding(go: "u", .allLinks)),
            Entry(trMark("the whole notice"), Binding(go: "v", .wholeNotice)),
            Entry(trMark("reload the class"), Binding(keys("R"), .reload)),
        ])

    /// The keys of the small videos, before those of the lists.
    package static let strip = Group(
        title: trMark("Cameras of a class"),
        entries: [
            Entry(
                trMark("previous or next camera"), Binding(keys("h", others: [.left]), .move(.rows(-1))),
                Binding(keys("l", others: [.right]), .move(.rows(1)))),
            Entry(trMark("enlarge or shrink"), Binding(keys(others: [.enter]), .go)),
        ], isElsewhere: true)

    /// The keys of a focused list, before all others.
    package static let list = Group(
        title: trMark("Chat and lists of a class"),
        entries: [
            Entry(
                trMark("seek to the entry; in People: show the person's video"),
                Binding(keys(others: [.enter]), .go)),
            Entry(
                trMark("down, up"), Binding(keys("j", others: [.down]), .move(.rows(1))),
                Binding(keys("k", others: [.up]), .move(.rows(-1)))),
            Entry(
                trMark("a page down, up"), Binding(keys(others: [.pageDown]), .move(.pages(1))),
                Binding(keys(others: [.pageUp]), .move(.pages(-1)))),
            Entry(
                trMark("first, last"), Binding(go: "g", .move(.first)),
                Binding(keys(others: [.home]), .move(.first)),
                Binding(keys("G", others: [.end]), .move(.last))),
            Entry(trMark("filter by one person: on or off"), Binding(keys("@"), .person)),
            Entry(trMark("links of the selected message, or all"), Binding(keys("o"), .links)),
            Entry(trMark("the whole selected message or question"), Binding(keys("v"), .wholeText)),
            Entry(trMark("copy the selected message"), Binding(keys("y"), .copy)),
            Entry(trMark("follow the chat again"), Binding(keys("f"), .follow)),
            Entry(trMark("close the search, then the list"), Binding(keys(others: [.escape]), .leave)),
        ], isElsewhere: true)
}
