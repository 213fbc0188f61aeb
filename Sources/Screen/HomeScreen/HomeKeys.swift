import PlayCore
package import ScreenKit

package enum HomeKeys {
    private typealias Group = KeyGroup<HomeVerb>
    private typealias Entry = KeyEntry<HomeVerb>
    private typealias Binding = KeyBinding<HomeVerb>

    package static let groups = [
        Group(
            title: trMark("Home and folders"),
            entries: [
                Entry(
                    trMark("open; a film plays, and the rest of its folder after it"),
                    bind(.choose, KeyPress(.enter), KeyPress(.right))),
                Entry(trMark("open a path, an address or a search"), bind(.openLocation, control("o"))),
                Entry(trMark("add to the playlist"), bind(.add, "a")),
                Entry(trMark("playlist"), bind(.playlist, "p", extra: KeyPress(.function(8)))),
                Entry(trMark("download"), bind(.download, "D")),
                Entry(trMark("the folder above"), bind(.parent, KeyPress(.left), KeyPress(.backspace))),
                Entry(trMark("filter by name"), bind(.filter, "/")),
                Entry(trMark("show or hide hidden files"), bind(.hidden, ".")),
                Entry(trMark("read the folder again"), bind(.reread, control("r"))),
                Entry(trMark("remove from the history (asks first)"), bind(.forget, KeyPress(.delete))),
                Entry(trMark("down, up"), bind(.move(.rows(1)), "j", .down), bind(.move(.rows(-1)), "k", .up)),
                Entry(
                    trMark("a page down, up"), bind(.move(.pages(1)), KeyPress(.pageDown), control("f")),
                    bind(.move(.pages(-1)), KeyPress(.pageUp), control("b"))),
                Entry(
                    trMark("half a page down, up"), bind(.move(.halfPages(1)), control("d")),
                    bind(.move(.halfPages(-1)), control("u"))),
                Entry(
                    trMark("first, last"), bind(.move(.first), "g", .home), bind(.move(.last), "G", .end)),
                Entry(trMark("back: close what is open"), bind(.back, KeyPress(.escape))),
                Entry(trMark("home; leave home"), bind(.close, KeyPress(.character("q")))),
            ])
    ]

    private static func bind(_ verb: HomeVerb, _ keys: KeyPress...) -> Binding { Binding(keys, verb) }

    private static func bind(_ verb: HomeVerb, _ key: Character, extra: KeyPress? = nil) -> Binding {
        Binding([KeyPress(.character(key))] + [extra].compactMap(\.self), verb)
    }

    private static func bind(_ verb: HomeVerb, _ key: Character, _ other: KeyPress.Key) -> Binding {
        Binding([KeyPress(.character(key)), KeyPress(other)], verb)
    }

    private static func control(_ character: Character) -> KeyPress { KeyPress(.character(character), .control) }
}
