package import Cells
package import ClassRules
import Classes
package import PlayCore
import ScreenKit

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
        /// The description of the key's action.
        let words: String
        let deed: Deed
    }

    let text: String
    package let deed: Deed
    let alternative: Alternative?
    /// The time from which keys are taken as the answer. Earlier ones were typed for something else.
    private(set) var answersFrom = HostTime.zero

    /// The time without keys after which a question that opened by itself accepts an answer.
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

    /// Returns the question in the form that opens by itself and ignores keys at first.
    func openingByItself(at now: HostTime) -> Self {
        var question = self
        question.answersFrom = now + Self.reading
        return question
    }
}

extension LiveQuestion: ClassPart {
    package static func isOpen(_ screen: ClassScreen) -> Bool { screen.question != nil }

    package static func press(
        _ key: KeyPress, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        guard let question = screen.question else { return nil }
        guard question.takesAnswer(at: now) else {
            // The viewer is still typing.
            screen.question = question.openingByItself(at: now)
            return nil
        }
        // The key that starts a class must not answer the question whether to start it.
        if question.deed.isStart, key == KeyPress(.character("t"), .control) { return [] }
        screen.question = nil
        return switch question.deed(of: key) {
        case .wish(let wish): [.wish(wish)]
        case .leave: [.live(.leave), .order(.leave)]
        case .endAndLeave: [.live(.endAndLeave), .order(.leave)]
        case nil: []
        }
    }

    package static func paste(
        _ text: String, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        screen.question?.takesAnswer(at: now) == true ? [] : nil
    }

    package static func point(
        _ event: MouseEvent, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        guard screen.question?.takesAnswer(at: now) == true else { return nil }
        if case .press = event.kind { screen.question = nil }
        return []
    }

    package static func draw(
        _ screen: ClassScreen, _ context: ClassContext, on canvas: inout CellBuffer, at now: HostTime
    ) {
        guard let question = screen.question else { return }
        let keys = question.takesAnswer(at: now) ? question.keys : ""
        canvas.write(question: question.text, keys: keys, row: context.messageRow, context.glyphs)
    }

    package static func nextChange(_ screen: ClassScreen, after now: HostTime) -> HostTime? {
        screen.question?.answersFrom
    }

    private func takesAnswer(at now: HostTime) -> Bool { now >= answersFrom }
}

extension ClassScreen {
    /// Asks for confirmation, unless the rules would refuse the wish.
    mutating func ask(_ text: String, before wish: ClassWish, at now: HostTime) -> Consequences {
        guard let live else { return [] }
        if let error = live.refusal(of: wish, at: now) { return [.say(error.words, .warning)] }
        question = LiveQuestion(text: text, deed: .wish(wish))
        return []
    }

    mutating func startOrStop(at now: HostTime) -> Consequences {
        guard let live else { return [] }
        let isInProgress = live.view.live.isInProgress
        return ask(
            isInProgress ? tr("End the class for everyone?") : tr("Start the class now?"),
            before: .start(!isInProgress), at: now)
    }

    /// Returns whether the viewer is asked first.
    package mutating func asksToLeave() -> Bool {
        guard let live, isEntered else { return false }
        question = live.questionOfLeaving
        return true
    }

    /// Asks a teacher, once, whether to start the class.
    mutating func offerToStart(at now: HostTime) -> Consequences {
        guard let live, isEntered, live.view.isTeacher, live.view.link == .online, !live.wasAskedToStart else {
            return []
        }
        self.live?.wasAskedToStart = true
        guard live.refusal(of: .start(true), at: now) == nil else { return [] }
        if live.view.startsByItself { return [.wish(.start(true))] }
        let consequences = ask(tr("Start the class now?"), before: .start(true), at: now)
        question = question?.openingByItself(at: now)
        return consequences
    }
}

extension LiveScreen {
    /// The question before leaving. The last teacher ends the class by default. With another teacher it continues.
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
