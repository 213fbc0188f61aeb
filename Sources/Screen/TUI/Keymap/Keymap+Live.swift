import Cells
import PlayCore

extension Keymap {
    /// The keys of a live class, then those of any class and the player's.
    package static let live = Keymap([ofLiveClass] + room.groups)

    /// The keys of the list of people, before those of all lists.
    static let livePeople = Keymap([peopleOfLive])

    static let livePage = Keymap([ofLiveClass, peopleOfLive] + roomPage.groups)

    static let liveKeys = Keymap([ofLiveClass, peopleOfLive])

    private static func keys(_ characters: Character..., others: [KeyPress.Key] = []) -> [KeyPress] {
        characters.map { KeyPress(.character($0)) } + others.map { KeyPress($0) }
    }

    private static func control(_ character: Character) -> [KeyPress] { [KeyPress(.character(character), .control)] }

    private static let ofLiveClass = Group(
        title: trMark("Live class"),
        entries: [
            Entry(trMark("write to the class"), Binding(keys("c"), .live(.write))),
            Entry(
                trMark("raise or lower your hand; as a teacher: go to the raised hands"),
                Binding(keys("h"), .live(.hand))),
            Entry(
                trMark("switch your microphone or your camera on or off"), Binding(keys("M"), .live(.microphone)),
                Binding(go: "V", .live(.camera))),
            Entry(trMark("while held: be heard, with :talk on"), Binding(keys(" "), .live(.talk))),
            Entry(trMark("choose your microphone and camera"), Binding(go: "M", .live(.captureDevices))),
            Entry(trMark("enter a command, such as notice or record"), Binding(keys(":"), .live(.commandLine))),
            Entry(
                trMark("start or end the class"), Binding(control("t"), .live(.startOrStop)),
                Binding(go: "T", .live(.startOrStop))),
            Entry(
                trMark("allow or refuse the first raised hand"), Binding(go: "y", .live(.answer(true))),
                Binding(go: "n", .live(.answer(false)))),
            Entry(trMark("lower all hands"), Binding(go: "_", .live(.lowerAllHands))),
            Entry(trMark("switch raising hands on or off"), Binding(go: "R", .live(.toggleRequests))),
            Entry(
                trMark("previous or next page"), Binding(keys(others: [.pageUp]), .live(.turnPage(-1))),
                Binding(keys(others: [.pageDown]), .live(.turnPage(1)))),
            Entry(trMark("back to the page of the class"), Binding(keys("."), .live(.roomPage))),
            Entry(trMark("documents"), Binding(go: "F", .live(.documents))),
            Entry(trMark("draw on the page"), Binding(keys("e"), .live(.drawing))),
            Entry(trMark("publish a quiz, or end it"), Binding(go: "Q", .live(.surveyForm))),
        ])

    private static let peopleOfLive = Group(
        title: trMark("People and chat of a live class"),
        entries: [
            Entry(trMark("actions for the selected person"), Binding(keys("a"), .live(.personActions))),
            Entry(
                trMark("allow or refuse the request"), Binding(keys("y"), .live(.allow)),
                Binding(keys("n"), .live(.refuse))),
            Entry(trMark("lower the person's hand"), Binding(keys("-"), .live(.lowerHand))),
            Entry(
                trMark("full or small pictures of the person; also in Cameras"),
                Binding(keys("d"), .live(.definition))),
            Entry(trMark("like"), Binding(keys("+"), .live(.like))),
            Entry(trMark("reply to the selected message"), Binding(keys("r"), .live(.reply))),
            Entry(trMark("remove the selected message"), Binding(keys(others: [.delete]), .live(.removeMessage))),
        ], isElsewhere: true)
}
