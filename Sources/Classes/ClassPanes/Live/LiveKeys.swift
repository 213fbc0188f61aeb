import Cells
import PlayCore
package import ScreenKit

package enum LiveKeys {
    package typealias Group = KeyGroup<LiveKeyAction>
    fileprivate typealias Entry = KeyEntry<LiveKeyAction>
    fileprivate typealias Binding = KeyBinding<LiveKeyAction>

    static let ofLists = [people].actions()

    private static func keys(_ characters: Character..., others: [KeyPress.Key] = []) -> [KeyPress] {
        characters.map { KeyPress(.character($0)) } + others.map { KeyPress($0) }
    }

    private static func control(_ character: Character) -> [KeyPress] { [KeyPress(.character(character), .control)] }

    package static let panes = Group(
        title: trMark("Live class"),
        entries: [
            Entry(trMark("write to the class"), Binding(keys("c"), .write)),
            Entry(
                trMark("raise or lower your hand; as a teacher: go to the raised hands"),
                Binding(keys("h"), .hand)),
            Entry(
                trMark("switch your microphone or your camera on or off"), Binding(keys("M"), .microphone),
                Binding(go: "V", .camera)),
            Entry(trMark("while held: be heard, with :talk on"), Binding(keys(" "), .talk)),
            Entry(trMark("choose your microphone and camera"), Binding(go: "M", .captureDevices)),
            Entry(trMark("enter a command, such as notice or record"), Binding(keys(":"), .commandLine)),
            Entry(
                trMark("start or end the class"), Binding(control("t"), .startOrStop),
                Binding(go: "T", .startOrStop)),
            Entry(
                trMark("allow or refuse the first raised hand"), Binding(go: "y", .answer(true)),
                Binding(go: "n", .answer(false))),
            Entry(trMark("lower all hands"), Binding(go: "_", .lowerAllHands)),
            Entry(trMark("switch raising hands on or off"), Binding(go: "R", .toggleRequests)),
            Entry(
                trMark("previous or next page"), Binding(keys(others: [.pageUp]), .turnPage(-1)),
                Binding(keys(others: [.pageDown]), .turnPage(1))),
            Entry(trMark("back to the page of the class"), Binding(keys("."), .roomPage)),
            Entry(trMark("documents"), Binding(go: "F", .documents)),
            Entry(trMark("draw on the page"), Binding(keys("e"), .drawing)),
            Entry(trMark("publish a quiz, or end it"), Binding(go: "Q", .surveyForm)),
        ])

    /// The keys of the lists of a live class, before those of all lists.
    package static let people = Group(
        title: trMark("People and chat of a live class"),
        entries: [
            Entry(trMark("actions for the selected person"), Binding(keys("a"), .personActions)),
            Entry(
                trMark("allow or refuse the request"), Binding(keys("y"), .allow),
                Binding(keys("n"), .refuse)),
            Entry(trMark("lower the person's hand"), Binding(keys("-"), .lowerHand)),
            Entry(
                trMark("full or small pictures of the person; also in Cameras"),
                Binding(keys("d"), .definition)),
            Entry(trMark("like"), Binding(keys("+"), .like)),
            Entry(trMark("reply to the selected message"), Binding(keys("r"), .reply)),
            Entry(trMark("remove the selected message"), Binding(keys(others: [.delete]), .removeMessage)),
        ], isElsewhere: true)
}
