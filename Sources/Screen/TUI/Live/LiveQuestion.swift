import Cells
package import ClassRules
import Localization
import PlayCore
import Rooms
import Text

/// What is asked before something is done that cannot be taken back: only `y` is yes. A value.
package struct LiveQuestion: Sendable, Equatable {
    package enum Deed: Sendable, Equatable {
        case wish(ClassWish)
        case leave
    }

    let text: String
    package let deed: Deed
    /// Keys before were meant for what was there when they were typed.
    private(set) var answersFrom = HostTime.zero

    /// How long a question that opens by itself stands without keys before one answers it.
    private static let reading = HostTime.milliseconds(700)

    init(text: String, deed: Deed) { (self.text, self.deed) = (text, deed) }

    /// The same, opened by itself.
    func unasked(at now: HostTime) -> Self {
        var question = self
        question.answersFrom = now + Self.reading
        return question
    }
}

extension LiveQuestion: ScreenLayer {
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        guard let question = state.liveQuestion else { return nil }
        guard state.answersQuestion(at: now) else {
            // Whoever is typing goes on typing.
            state.liveQuestion = question.unasked(at: now)
            return nil
        }
        state.liveQuestion = nil
        guard key == KeyPress(.character("y")) else { return [] }
        switch question.deed {
        case .wish(let wish): return [.live(.wish(wish))]
        case .leave: return [.live(.leave)] + state.leave(at: now)
        }
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.answersQuestion(at: now) ? [] : nil
    }

    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]? {
        guard state.answersQuestion(at: now) else { return nil }
        if case .press = event.kind { state.liveQuestion = nil }
        return []
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        guard let question = state.liveQuestion else { return }
        let keys = state.answersQuestion(at: now) ? tr("y yes, any other key no") : ""
        canvas.cells.writeQuestion(question.text, keys: keys, state, geometry)
    }

    static func foresee(_ state: AppState, _ next: inout NextChange) { next.note(state.liveQuestion?.answersFrom) }

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) {
        // The sound of a live class may begin after its question.
        if turn == .otherItem, state.room?.live == nil { state.liveQuestion = nil }
    }
}

extension AppState {
    /// Nil while nothing is asked.
    package internal(set) var liveQuestion: LiveQuestion? {
        get { layers.value { if case .liveQuestion(let question) = $0 { question } else { nil } } }
        set { layers.set(LiveQuestion.self, newValue.map(Layer.liveQuestion)) }
    }

    fileprivate func answersQuestion(at now: HostTime) -> Bool {
        liveQuestion.map { now >= $0.answersFrom } ?? false
    }

    /// Asks, unless the rules say at once that it cannot be.
    mutating func ask(_ text: String, before wish: ClassWish, at now: HostTime) -> [Effect] {
        guard let live = room?.live else { return [] }
        if let error = live.refusal(of: wish, at: now) {
            message = Message(error.words, .warning, at: now)
        } else {
            liveQuestion = LiveQuestion(text: text, deed: .wish(wish))
        }
        return []
    }

    mutating func startOrStopClass(at now: HostTime) -> [Effect] {
        guard let live = room?.live else { return [] }
        let isInProgress = live.view.live.isInProgress
        return ask(
            isInProgress ? tr("End the class for everybody?") : tr("Start the class now?"),
            before: .start(!isInProgress), at: now)
    }

    /// `q`: leaving a class is asked about. Nil: there is no live class.
    mutating func askToLeaveClass() -> [Effect]? {
        guard let live = room?.live, room?.isEntered == true else { return nil }
        let ends = live.view.isTeacher && live.view.live.isInProgress
        liveQuestion = LiveQuestion(
            text: ends ? tr("Leave and end the class for everybody?") : tr("Leave the class?"), deed: .leave)
        return []
    }

    /// Whoever teaches is asked once whether the class begins.
    mutating func offerToStart(at now: HostTime) -> [Effect] {
        guard let live = room?.live, room?.isEntered == true, live.view.isTeacher, live.view.link == .online,
            !live.wasAskedToStart
        else { return [] }
        room?.live?.wasAskedToStart = true
        guard live.refusal(of: .start(true), at: now) == nil else { return [] }
        if live.view.startsByItself { return [.live(.wish(.start(true)))] }
        let effects = ask(tr("Start the class now?"), before: .start(true), at: now)
        liveQuestion = liveQuestion?.unasked(at: now)
        return effects
    }
}
