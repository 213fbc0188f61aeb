import Cells
import ClassRules
import Classes
import PlayCore
import ScreenKit
import Testing

@testable import ClassPanes
@testable import TUI

/// Live classes as text, in both languages (`Fixtures/live-*.screen`), for teachers and students.
@Suite("Screens of a live class")
struct LiveScreenTests {
    typealias Size = StoredScreen.Size
    private static let sizes = [Size(80, 24), Size(120, 36), Size(200, 60)]
    static let states = [
        "teacher", "student", "waiting", "requests", "hand", "invitation", "writing", "locked", "paste", "actions",
        "drawing", "quiz", "results", "form", "command", "loading", "suspended", "reconnect", "documents", "terminal",
        "devices",
    ]

    static let plan = StoredScreen.plan("live-", states, sizes, every: 1)

    @Test(
        "LIVE-02, LIVE-09, LIVE-11, LIVE-12, LIVE-13, LIVE-51, LIVE-54, LIVE-55, LIVE-62, LIVE-64, LIVE-68, LIVE-77: a live class has its stored screens",
        arguments: plan)
    func screen(_ screen: StoredScreen) throws {
        try screen.check { Self.state(screen.name(without: "live-"), screen.size) }
    }

    @Test("UI-01: a live class is complete at every size, in English and Chinese", arguments: states)
    func whole(_ name: String) throws { try StoredScreen.checkWhole(name, Self.sizes) { Self.state(name, $0) } }

    private static let requests = [
        LiveSamples.request(LiveSamples.mei, 1, ago: 12), LiveSamples.request(LiveSamples.wei, 2, ago: 3),
    ]

    private static func state(_ name: String, _ size: Size) -> AppState {
        var state = inClass(view(name), size, isLoading: name == "loading" || name == "suspended")
        let keys: [String: String] = [
            "writing": "cwhat about @l", "paste": "c", "actions": "4", "drawing": "e", "quiz": "6", "results": "6",
            "form": "gQIs it onto?", "command": ":rec", "documents": "gF", "requests": "h",
            "devices": "gM",
        ]
        for key in keys[name] ?? "" { state.press(key) }
        switch name {
        case "teacher": state.apply(.ownSending(OwnSending(hasPictures: true)))
        case "devices": state.apply(.captureDevices(LiveSamples.devices))
        case "waiting": state.room?.question = nil
        case "paste": state.apply(.input(.paste("first\nsecond\nthird")))
        case "actions":
            for _ in 0..<2 { state.press(.down) }
            state.press("a")
        case "drawing":
            state.press(" ")
            for _ in 0..<6 { state.press(.right) }
        case "quiz":
            for _ in 0..<2 { state.press(.down) }
            state.press(" ")
        default: break
        }
        return state
    }

    private static func view(_ name: String) -> LiveClassView {
        let (teacher, mei) = (LiveSamples.teacher, LiveSamples.mei)
        switch name {
        case "teacher": return LiveSamples.view(teacher, [.serverRecording(true)])
        case "waiting": return LiveSamples.view(mei, others: [.usersLeft(["t"])], isInProgress: false)
        case "requests": return LiveSamples.view(teacher, requests)
        case "hand": return LiveSamples.view(mei, requests)
        case "invitation":
            return LiveSamples.view(mei, [.speakingInvited(SpeakingInvitation(user: "m", by: "t"))])
        case "locked":
            return LiveSamples.view(mei, [.chatBanned(ChatBan(user: "m", until: LiveSamples.time + 42_000))])
        case "actions", "drawing", "form", "command", "documents": return LiveSamples.view(teacher)
        case "quiz":
            return LiveSamples.view(mei, others: LiveSamples.asked(deadline: LiveSamples.time + 30_000))
        case "results": return results(mei)
        case "terminal": return LiveSamples.view(mei, [.terminalShared(LiveSamples.terminal)])
        case "loading", "suspended", "reconnect": return entering(name, mei)
        default: return LiveSamples.view(mei)
        }
    }

    private static func results(_ me: ClassUser) -> LiveClassView {
        var survey = LiveSamples.survey
        (survey.options[0].votes, survey.options[1].votes, survey.options[2].votes) = (12, 4, 0)
        survey.responders = 16
        var view = LiveSamples.view(
            me, [.surveyResult(SurveyResult(survey: survey, order: 1, rightCount: 12, wrongCount: 4))])
        (view.survey.rightCount, view.survey.wrongCount) = (1, 0)
        return view
    }

    private static func entering(_ name: String, _ me: ClassUser) -> LiveClassView {
        var view = LiveSamples.view(me)
        switch name {
        case "loading": view.loading = ClassLoading(.snapshot, progress: 0.5)
        case "suspended":
            view.loading = ClassLoading(
                .room, progress: 0.3, suspension: ClassLoading.Suspension(.failed("The server refused the ticket.")))
        default: view.link = .lost(question: Samples.now + .seconds(10))
        }
        return view
    }

    private static func inClass(_ view: LiveClassView, _ size: Size, isLoading: Bool) -> AppState {
        guard isLoading else {
            let shared = view.state.terminal.shared.map {
                [ClassEvent(.seconds(9), .live(.terminalShared($0.whole)))]
            }
            let room = Samples.roomView(Samples.contents(shared ?? []))
            return LiveSamples.inClass(size.columns, size.rows, view, room: room)
        }
        var room = ClassView()
        (room.number, room.location) = (1, "https://school.example/c/123456")
        room.snapshot = ClassSnapshot(phase: .loading)
        var state = AppState(terminal: Samples.traits(size.columns, size.rows))
        state.apply(.room(room), .live(view))
        return state
    }
}
