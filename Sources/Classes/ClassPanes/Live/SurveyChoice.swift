import Cells
import ClassRules
import Classes
import PlayCore
import ScreenKit

struct SurveyChoice: Sendable, Equatable {
    var id = ""
    var keys: Set<String> = []

    /// Toggles an option. A new survey starts without chosen options.
    mutating func toggle(_ key: String, of id: String) {
        if self.id != id { self = SurveyChoice(id: id) }
        if keys.remove(key) == nil { keys.insert(key) }
    }

    func has(_ key: String, of id: String) -> Bool { self.id == id && keys.contains(key) }
}

extension LiveScreen {
    /// The survey that this viewer can answer now.
    var openSurvey: Survey? {
        guard !view.leads, let open = view.live.survey, let survey = view.state.quiz.survey, survey.id == open.id,
            view.survey.answer?.id != survey.id
        else { return nil }
        return survey
    }
}

extension LiveScreen {
    /// The title of the tab after an answer was judged, or `nil` before.
    var verdictTab: String? {
        switch view.survey.verdict {
        case .right: tr("Quiz: right")
        case .wrong: tr("Quiz: wrong")
        case .noStandard: tr("Quiz: answered")
        case nil: nil
        }
    }
}

/// The focus to restore after a question that took it.
struct AskingSurvey: Sendable, Equatable {
    let id: String
    let focus: ClassPane
    let zoomed: ClassPane?
}

/// Keys go to a text being typed, then to a question that awaits an answer, then to the chosen pane.
extension ClassScreen {
    /// Focuses a question when it opens. Restores the focus when it ends, unless the viewer has moved it since.
    mutating func followSurvey(_ context: inout ClassContext) -> Consequences {
        guard let live else { return [] }
        let id = live.openSurvey?.id
        if let asking, asking.id != id { returnKeys(asking, context) }
        guard let id, asking == nil, isEntered, !context.terminal.isTooSmall, !isBusy else { return [] }
        asking = AskingSurvey(id: id, focus: focus, zoomed: zoomed)
        focusPane(.quiz)
        guard context.isFullScreen else { return [] }
        context.isFullScreen = false
        return [.order(.leaveFullScreen)]
    }

    private var isBusy: Bool {
        let isTalking = live.map { $0.own.isPushToTalk && $0.own.hasSound && !$0.own.isSilent } ?? false
        return isWriting || chatSearch != nil || peopleSearch != nil || drawing != nil || isTalking
    }

    /// Restores the focus. The result stays visible if it fits beside the focused pane.
    private mutating func returnKeys(_ asking: AskingSurvey, _ context: ClassContext) {
        self.asking = nil
        guard focus == .quiz else { return }
        if zoomed == .quiz { zoomed = asking.zoomed }
        if shows(asking.focus) { focus = asking.focus } else { leaveList() }
        if hasPlaceBesideQuiz(context) { return }
        leaveList()
        if hasPlaceBesideQuiz(context) { return }
        focusPane(asking.focus)
    }

    private func hasPlaceBesideQuiz(_ context: ClassContext) -> Bool {
        guard let layout = layout(context) else { return false }
        return layout.place(of: focus) != nil && layout.place(of: .quiz) != nil
    }

    /// Announces the end of a survey. If its result is hidden, the message names the key that shows it.
    func followEndOfSurvey(
        _ old: LiveClassView?, _ new: LiveClassView, _ context: ClassContext
    ) -> Consequences {
        guard old?.live.survey != nil, new.live.survey == nil, !new.leads else { return [] }
        let isSeen = layout(context)?.place(of: .quiz) != nil
        return [.say(isSeen ? tr("The quiz has ended") : tr("The quiz has ended; 6 shows the result"))]
    }
}

extension ClassScreen {
    func liveQuizLines(_ live: LiveScreen, width: Int, _ glyphs: Glyphs, at now: HostTime) -> [ClassLine] {
        var lines: [ClassLine] = []
        if let survey = live.view.state.quiz.survey, let open = live.view.live.survey {
            lines += ClassLine.broken(survey.question, Theme.bold, width: width - 1, more: ClassLine.moreOfText)
            lines += timeLines(open, live, at: now)
            lines += answerLines(survey, live, width: width, glyphs)
        } else {
            lines.append(
                ClassLine(
                    live.view.leads ? tr("No question at the moment: g-Q asks one") : tr("No question at the moment"),
                    Theme.dim))
        }
        let history = live.view.live.surveyHistory
        guard !history.isEmpty else { return lines }
        lines.append(ClassLine(""))
        lines += ClassLine.broken(historyTitle(live), Theme.dim, width: width - 1)
        for result in history.reversed() {
            lines.append(ClassLine(""))
            lines += ClassLine.broken("\(result.order). " + result.survey.question, Theme.bold, width: width - 1)
            lines += bars(result.survey.options, responders: result.survey.responders, width: width, glyphs)
            if result.rightCount + result.wrongCount > 0 {
                lines.append(
                    ClassLine(tr("%1 right, %2 wrong", "\(result.rightCount)", "\(result.wrongCount)"), Theme.dim))
            }
        }
        return lines
    }

    private func historyTitle(_ live: LiveScreen) -> String {
        let own = live.view.survey
        guard !live.view.leads, own.rightCount + own.wrongCount > 0 else { return tr("Asked in this class") }
        return tr("Asked in this class: you have %1 right, %2 wrong", "\(own.rightCount)", "\(own.wrongCount)")
    }

    private func timeLines(_ open: OpenSurvey, _ live: LiveScreen, at now: HostTime) -> [ClassLine] {
        guard let deadline = open.deadline else { return [] }
        let left = max(0, deadline - live.view.clock.time(at: now))
        return [ClassLine(tr("Time left: %1", TimeText.format(.seconds(Int((left + 999) / 1000)))), Theme.warning)]
    }

    private func answerLines(_ survey: Survey, _ live: LiveScreen, width: Int, _ glyphs: Glyphs) -> [ClassLine] {
        if live.view.leads {
            let result = live.view.survey.result.flatMap { $0.survey.id == survey.id ? $0.survey : nil } ?? survey
            return bars(result.options, responders: result.responders, width: width, glyphs)
                + [ClassLine(tr("g-Q ends the quiz"), Theme.dim)]
        }
        let isOpen = live.openSurvey != nil
        let sent = live.view.survey.answer?.id == survey.id ? live.view.survey.answer?.keys ?? [] : []
        var lines = survey.options.enumerated().flatMap { item, option in
            let isChosen = isOpen ? live.choice.has(option.key, of: survey.id) : sent.contains(option.key)
            let box = isChosen ? "[x] " : "[ ] "
            var text = ClassLine.broken(
                SafeText.clean(option.key, limit: 12) + "  " + option.text, width: width - 5, item: isOpen ? item : nil)
            guard !text.isEmpty else { return text }
            for place in text.indices { text[place].indent += place == 0 ? 0 : 4 }
            text[0].words.insert(ClassLine.Word(text: box, style: isChosen ? Theme.accentBold : Theme.dim), at: 0)
            return text
        }
        lines.append(ClassLine(isOpen ? tr("Space chooses, Enter sends") : verdict(live, survey), Theme.dim))
        return lines
    }

    private func verdict(_ live: LiveScreen, _ survey: Survey) -> String {
        switch live.view.survey.answer?.id == survey.id ? live.view.survey.verdict : nil {
        case .right: tr("Your answer is right")
        case .wrong: tr("Your answer is wrong")
        case .noStandard: tr("Your answer was counted")
        case nil: tr("Your answer was sent")
        }
    }

    private func bars(_ options: [Survey.Option], responders: Int?, width: Int, _ glyphs: Glyphs) -> [ClassLine] {
        self.options(options, responders: responders, width: width, glyphs)
    }
}

extension ClassScreen {
    /// Handles Space and Enter. Returns `nil` for other keys, or if the quiz cannot be answered.
    mutating func press(_ key: KeyPress, inSurvey live: LiveScreen, at now: HostTime) -> Consequences? {
        guard let survey = live.openSurvey else { return nil }
        switch key {
        case KeyPress(.character(" ")):
            let item = places[.quiz] ?? 0
            guard survey.options.indices.contains(item) else { return [] }
            places[.quiz] = item
            self.live?.choice.toggle(survey.options[item].key, of: survey.id)
            return []
        case KeyPress(.enter):
            let keys = survey.options.map(\.key).filter { live.choice.has($0, of: survey.id) }
            guard !keys.isEmpty else { return [.say(tr("Nothing is chosen: Space chooses"), .warning)] }
            return wish(.answerSurvey(SurveyAnswer(id: survey.id, keys: keys)), at: now)
        default: return nil
        }
    }
}
