import Cells
import ClassRules
import Classes
import PlayCore
import ScreenKit
import SlidePictures

extension ClassScreen {
    func lines(of pane: ClassPane, width: Int, _ glyphs: Glyphs, at now: HostTime) -> ClassLines {
        switch pane {
        case .chat: chatLines(width: width, glyphs)
        case .people: ClassLines(lines: peopleLines(glyphs, at: now), focusedItem: places[.people])
        case .outline: ClassLines(lines: outlineLines(glyphs), focusedItem: selected(.outline))
        case .quiz:
            ClassLines(
                lines: live.map { liveQuizLines($0, width: width, glyphs, at: now) } ?? quizLines(width: width, glyphs),
                focusedItem: places[.quiz])
        case .questions: ClassLines(lines: questionLines(width: width), focusedItem: places[.questions])
        case .parts: ClassLines(lines: partLines(glyphs), focusedItem: selected(.parts))
        case .slides: ClassLines(lines: Array(slideLines(width: width).dropFirst(slideScroll)))
        case .companion: ClassLines(lines: companionLines(width: width, glyphs))
        case .video, .cameras, .terminal: ClassLines(lines: [])
        }
    }

    func itemCount(_ pane: ClassPane) -> Int {
        switch pane {
        case .chat: view.chat.lines.count
        case .people: peopleCount
        case .outline: view.moments?.all.count ?? 0
        case .questions: view.questions.count
        case .parts: view.parts.rows.count
        case .quiz: live.map { $0.openSurvey?.options.count ?? 0 } ?? quizzes.count
        case .cameras: view.thumbnails.count
        case .slides, .video, .companion, .terminal: 0
        }
    }

    /// Returns the selected row. In the outline and the parts it is the current row until the viewer selects one.
    func selected(_ pane: ClassPane) -> Int? {
        switch pane {
        case .chat:
            view.chat.search.map(\.current)
                ?? chat.place.flatMap { place in view.chat.lines.firstIndex { $0.position >= place } }
        case .outline: places[.outline] ?? view.momentIndex
        case .parts: places[.parts] ?? view.parts.index
        case .cameras: selectedThumbnail
        default: places[pane]
        }
    }

    private func chatLines(width: Int, _ glyphs: Glyphs) -> ClassLines {
        if let error = view.snapshot.messages?.content.failure ?? chatFailure {
            return ClassLines(lines: Self.failure(error, width: width))
        }
        if view.isChatOnly, view.snapshot.phase == .loading { return ClassLines(lines: [Self.loading]) }
        let lines = ChatLines(
            width: width, offset: view.offset, glyphs: glyphs, showsWallTime: live != nil,
            pictures: live.map { ChatPictures($0, chatThumbnails) }, me: live?.view.me
        ).lines(view.chat, newFrom: live?.seen.newFrom, memo: chatLineMemo)
        if lines.isEmpty { return ClassLines(lines: [ClassLine(emptyChat, Theme.dim)]) }
        return ClassLines(
            lines: lines, focusedItem: selected(.chat), showsEnd: chat.place == nil && view.chat.search == nil)
    }

    private var emptyChat: String {
        guard let search = view.chat.search else { return tr("No messages yet") }
        return search.share < 100 ? tr("Searching…") : tr("No matches")
    }

    private var chatFailure: ClassReadError? {
        if case .failed(let error) = view.snapshot.phase { error } else { nil }
    }

    private static var loading: ClassLine { ClassLine(tr("Loading…"), Theme.dim) }

    private static func failure(_ error: ClassReadError, width: Int) -> [ClassLine] {
        [ClassLine(FailureText.headline(error.code), Theme.error)]
            + ClassLine.broken(error.reason, width: width - 1) + [
                ClassLine(""), ClassLine(tr("r retry"), Theme.accent),
            ]
    }

    private func peopleLines(_ glyphs: Glyphs, at now: HostTime) -> [ClassLine] {
        guard let users = view.snapshot.users?.content else { return [] }
        var lines: [ClassLine] = []
        if users.isInaccurate {
            lines.append(ClassLine(tr("long-running course: the list may be inaccurate"), Theme.warning))
        }
        if users.attendance != nil { lines.append(ClassLine(tr("roll call in progress"), Theme.accent)) }
        lines += requestLines(glyphs, at: now)
        let before = rowsBeforePeople
        for (place, entry) in shownPeople.enumerated() {
            let item = place + before
            let isPresenter = entry.user.id == users.presenter
            var words = [
                ClassLine.Word(text: (isPresenter ? glyphs.play : " ") + " ", style: Theme.accent),
                ClassLine.Word(text: ChatLines.name(entry.user), style: ChatLines.style(of: entry.user)),
            ]
            if entry.user.role.leadsRoom {
                words.append(ClassLine.Word(text: "  " + ChatLines.word(entry.user.role), style: Theme.accent))
            }
            var marks: [String] = []
            if entry.hasAudio { marks.append(tr("sound")) }
            if entry.hasVideo { marks.append(tr("camera")) }
            if view.usersWithVideo.contains(entry.user.id) { marks.append(tr("video: Enter")) }
            if entry.hasHandRaised, live == nil { marks.append(tr("hand raised")) }
            marks += liveMarks(entry.user, glyphs)
            let text = marks.joined(separator: " \(glyphs.separator) ")
            if !text.isEmpty { words.append(ClassLine.Word(text: "  " + text, style: Theme.dim)) }
            lines.append(ClassLine(words, item: item))
        }
        let more = users.totalCount - view.people.count
        if live != nil, more > 0, peopleQuery == nil {
            lines.append(ClassLine(trn("and %1 more person", "and %1 more people", more), Theme.dim))
        }
        if lines.isEmpty {
            lines.append(ClassLine(peopleQuery == nil ? tr("No one here") : tr("No matches"), Theme.dim))
        }
        return lines
    }

    private func quizLines(width: Int, _ glyphs: Glyphs) -> [ClassLine] {
        var lines = timerLines
        if let survey = view.snapshot.survey?.content {
            lines += ClassLine.broken(survey.question, Theme.bold, width: width - 1)
            lines += options(survey.options, responders: survey.responders, width: width, glyphs)
        }
        if let view = view.snapshot.answerSheet?.content {
            if !lines.isEmpty { lines.append(ClassLine("")) }
            lines += ClassLine.broken(view.sheet.title ?? tr("Answer sheet"), Theme.bold, width: width - 1)
            if case .ended = view.state { lines.append(ClassLine(tr("Time is up: the result"), Theme.dim)) }
            lines += options(view.options, responders: nil, width: width, glyphs)
        }
        if lines.count == timerLines.count { lines.append(ClassLine(tr("No question at the moment"), Theme.dim)) }
        return lines + askedLines(glyphs)
    }

    private var timerLines: [ClassLine] {
        guard let timer = view.timer else { return [] }
        return [ClassLine(ClassTimer.words(timer), Theme.warning), ClassLine("")]
    }

    func options(
        _ options: [Survey.Option], responders: Int?, width: Int, _ glyphs: Glyphs
    ) -> [ClassLine] {
        let total = options.compactMap(\.votes).reduce(0) { $0 + min(max($1, 0), 1_000_000_000) }
        var lines: [ClassLine] = []
        for option in options {
            let sign = option.isCorrect == true ? glyphs.checked : " "
            let text = SafeText.clean(option.key, limit: 12) + "  " + SafeText.clean(option.text, limit: 300)
            lines.append(
                ClassLine([
                    ClassLine.Word(text: sign + " ", style: Theme.accent), ClassLine.Word(text: text),
                ]))
            guard let votes = option.votes, total > 0 else { continue }
            let share = Double(min(max(votes, 0), 1_000_000_000)) / Double(total)
            let bar = Int((share * Double(max(4, width - 20))).rounded())
            lines.append(
                ClassLine(
                    [
                        ClassLine.Word(text: String(repeating: glyphs.done, count: bar) + " ", style: Theme.accent),
                        ClassLine.Word(text: "\(votes)  \(Int((share * 100).rounded()))%", style: Theme.dim),
                    ], indent: 2))
        }
        if let responders {
            lines.append(ClassLine(trn("%1 person answered", "%1 people answered", responders), Theme.dim))
        }
        return lines
    }

    private func questionLines(width: Int) -> [ClassLine] {
        guard !view.questions.isEmpty else { return [ClassLine(tr("No questions yet"), Theme.dim)] }
        var lines: [ClassLine] = []
        for (item, question) in view.questions.enumerated() {
            let author = question.author.map {
                [ClassLine.Word(text: ChatLines.name($0), style: ChatLines.style(of: $0))]
            }
            if let author { lines.append(ClassLine(author, item: item)) }
            lines += ClassLine.broken(
                question.text, width: width - 1, indent: author == nil ? 0 : 2, item: item, more: ClassLine.moreOfText)
            for reply in question.replies {
                let text = reply.author.map { tr("%1: %2", ChatLines.name($0), reply.text) } ?? reply.text
                lines += ClassLine.broken(
                    text, Theme.dim, width: width - 1, indent: 4, item: item, more: ClassLine.moreOfText)
            }
        }
        return lines
    }

    /// Returns the text shown in place of the slide's picture.
    func slideLines(width: Int) -> [ClassLine] {
        guard let slide = view.slide else { return [ClassLine(tr("No slide"), Theme.dim)] }
        if showsSlideText || slide.isWordsOnly {
            let address = slide.webAddress.map { ClassLine.broken($0, Theme.dim, width: width - 1) } ?? []
            let lines = (slide.text.map { ClassLine.page($0, width: width - 1) } ?? []) + address
            return lines.isEmpty ? [ClassLine(tr("No text on this slide"), Theme.dim)] : lines
        }
        if case .web(let address) = slide.content {
            return [ClassLine(tr("Web documents cannot be shown here"), Theme.warning)]
                + (address.map { ClassLine.broken($0, Theme.dim, width: width - 1) } ?? [])
        }
        switch slidePicture {
        case .cells: return []
        case .none: return [ClassLine(tr("Loading page %1…", "\(slide.page)"), Theme.dim)]
        case .failed(let reason):
            return [ClassLine(tr("Cannot show page %1", "\(slide.page)"), Theme.warning)]
                + ClassLine.broken(reason, Theme.dim, width: width - 1)
                + (slide.text.map { [ClassLine("")] + ClassLine.page($0, width: width - 1) } ?? [])
        }
    }
}
