package import Commands
import PlayCore
package import ScreenKit

package enum DownloadKeys {
    private typealias Group = KeyGroup<DownloadsVerb>
    private typealias Entry = KeyEntry<DownloadsVerb>
    private typealias Binding = KeyBinding<DownloadsVerb>

    /// The keys of the list; each can be rebound by `KEY {downloads} downloads VERB`.
    package static let groups = [
        Group(
            title: trMark("Downloads"),
            entries: [
                Entry(trMark("play, also while it is being downloaded"), bind(.play, KeyPress(.enter))),
                Entry(trMark("pause or resume"), bind(.pause, "p", " ")),
                Entry(trMark("pause all, resume all"), bind(.pauseAll, "P"), bind(.resumeAll, "O")),
                Entry(trMark("retry, retry all failed"), bind(.retry, "r"), bind(.retryAll, "R")),
                Entry(
                    trMark("remove with its files (asks); cancel loading"),
                    bind(.remove, "d", extra: KeyPress(.delete))),
                Entry(
                    trMark("clear from the list and keep the files, clear all completed and failed"),
                    bind(.clear, "c"), bind(.clearFinished, "C")),
                Entry(trMark("add an address, also by pasting"), bind(.add, "a")),
                Entry(trMark("raise or lower the priority"), bind(.priorityUp, "+", "="), bind(.priorityDown, "-")),
                Entry(trMark("limit the download rate"), bind(.limit, "l")),
                Entry(
                    trMark("move up or down in the list"), bind(.moveUp, "K", extra: KeyPress(.up, .control)),
                    bind(.moveDown, "J", extra: KeyPress(.down, .control))),
                Entry(trMark("details"), bind(.details, "i")),
                Entry(
                    trMark("show or hide the files"), bind(.expand, KeyPress(.right)), bind(.collapse, KeyPress(.left))),
                Entry(
                    trMark("expand or collapse, all at once"), bind(.toggleExpanded, "x"), bind(.toggleAllExpanded, "X")
                ),
            ]),
        Group(
            title: trMark("The list"),
            entries: [
                Entry(
                    trMark("sort by the next column, reverse the order"), bind(.nextSort, "s"), bind(.reverseSort, "S")),
                Entry(
                    trMark("next, previous tab"), bind(.nextTab, KeyPress(.tab)),
                    bind(.previousTab, KeyPress(.tab, .shift))),
                Entry(trMark("group videos and classes"), bind(.toggleGroups, "v")),
                Entry(trMark("filter by name"), bind(.find, "/", "f")),
                Entry(
                    trMark("next, previous match of the last filter"), bind(.nextMatch, "n"),
                    bind(.previousMatch, "N")),
                Entry(
                    trMark("down, up"), bind(.down, "j", extra: KeyPress(.down)),
                    bind(.up, "k", extra: KeyPress(.up))),
                Entry(
                    trMark("a page down, up"), bind(.pageDown, KeyPress(.pageDown), control("f")),
                    bind(.pageUp, KeyPress(.pageUp), control("b"))),
                Entry(
                    trMark("half a page down, up"), bind(.halfPageDown, control("d")),
                    bind(.halfPageUp, control("u"))),
                Entry(
                    trMark("first, last"), bind(.first, "g", extra: KeyPress(.home)),
                    bind(.last, "G", extra: KeyPress(.end))),
                Entry(trMark("back: close what is open"), bind(.back, KeyPress(.escape), KeyPress(.backspace))),
                Entry(trMark("close"), bind(.close, "q")),
            ]),
    ]

    private static func bind(_ verb: DownloadsVerb, _ keys: KeyPress...) -> Binding {
        Binding(keys, verb)
    }

    private static func bind(_ verb: DownloadsVerb, _ keys: Character..., extra: KeyPress? = nil) -> Binding {
        Binding(keys.map { KeyPress(.character($0)) } + [extra].compactMap(\.self), verb)
    }

    private static func control(_ character: Character) -> KeyPress { KeyPress(.character(character), .control) }
}
