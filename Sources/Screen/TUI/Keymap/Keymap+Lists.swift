import Cells
import PlayCore
import ScreenKit

extension Keymap {
    /// The usual keys, and those of less and vim.
    package static let lists = Keymap([
        Group(
            title: trMark("Lists"),
            entries: [
                Entry(trMark("choose"), Binding([KeyPress(.enter)], .list(.choose))),
                Entry(
                    trMark("down, up"), Binding(keys("j", .down), .list(.move(.rows(1)))),
                    Binding(keys("k", .up), .list(.move(.rows(-1))))),
                Entry(
                    trMark("a page down, up"), Binding(keys(control: "f", .pageDown), .list(.move(.pages(1)))),
                    Binding(keys(control: "b", .pageUp), .list(.move(.pages(-1))))),
                Entry(
                    trMark("half a page down, up"), Binding(keys(control: "d"), .list(.move(.halfPages(1)))),
                    Binding(keys(control: "u"), .list(.move(.halfPages(-1))))),
                Entry(
                    trMark("first, last"), Binding(keys("g", .home), .list(.move(.first))),
                    Binding(keys("G", .end), .list(.move(.last)))),
                Entry(
                    trMark("filter by typing"),
                    Binding(keys("/"), .list(.beginFilter))),
                Entry(
                    trMark("next, previous match of the last filter"), Binding(keys("n"), .list(.match(1))),
                    Binding(keys("N"), .list(.match(-1)))),
                Entry(
                    trMark("back: clear the filter, then close the list"),
                    Binding([KeyPress(.escape), KeyPress(.backspace)], .list(.back))),
                Entry(trMark("close"), Binding(keys("q"), .list(.close))),
            ])
    ])

    package static let history = Keymap(
        lists.groups + [
            Group(
                title: trMark("History"),
                entries: [
                    Entry(
                        trMark("remove the selected entry (asks first)"), Binding(keys("d", .delete), .list(.forget))),
                    Entry(trMark("clear the list (asks first)"), Binding(keys("D"), .list(.forgetAll))),
                ])
        ])

    static let comments = list(
        trMark("Comments"),
        [
            Entry(trMark("write a comment (Esc keeps the draft)"), Binding(keys("c"), .list(.write))),
            Entry(trMark("reply to the selected comment"), Binding(keys("r"), .list(.answer))),
            Entry(trMark("like or unlike"), Binding(keys("l"), .list(.like))),
            Entry(trMark("delete your own comment (asks first)"), Binding(keys("x", .delete), .list(.forget))),
        ])

    /// Returns the keys of one list, then those of all lists.
    private static func list(_ title: String, _ entries: [Entry]) -> Keymap {
        Keymap([Group(title: title, entries: entries)] + lists.groups)
    }

    static let links = list(
        trMark("Links"),
        [
            Entry(trMark("open with --link-command"), Binding([KeyPress(.enter)], .list(.choose))),
            Entry(trMark("copy"), Binding(keys("y"), .list(.copy))),
        ])

    static let playlist = list(
        trMark("Playlist"),
        [
            Entry(
                trMark("remove from the playlist, not from the disk"),
                Binding(keys("d", .delete), .list(.forget))),
            Entry(
                trMark("move the item down, up"), Binding([KeyPress(.down, .control)], .list(.shift(1))),
                Binding([KeyPress(.up, .control)], .list(.shift(-1)))),
        ])

    static let subtitleList = list(
        trMark("Subtitles"),
        [
            Entry(trMark("choose as the second subtitles"), Binding(keys("s"), .list(.chooseSecond))),
            Entry(
                trMark("0.1 seconds earlier or later"), Binding(keys("z"), .list(.delay)),
                Binding(keys("x") + keys("Z"), .list(.delay))),
        ])

    static let definitions = list(
        trMark("Definition"),
        [Entry(trMark("download in the selected definition"), Binding(keys("D"), .list(.download)))])

    static let album = Keymap(
        [
            Group(
                title: trMark("Album"),
                entries: [
                    Entry(
                        trMark("play the previous, the next item"), Binding(keys("p"), .list(.neighbour(-1))),
                        Binding(keys("n"), .list(.neighbour(1))))
                ])
        ]
            + lists.groups.map { group in
                Group(
                    title: group.title,
                    // Leaves out the keys of matches, which have another meaning here.
                    entries: group.entries.filter { entry in
                        !entry.bindings.contains { $0.action == .list(.match(1)) }
                    })
            })

    private static func keys(_ character: Character, _ others: KeyPress.Key...) -> [KeyPress] {
        [KeyPress(.character(character))] + others.map { KeyPress($0) }
    }

    private static func keys(control character: Character, _ others: KeyPress.Key...) -> [KeyPress] {
        [KeyPress(.character(character), .control)] + others.map { KeyPress($0) }
    }
}
