import ClassRules
import Classes
import PlayCore
import ScreenKit
import TUI

/// A live class as the screen receives it.
enum LiveSamples {
    static let teacher = ClassUser(id: "t", name: "张老师", role: .teacher)
    static let mei = ClassUser(id: "m", name: "Mei")
    static let wei = ClassUser(id: "l", name: "Li Wei")
    /// The keeper's clock at ``Samples/now``, in milliseconds since 1970.
    static let time: Int64 = 1_764_000_000_000

    /// Returns the class of ``Samples/contents(_:)`` in progress, with further events.
    static func state(_ events: [LiveEvent] = [], others: [ClassEvent.Kind] = []) -> ClassState {
        var state = ClassState()
        let key = PageKey(document: "d", page: 0)
        let pages = [ClassDocument.Page(text: "Linear maps"), ClassDocument.Page(text: "Kernel and image")]
        let kinds: [ClassEvent.Kind] = [
            .users([mei, teacher, wei], total: 3), .presenter("t"),
            .documentAdded(ClassDocument(id: "d", title: "Algebra", pages: pages)), .pageShown(PageChange(key)),
        ]
        for kind in kinds + others { ClassReducer.reduce(&state, ClassEvent(.zero, kind)) }
        for event in events { ClassReducer.reduce(&state, ClassEvent(.seconds(1), .live(event))) }
        return state
    }

    static func view(
        _ me: ClassUser, _ events: [LiveEvent] = [], others: [ClassEvent.Kind] = [], isInProgress: Bool = true,
        number: Int = 1
    ) -> LiveClassView {
        var view = LiveClassView(me: me)
        view.number = number
        let start: [LiveEvent] = isInProgress ? [.classInProgress(true)] : []
        view.machine = ClassMachine(state: state(start + events, others: others))
        view.clock = ClassClock(time: time, at: Samples.now)
        return view
    }

    /// Returns a hand that was raised so many seconds ago.
    static func request(_ user: ClassUser, _ number: Int, ago seconds: Int64) -> LiveEvent {
        let since = time - seconds * 1000
        return .speakingRequested(
            SpeakingRequest(user: user.id, number: number, since: since, deadline: since + 30_000))
    }

    /// Returns the class on the screen. A teacher has been asked whether to start it.
    static func inClass(
        _ columns: Int, _ rows: Int, _ view: LiveClassView, room: ClassView = Samples.roomView()
    ) -> AppState {
        var state = Samples.inClass(columns, rows, room)
        state.apply(.live(view))
        return state
    }

    static func inClass(_ view: LiveClassView) -> AppState { inClass(120, 36, view) }

    /// A failed build in colours.
    static var terminal: TerminalUpdate {
        var (red, green) = (TerminalLine.Look(), TerminalLine.Look())
        (red.foreground, red.attributes) = (1, [.bold])
        green.foreground = TerminalLine.Look.direct + 0x30C050
        var update = TerminalUpdate(user: "t", columns: 60, rows: 6, isWhole: true)
        update.scrolled = (1...30).map { TerminalLine("[\($0)/36] Compiling Leaves") }
        update.changed = [
            .init(0, TerminalLine("error: cannot find ‘leaf’ in scope", [.init(6, red)])),
            .init(2, TerminalLine("~/leaves $ make", [.init(8, green)])), .init(3, TerminalLine("课堂 ok\u{1B}[31m")),
        ]
        update.cursor = .init(column: 15, row: 2)
        return update
    }

    static let survey = Survey(
        id: "q", question: "Is it injective?",
        options: [
            Survey.Option(key: "A", text: "yes", isCorrect: true), Survey.Option(key: "B", text: "no"),
            Survey.Option(key: "C", text: "it depends on the kernel"),
        ])

    static func asked(deadline: Int64? = nil) -> [ClassEvent.Kind] {
        [.survey(survey), .live(.surveyOpened(OpenSurvey(id: "q", order: 1, deadline: deadline)))]
    }
}

extension [Effect] {
    var orders: [LiveOrder] { compactMap { if case .live(let order) = $0 { order } else { nil } } }
    var wishes: [ClassWish] { orders.compactMap { if case .wish(let wish) = $0 { wish } else { nil } } }
}
