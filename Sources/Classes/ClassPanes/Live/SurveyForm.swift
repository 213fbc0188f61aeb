package import Cells
package import ClassRules
import Classes
package import PlayCore
package import ScreenKit

/// A form for a question, its options with the right ones marked, and the duration.
package struct SurveyForm: Sendable, Equatable {
    package enum Place: Sendable, Equatable {
        case question
        case option(Int)
        case duration
        case publish
    }

    package enum Outcome: Sendable, Equatable {
        case handled
        case closed
        case publish(SurveyWish)
    }

    package private(set) var question = LineEditor()
    package private(set) var options = [LineEditor(), LineEditor()]
    package private(set) var right: Set<Int> = []
    /// The duration in seconds.
    package private(set) var duration = LineEditor()
    package private(set) var place = Place.question
    /// The reason why the quiz cannot be published, kept until the next key.
    package private(set) var problem: String?

    package init() {}

    private var places: [Place] { [.question] + options.indices.map { .option($0) } + [.duration, .publish] }

    package mutating func press(_ key: KeyPress) -> Outcome {
        problem = nil
        switch key {
        case KeyPress(.escape): return .closed
        case KeyPress(.tab), KeyPress(.down): move(1)
        case KeyPress(.tab, .shift), KeyPress(.up): move(-1)
        case KeyPress(.character("r"), .control): toggleRight()
        case KeyPress(.enter): return enter()
        default: edit { _ = $0.press(key) }
        }
        return .handled
    }

    package mutating func paste(_ text: String) { edit { $0.type(text) } }

    /// Edits the current line. Text in the last option adds an empty one below.
    private mutating func edit(_ change: (inout LineEditor) -> Void) {
        switch place {
        case .question: change(&question)
        case .option(let index):
            change(&options[index])
            let isLast = index == options.count - 1
            if isLast, !options[index].isEmpty, options.count < ClassLimits.options { options.append(LineEditor()) }
        case .duration: change(&duration)
        case .publish: break
        }
    }

    private mutating func move(_ step: Int) {
        let all = places
        guard let index = all.firstIndex(of: place) else { return }
        place = all[(index + step + all.count) % all.count]
    }

    private mutating func toggleRight() {
        guard case .option(let index) = place else { return }
        if right.remove(index) == nil { right.insert(index) }
    }

    private mutating func enter() -> Outcome {
        guard place == .publish else {
            move(1)
            return .handled
        }
        let written = options.enumerated().filter { !$0.element.text.allSatisfy(\.isWhitespace) }
        guard question.text.contains(where: { !$0.isWhitespace }) else { return refuse(tr("The question is missing")) }
        guard written.count > 1 else { return refuse(tr("A quiz needs two options at least")) }
        var seconds: Int?
        if !duration.isEmpty {
            guard let value = Int(duration.text), (1...ClassLimits.longestDuration).contains(value) else {
                return refuse(tr("The duration is a number of seconds"))
            }
            seconds = value
        }
        let marked = written.contains { right.contains($0.offset) }
        let list = written.enumerated().map { number, option in
            Survey.Option(
                key: Self.key(number), text: option.element.text,
                isCorrect: marked ? right.contains(option.offset) : nil)
        }
        return .publish(SurveyWish(Survey(id: "", question: question.text, options: list), duration: seconds))
    }

    private mutating func refuse(_ words: String) -> Outcome {
        problem = words
        return .handled
    }

    /// Returns the letter of an option: A to Z.
    static func key(_ number: Int) -> String { String(UnicodeScalar(UInt8(65 + min(max(number, 0), 25)))) }
}

extension SurveyForm: ClassPart {
    package static func isOpen(_ screen: ClassScreen) -> Bool { screen.surveyForm != nil }

    package static func takesText(_ screen: ClassScreen) -> Bool { screen.surveyForm?.place != .duration }

    package static func press(
        _ key: KeyPress, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        guard var form = screen.surveyForm, let live = screen.live else { return nil }
        let outcome = form.press(key)
        screen.surveyForm = form
        switch outcome {
        case .handled: return []
        case .closed: screen.surveyForm = nil
        case .publish(var wish):
            wish.survey.id = "\(live.view.me.id.prefix(64))-\(live.view.clock.time(at: now))"
            let mayPublish = live.refusal(of: .publishSurvey(wish), at: now) == nil
            if mayPublish { screen.surveyForm = nil }
            return screen.wish(.publishSurvey(wish), at: now)
        }
        return []
    }

    package static func draw(
        _ screen: ClassScreen, _ context: ClassContext, on canvas: inout CellBuffer, at now: HostTime
    ) {
        if let form = screen.surveyForm { canvas.write(form, context.terminal) }
    }

    package static func paste(
        _ text: String, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        screen.surveyForm?.paste(text)
        return []
    }
}

extension ClassScreen {
    /// Opens the form, or asks whether to end the running quiz.
    mutating func openSurveyForm(at now: HostTime) -> Consequences {
        guard let live else { return [] }
        if live.view.live.survey != nil { return ask(tr("End the quiz?"), before: .endSurvey, at: now) }
        guard live.view.leads else { return [.say(ClassError(.teacherOrAssistantNeeded).words, .warning)] }
        surveyForm = SurveyForm()
        return []
    }
}

extension SurveyForm {
    fileprivate var hint: String {
        place == .publish ? tr("Enter publish, Tab next, Esc close") : tr("Tab next, Ctrl+r right answer, Esc close")
    }
}

extension CellBuffer {
    fileprivate mutating func write(_ form: SurveyForm, _ terminal: TerminalTraits) {
        let glyphs = Glyphs(isASCII: terminal.isASCII)
        let (columns, rows) = (terminal.columns, terminal.rows)
        let width = min(72, columns - 2)
        let height = min(form.options.count + 7, rows - 1)
        guard width >= 20, height >= 6 else { return }
        let rect = Rect(column: (columns - width) / 2, row: (rows - height) / 2, width: width, height: height)
        box(
            rect, title: tr("Quiz"),
            hint: form.problem == nil ? form.hint : "", glyphs)
        if let problem = form.problem {
            write(
                " " + glyphs.fitted(problem, width - 6) + " ", column: rect.column + 1, row: rect.row + height - 1,
                style: Theme.warning)
        }
        let labels = [tr("Question:"), tr("Seconds (none: until ended):")]
        let left = rect.column + 2
        field(form.question, labels[0], hasKeys: form.place == .question, column: left, row: rect.row + 1, width - 4)
        for (index, option) in form.options.prefix(height - 7).enumerated() {
            let sign = form.right.contains(index) ? "[x] " : "[ ] "
            field(
                option, sign + SurveyForm.key(index), hasKeys: form.place == .option(index), column: left,
                row: rect.row + 3 + index, width - 4)
        }
        let end = rect.row + height - 4
        field(form.duration, labels[1], hasKeys: form.place == .duration, column: left, row: end + 1, width - 4)
        let hasKeys = form.place == .publish
        write(
            (hasKeys ? glyphs.selected : " ") + " " + tr("Publish"), column: left, row: end + 2,
            style: hasKeys ? Theme.accentBold : Theme.plain)
    }

    private mutating func field(
        _ line: LineEditor, _ label: String, hasKeys: Bool, column: Int, row: Int, _ columns: Int
    ) {
        let used = write(label, column: column, row: row, style: hasKeys ? Theme.accentBold : Theme.dim) + 1
        let space = columns - used
        guard space > 0 else { return }
        if hasKeys {
            write(line, column: column + used, columns: space, row: row)
        } else {
            write(SafeText.clean(line.view(columns: space).text, limit: space), column: column + used, row: row)
        }
    }
}
