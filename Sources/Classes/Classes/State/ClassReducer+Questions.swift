import PlayCore

extension ClassReducer {
    static func reduceQuiz(_ quiz: inout QuizArea, _ event: ClassEvent) {
        switch event.kind {
        case .survey(let survey):
            quiz.survey = survey
            quiz.surveyRevision += 1
        case .surveyFinished:
            quiz.survey = nil
            quiz.surveyRevision += 1
        case .answerSheet(let sheet):
            quiz.sheet = sheet
            quiz.sheetState = .running(since: event.time)
            quiz.sheetRevision += 1
        case .answerSheetEnded(let time):
            guard quiz.sheet != nil else { return }
            quiz.sheetState = .ended(time, at: event.time)
            quiz.sheetRevision += 1
        case .answerSheetRevoked:
            quiz.sheet = nil
            quiz.sheetState = nil
            quiz.sheetRevision += 1
        default: preconditionFailure("no event of a quiz: \(event.kind.name)")
        }
    }

    /// Publishing and replying both carry the whole question, and either may arrive first.
    static func reduceQuestions(_ area: inout QuestionsArea, _ kind: ClassEvent.Kind) {
        area.revision += 1
        switch kind {
        case .questionPublished(let question), .questionReplied(let question): area.list[question.id] = question
        case .questionUnpublished(let id): area.list[id] = nil
        case .questionsReset: area.list = KeyedList()
        default: preconditionFailure("no event of questions: \(kind.name)")
        }
    }
}
