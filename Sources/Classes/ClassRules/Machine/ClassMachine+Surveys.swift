package import Classes

package struct SurveyHistory: Sendable, Equatable {
    package let results: [SurveyResult]
    package let rightCount: Int
    package let wrongCount: Int
}

/// Surveys are published without the correct options, answered once per user, and counted at the end.
extension ClassMachine {
    package func surveyHistory(of user: String) -> SurveyHistory {
        let score = memory.scores[user]
        return SurveyHistory(
            results: live.surveyHistory, rightCount: score?.right ?? 0, wrongCount: score?.wrong ?? 0)
    }

    func judgeSurvey(_ wish: ClassWish, by user: String) throws(ClassError) {
        switch wish {
        case .publishSurvey(let wish): try judgeNew(wish)
        case .endSurvey: try demand(state.quiz.survey != nil, .noSurvey)
        case .answerSurvey(let answer): try judgeAnswer(answer, by: user)
        default: preconditionFailure("nothing of surveys: \(wish.name)")
        }
    }

    mutating func fulfilSurvey(_ wish: ClassWish, by user: String) {
        switch wish {
        case .publishSurvey(let wish): publishSurvey(wish)
        case .endSurvey: finishSurvey()
        case .answerSurvey(let answer): count(answer, by: user)
        default: preconditionFailure("nothing of surveys: \(wish.name)")
        }
    }

    // MARK: Rules

    private func judgeNew(_ wish: SurveyWish) throws(ClassError) {
        let survey = wish.survey
        try demand(state.quiz.survey == nil, .surveyRunning)
        try demand(survey.id.isIdentifier, .badIdentifier)
        try demand(!live.surveyHistory.contains { $0.survey.id == survey.id }, .badIdentifier)
        let keys = survey.options.map(\.key)
        let areKeys = keys.allSatisfy { !$0.isEmpty && $0.length <= ClassLimits.keyLength }
        let isUsable = !survey.question.isEmpty && keys.count >= 2 && areKeys && Set(keys).count == keys.count
        try demand(isUsable, .badSurvey)
        let areShort = survey.options.allSatisfy { $0.text.length <= ClassLimits.optionLength }
        try demand(areShort && keys.count <= ClassLimits.options, .tooLong)
        try demand(survey.question.length <= ClassLimits.questionLength, .tooLong)
        try demand(survey.isJSON(within: ClassLimits.surveyBytes), .tooLong)
        if let duration = wish.duration {
            try demand((1...ClassLimits.longestDuration).contains(duration), .badDuration)
        }
    }

    private func judgeAnswer(_ answer: SurveyAnswer, by user: String) throws(ClassError) {
        guard let survey = state.quiz.survey else { throw ClassError(.noSurvey) }
        try demand(survey.id == answer.id, .surveyOver)
        try demand(memory.ballot?.answers[user] == nil, .alreadyAnswered)
        let chosen = Set(answer.keys)
        let areKnown = chosen.isSubset(of: survey.options.map(\.key))
        try demand(!chosen.isEmpty && chosen.count == answer.keys.count && areKnown, .unknownOption)
    }

    // MARK: Effects

    private mutating func publishSurvey(_ wish: SurveyWish) {
        let order = (live.surveyHistory.last?.order ?? 0) + 1
        memory.ballot = ClassMemory.Ballot(survey: wish.survey, order: order)
        var question = wish.survey
        question.responders = nil
        for index in question.options.indices {
            question.options[index].votes = nil
            question.options[index].isCorrect = nil
        }
        publish(.survey(question))
        let deadline = wish.duration.map { now + Int64($0) * 1000 }
        publish(.surveyOpened(OpenSurvey(id: question.id, order: order, deadline: deadline)))
    }

    private mutating func count(_ answer: SurveyAnswer, by user: String) {
        guard var ballot = memory.ballot ?? newBallot else { return }
        ballot.answers[user] = answer.keys
        memory.ballot = ballot
        let outcome = ballot.outcome(of: answer.keys)
        if outcome == .right { memory.scores[user, default: ClassMemory.Score()].right += 1 }
        if outcome == .wrong { memory.scores[user, default: ClassMemory.Score()].wrong += 1 }
        tell(user, .surveyVerdict(answer.id, outcome))
        for teacher in staff { tell(teacher.id, .surveyResult(ballot.result)) }
    }

    mutating func finishSurvey() {
        guard let result = surveyResult else { return }
        memory.ballot = nil
        publish(.surveyFinished)
        publish(.surveyResult(result))
    }

    var surveyResult: SurveyResult? { (memory.ballot ?? newBallot)?.result }

    /// For a running survey whose ballot the memory lacks. Has no correct options.
    private var newBallot: ClassMemory.Ballot? {
        state.quiz.survey.map { ClassMemory.Ballot(survey: $0, order: live.survey?.order ?? 1) }
    }
}

extension ClassMemory.Ballot {
    private var correct: Set<String> { Set(survey.options.filter { $0.isCorrect == true }.map(\.key)) }

    /// The order of options does not matter, so sets are compared.
    func outcome(of keys: [String]) -> SurveyVerdict {
        if correct.isEmpty { return .noStandard }
        return Set(keys) == correct ? .right : .wrong
    }

    var result: SurveyResult {
        var counted = survey
        for index in counted.options.indices {
            let key = counted.options[index].key
            counted.options[index].votes = answers.values.count { $0.contains(key) }
        }
        counted.responders = answers.count
        let outcomes = answers.values.map(outcome)
        return SurveyResult(
            survey: counted, order: order, rightCount: outcomes.count { $0 == .right },
            wrongCount: outcomes.count { $0 == .wrong })
    }
}
