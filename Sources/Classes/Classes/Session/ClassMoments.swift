package import PlayCore

package struct ClassMoment: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case page(PageKey?)
        case mark
        case notice
        case quiz
    }

    package let time: MediaTime
    package let kind: Kind
    package let title: String?

    package init(time: MediaTime, kind: Kind, title: String?) {
        self.time = time
        self.kind = kind
        self.title = title
    }
}

package struct ClassMoments: Sendable, Equatable {
    package private(set) var all: [ClassMoment]
    package private(set) var questions: [String: MediaTime] = [:]
    private let hasQuiz: Bool
    private var notice: PostedNotice?
    private var openSurvey: String?
    private var openSheet: String?

    init(_ info: ClassInfo, _ outline: [OutlineEntry], _ events: [ClassEvent]) {
        hasQuiz = info.enableQuizAndAnswer
        all =
            outline.map { ClassMoment(time: $0.time, kind: .page($0.key), title: $0.title) }
            + info.timeMarkList.map { ClassMoment(time: $0.time, kind: .mark, title: $0.title) }
        for event in events { if let moment = moment(of: event) { all.append(moment) } }
        all = all.stablySorted { $0.time < $1.time }
    }

    package func index(at time: MediaTime) -> Int? {
        let next = all.partitioningIndex { $0.time > time }
        return next > 0 ? next - 1 : nil
    }

    /// Returns all moments if `length` is unknown (`nil`).
    package func limited(to length: MediaTime?) -> ClassMoments {
        guard let length, let last = all.last, last.time > length else { return self }
        var limited = self
        limited.all.removeSubrange(all.partitioningIndex { $0.time > length }...)
        return limited
    }

    func next(after time: MediaTime) -> MediaTime? {
        let next = all.partitioningIndex { $0.time > time }
        return next < all.count ? all[next].time : nil
    }

    mutating func add(_ event: ClassEvent) {
        guard let moment = moment(of: event) else { return }
        all.insert(moment, at: all.partitioningIndex { $0.time > moment.time })
    }

    private mutating func moment(of event: ClassEvent) -> ClassMoment? {
        switch event.kind {
        case .notice(let new):
            defer { notice = new }
            guard let new, new != notice else { return nil }
            return ClassMoment(time: event.time, kind: .notice, title: new.text)
        case .survey(let survey) where hasQuiz:
            defer { openSurvey = survey.id }
            guard survey.id != openSurvey else { return nil }
            return ClassMoment(time: event.time, kind: .quiz, title: survey.question)
        case .surveyFinished:
            openSurvey = nil
            return nil
        case .answerSheet(let sheet) where hasQuiz:
            defer { openSheet = sheet.id }
            guard sheet.id != openSheet else { return nil }
            return ClassMoment(time: event.time, kind: .quiz, title: sheet.title)
        case .answerSheetEnded, .answerSheetRevoked:
            openSheet = nil
            return nil
        case .questionPublished(let question), .questionReplied(let question):
            if questions[question.id] == nil { questions[question.id] = event.time }
            return nil
        default: return nil
        }
    }
}
