import Cells
import ClassRules
import Classes
import PlayCore

/// The options that the viewer has chosen and not sent.
struct SurveyChoice: Sendable, Equatable {
    var id = ""
    var keys: Set<String> = []

    /// Toggles an option. Another survey starts without chosen options.
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
    /// `nil` until an answer was judged.
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

/// The keys act on a typed text, else on a question that waits for an answer, else on the chosen pane.
extension AppState {
    /// Gives a question the focus when it opens. Restores it when the question is over, unless it has moved since.
    mutating func followSurvey() {
        guard let live = room?.live else { return }
        let id = live.openSurvey?.id
        if let asking = room?.asking, asking.id != id { returnKeys(asking) }
        guard let id, let room, room.asking == nil, room.isEntered, !terminal.isTooSmall, !isBusyInClass else { return }
        self.room?.asking = AskingSurvey(id: id, focus: room.focus, zoomed: room.zoomed)
        bar.isFullScreen = false
        self.room?.focusPane(.quiz)
    }

    private var isBusyInClass: Bool {
        let isTalking = room?.live.map { $0.own.isPushToTalk && $0.own.hasSound && !$0.own.isSilent } ?? false
        return isWriting || chatSearch != nil || peopleSearch != nil || drawing != nil || isTalking
    }

    /// Returns the focus to the pane that had it. The result stays visible if there is space for it beside that pane.
    private mutating func returnKeys(_ asking: AskingSurvey) {
        room?.asking = nil
        guard room?.focus == .quiz else { return }
        if room?.zoomed == .quiz { room?.zoomed = asking.zoomed }
        if let room, room.shows(asking.focus) { self.room?.focus = asking.focus } else { room?.leaveList() }
        if hasPlaceBesideQuiz { return }
        room?.leaveList()
        if hasPlaceBesideQuiz { return }
        room?.focusPane(asking.focus)
    }

    private var hasPlaceBesideQuiz: Bool {
        guard let room, let layout = roomLayout else { return false }
        return layout.place(of: room.focus) != nil && layout.place(of: .quiz) != nil
    }

    /// Explains how to see the result if it is hidden.
    mutating func followEndOfSurvey(_ old: LiveClassView?, _ new: LiveClassView, at now: HostTime) {
        guard old?.live.survey != nil, new.live.survey == nil, !new.leads else { return }
        let isSeen = roomLayout?.place(of: .quiz) != nil
        message = Message(isSeen ? tr("The quiz has ended") : tr("The quiz has ended; 6 shows the result"), at: now)
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

extension AppState {
    /// Handles Space and Enter. Returns `nil` for other keys, or if the quiz cannot be answered.
    mutating func pressInSurvey(_ key: KeyPress, _ live: LiveScreen, at now: HostTime) -> [Effect]? {
        guard let survey = live.openSurvey else { return nil }
        switch key {
        case KeyPress(.character(" ")):
            let item = room?.places[.quiz] ?? 0
            guard survey.options.indices.contains(item) else { return [] }
            room?.places[.quiz] = item
            room?.live?.choice.toggle(survey.options[item].key, of: survey.id)
            return []
        case KeyPress(.enter):
            let keys = survey.options.map(\.key).filter { live.choice.has($0, of: survey.id) }
            guard !keys.isEmpty else {
                message = Message(tr("Nothing is chosen: Space chooses"), .warning, at: now)
                return []
            }
            return wish(.answerSurvey(SurveyAnswer(id: survey.id, keys: keys)), at: now)
        default: return nil
        }
    }
}
