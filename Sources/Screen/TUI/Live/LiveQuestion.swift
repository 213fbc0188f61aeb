import Cells
package import ClassRules
import Classes
import PlayCore

/// A question before an irreversible action. `y` confirms, another key may choose an alternative, all others refuse.
package struct LiveQuestion: Sendable, Equatable {
    package enum Deed: Sendable, Equatable {
        case wish(ClassWish)
        case leave
        case endAndLeave

        var isStart: Bool { if case .wish(.start) = self { true } else { false } }
    }

    struct Alternative: Sendable, Equatable {
        let key: Character
        /// The key's action, in words for the viewer.
        let words: String
        let deed: Deed
    }

    let text: String
    package let deed: Deed
    let alternative: Alternative?
    /// The time from which keys answer. Earlier ones were typed for something else.
    private(set) var answersFrom = HostTime.zero

    /// The time without keys after which a question that opened by itself can be answered.
    private static let reading = HostTime.milliseconds(700)

    init(text: String, deed: Deed, or alternative: Alternative? = nil) {
        (self.text, self.deed, self.alternative) = (text, deed, alternative)
    }

    fileprivate func deed(of key: KeyPress) -> Deed? {
        if key == KeyPress(.character("y")) { return deed }
        return alternative.flatMap { key == KeyPress(.character($0.key)) ? $0.deed : nil }
    }

    fileprivate var keys: String {
        guard let alternative else { return tr("y yes, any other key no") }
        return tr("y yes, %1, any other key no", "\(alternative.key) \(alternative.words)")
    }

    /// Returns the question as one that opens by itself, which keys do not answer at first.
    func openingByItself(at now: HostTime) -> Self {
        var question = self
        question.answersFrom = now + Self.reading
        return question
    }
}

extension LiveQuestion: ScreenLayer {
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        guard let question = state.liveQuestion else { return nil }
        guard state.answersQuestion(at: now) else {
            // The viewer is typing and continues to type.
            state.liveQuestion = question.openingByItself(at: now)
            return nil
        }
        // The key that starts the class must not answer the question whether to start it.
        if question.deed.isStart, key == KeyPress(.character("t"), .control) { return [] }
        state.liveQuestion = nil
        switch question.deed(of: key) {
        case .wish(let wish): return [.live(.wish(wish))]
        case .leave: return [.live(.leave)] + state.leave(at: now)
        case .endAndLeave: return [.live(.endAndLeave)] + state.leave(at: now)
        case nil: return []
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
        let keys = state.answersQuestion(at: now) ? question.keys : ""
        canvas.cells.writeQuestion(question.text, keys: keys, state, geometry)
    }

    static func foresee(_ state: AppState, _ next: inout NextChange) { next.note(state.liveQuestion?.answersFrom) }

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) {
        // The sound of a live class may start after its question.
        if turn == .otherItem, state.room?.live == nil { state.liveQuestion = nil }
    }
}

extension AppState {
    package internal(set) var liveQuestion: LiveQuestion? {
        get { layers.value { if case .liveQuestion(let question) = $0 { question } else { nil } } }
        set { layers.set(LiveQuestion.self, newValue.map(Layer.liveQuestion)) }
    }

    fileprivate func answersQuestion(at now: HostTime) -> Bool {
        liveQuestion.map { now >= $0.answersFrom } ?? false
    }

    /// Asks, unless the rules refuse the wish anyway.
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
            isInProgress ? tr("End the class for everyone?") : tr("Start the class now?"),
            before: .start(!isInProgress), at: now)
    }

    mutating func askToLeaveClass() -> [Effect]? {
        guard let live = room?.live, room?.isEntered == true else { return nil }
        liveQuestion = live.questionOfLeaving
        return []
    }

    /// Asks a teacher, once, whether to start the class.
    mutating func offerToStart(at now: HostTime) -> [Effect] {
        guard let live = room?.live, room?.isEntered == true, live.view.isTeacher, live.view.link == .online,
            !live.wasAskedToStart
        else { return [] }
        room?.live?.wasAskedToStart = true
        guard live.refusal(of: .start(true), at: now) == nil else { return [] }
        if live.view.startsByItself { return [.live(.wish(.start(true)))] }
        let effects = ask(tr("Start the class now?"), before: .start(true), at: now)
        liveQuestion = liveQuestion?.openingByItself(at: now)
        return effects
    }
}

extension LiveScreen {
    /// The question about leaving. The last teacher ends the class by default; with another teacher, it continues.
    fileprivate var questionOfLeaving: LiveQuestion {
        guard view.isTeacher, view.live.isInProgress else {
            return LiveQuestion(text: tr("Leave the class?"), deed: .leave)
        }
        let others = view.state.users.list.elements.map(\.user).filter { $0.id != view.me.id && $0.role == .teacher }
        guard let other = others.first else {
            let seconds = Int(view.machine.teacherTimeout / 1000)
            return LiveQuestion(
                text: tr("End the class for everyone?"), deed: .endAndLeave,
                or: LiveQuestion.Alternative(
                    key: "l",
                    words: trn(
                        "leave only; the class waits %1 second for a teacher",
                        "leave only; the class waits %1 seconds for a teacher",
                        seconds),
                    deed: .leave))
        }
        return LiveQuestion(
            text: tr("Leave the class to %1?", ChatLines.name(other)), deed: .leave,
            or: LiveQuestion.Alternative(key: "e", words: tr("end the class for everyone"), deed: .endAndLeave))
    }
}
