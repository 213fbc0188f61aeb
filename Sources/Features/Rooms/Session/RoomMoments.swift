package import PlayCore

/// A place of a class that one may want to go to. A value; its texts are unverified.
package struct RoomMoment: Sendable, Equatable {
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

/// All of them in the order of their times, without what the recording hides; and when questions were asked. A value.
package struct RoomMoments: Sendable, Equatable {
    package private(set) var all: [RoomMoment]
    /// By their ids.
    package private(set) var questions: [String: MediaTime] = [:]
    private let hasQuiz: Bool
    /// The notice that is shown at the end of what was looked at.
    private var notice: RoomNotice?
    /// What is being asked there, by its id.
    private var openSurvey: String?
    private var openSheet: String?

    init(_ info: RoomInfo, _ outline: [OutlineEntry], _ events: [RoomEvent]) {
        hasQuiz = info.enableQuizAndAnswer
        all =
            outline.map { RoomMoment(time: $0.time, kind: .page($0.key), title: $0.title) }
            + info.timeMarkList.map { RoomMoment(time: $0.time, kind: .mark, title: $0.title) }
        for event in events { if let moment = moment(of: event) { all.append(moment) } }
        all = all.stablySorted { $0.time < $1.time }
    }

    /// Index of the last one up to a time; nil before the first.
    package func index(at time: MediaTime) -> Int? {
        let next = all.partitioningIndex { $0.time > time }
        return next > 0 ? next - 1 : nil
    }

    /// Without what lies beyond the end of what plays; nil: that is not known.
    package func limited(to length: MediaTime?) -> RoomMoments {
        guard let length, let last = all.last, last.time > length else { return self }
        var limited = self
        limited.all.removeSubrange(all.partitioningIndex { $0.time > length }...)
        return limited
    }

    func next(after time: MediaTime) -> MediaTime? {
        let next = all.partitioningIndex { $0.time > time }
        return next < all.count ? all[next].time : nil
    }

    /// Of a live room.
    mutating func add(_ event: RoomEvent) {
        guard let moment = moment(of: event) else { return }
        all.insert(moment, at: all.partitioningIndex { $0.time > moment.time })
    }

    private mutating func moment(of event: RoomEvent) -> RoomMoment? {
        switch event.kind {
        case .notice(let new):
            defer { notice = new }
            // Said again: nothing new.
            guard let new, new != notice else { return nil }
            return RoomMoment(time: event.time, kind: .notice, title: new.text)
        case .survey(let survey) where hasQuiz:
            defer { openSurvey = survey.id }
            // Votes that come in.
            guard survey.id != openSurvey else { return nil }
            return RoomMoment(time: event.time, kind: .quiz, title: survey.question)
        case .surveyFinished:
            openSurvey = nil
            return nil
        case .answerSheet(let sheet) where hasQuiz:
            defer { openSheet = sheet.id }
            guard sheet.id != openSheet else { return nil }
            return RoomMoment(time: event.time, kind: .quiz, title: sheet.title)
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
