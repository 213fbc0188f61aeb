import ClassRules
import Classes
import TestSupport
import Testing

@Suite struct ClassSurveyTests {
    private func survey(_ id: String, correct: Set<String> = ["A", "C"]) -> Survey {
        Survey(
            id: id, question: "Which?",
            options: ["A", "B", "C"].map {
                .init(key: $0, text: "", isCorrect: correct.isEmpty ? nil : correct.contains($0))
            })
    }

    private func answer(_ id: String, _ keys: String...) -> ClassWish {
        .answerSurvey(SurveyAnswer(id: id, keys: keys))
    }

    private func verdicts(_ actions: [ClassAction], _ user: String) -> [SurveyVerdict] {
        actions.notices(to: user).compactMap {
            if case .surveyVerdict(_, let verdict) = $0 { verdict } else { nil }
        }
    }

    @Test("LIVE-77: students get the question without the correct options, and the result at the end")
    func publishing() throws {
        var room = Classroom()
        let published = try room.wish(.publishSurvey(SurveyWish(survey("q"), duration: 20)), by: "a")
        guard case .survey(let question) = published.events.first else { throw ClassError(.noSurvey) }
        #expect(question.options.allSatisfy { $0.isCorrect == nil && $0.votes == nil })
        expect(room.live.survey, is: OpenSurvey(id: "q", order: 1, deadline: room.now + 20_000))
        expect(room.refusal(.publishSurvey(SurveyWish(survey("r"))), by: "t"), is: .surveyRunning)
        let answered = try room.wish(answer("q", "C", "A"), by: "s1")
        #expect(answered.events.isEmpty)
        for user in ["t", "a"] {
            guard case .surveyResult(let result) = answered.notices(to: user).first else { throw ClassError(.noSurvey) }
            expect(result.survey.options.map(\.votes), is: [1, 0, 1])
        }
        try room.wish(answer("q", "B"), by: "g")
        let ended = try room.wish(.endSurvey, by: "t")
        expect(ended.events.map(\.name), is: ["surveyFinished", "surveyResult"])
        let result = try #require(room.live.surveyHistory.last)
        expect(result.survey.options.map(\.votes), is: [1, 1, 1])
        expect(result.survey.options.map(\.isCorrect), is: [true, false, true])
        #expect(result.survey.responders == 2 && result.rightCount == 1 && result.wrongCount == 1)
        #expect(room.machine.state.quiz.survey == nil && room.live.survey == nil)
        expect(room.refusal(.endSurvey, by: "t"), is: .noSurvey)
    }

    @Test(
        "LIVE-78: an answer is right if it has exactly the correct options, and has no verdict if none is marked correct"
    )
    func verdict() throws {
        var room = Classroom()
        try room.wish(.publishSurvey(SurveyWish(survey("q"))), by: "t")
        try expect(verdicts(try room.wish(answer("q", "C", "A"), by: "s1"), "s1"), is: [.right])
        try expect(verdicts(try room.wish(answer("q", "A"), by: "s2"), "s2"), is: [.wrong])
        try expect(verdicts(try room.wish(answer("q", "A", "B", "C"), by: "s3"), "s3"), is: [.wrong])
        try room.wish(.endSurvey, by: "t")
        try room.wish(.publishSurvey(SurveyWish(survey("r", correct: []))), by: "t")
        try expect(verdicts(try room.wish(answer("r", "B"), by: "s1"), "s1"), is: [.noStandard])
    }

    @Test("LIVE-78: a student answers once, with existing options and in time")
    func answering() throws {
        var room = Classroom()
        expect(room.refusal(answer("q", "A"), by: "s1"), is: .noSurvey)
        try room.wish(.publishSurvey(SurveyWish(survey("q"), duration: 10)), by: "t")
        expect(room.refusal(answer("other", "A"), by: "s1"), is: .surveyOver)
        for wish in [answer("q"), answer("q", "D"), answer("q", "A", "A")] {
            expect(room.refusal(wish, by: "s1"), is: .unknownOption)
        }
        try room.wish(answer("q", "A"), by: "s1")
        expect(room.refusal(answer("q", "B"), by: "s1"), is: .alreadyAnswered)
        _ = room.machine.leave("s1", at: room.now)
        _ = room.machine.enter(Classroom.student("s1"), at: room.now)
        expect(room.refusal(answer("q", "B"), by: "s1"), is: .alreadyAnswered)
        room.now += 10_000
        expect(room.refusal(answer("q", "B"), by: "s2"), is: .noSurvey)
        expect(room.pass(0).events.map(\.name), is: ["surveyFinished", "surveyResult"])
    }

    @Test("LIVE-76: the history lists the surveys in order, with the user's own right and wrong answers")
    func history() throws {
        var room = Classroom()
        for (id, key) in [("q", "A"), ("r", "B"), ("s", "A")] {
            try room.wish(.publishSurvey(SurveyWish(survey(id, correct: ["A"]))), by: "t")
            try room.wish(answer(id, key), by: "s1")
            try room.wish(.endSurvey, by: "t")
        }
        let history = room.machine.surveyHistory(of: "s1")
        expect(history.results.map(\.order), is: [1, 2, 3])
        expect(history.results.map(\.survey.id), is: ["q", "r", "s"])
        #expect(history.rightCount == 2 && history.wrongCount == 1)
        expect(room.machine.surveyHistory(of: "s2").rightCount, is: 0)
        expect(room.refusal(.publishSurvey(SurveyWish(survey("q"))), by: "t"), is: .badIdentifier)
    }

    @Test("LIVE-77: a teacher who enters during a survey gets the results so far")
    func lateTeacher() throws {
        var room = Classroom()
        try room.wish(.publishSurvey(SurveyWish(survey("q"))), by: "t")
        try room.wish(answer("q", "A"), by: "s1")
        let entered = room.machine.enter(ClassUser(id: "t2", name: "", role: .teacher), at: room.now)
        guard case .surveyResult(let result) = entered.notices(to: "t2").first else { throw ClassError(.noSurvey) }
        expect(result.survey.responders, is: 1)
        #expect(room.machine.enter(Classroom.student("s9"), at: room.now).notices(to: "s9").isEmpty)
    }

    @Test("LIVE-76: a survey needs a question and distinct options, and its length is limited")
    func bounds() {
        let room = Classroom()
        func refusal(_ question: String, _ keys: [String], text: String = "", duration: Int? = nil) -> ClassError
            .Reason?
        {
            let survey = Survey(id: "q", question: question, options: keys.map { .init(key: $0, text: text) })
            return room.refusal(.publishSurvey(SurveyWish(survey, duration: duration)), by: "t")
        }
        expect(refusal("?", ["A", "B"]), is: nil)
        expect(refusal("", ["A", "B"]), is: .badSurvey)
        expect(refusal("?", ["A"]), is: .badSurvey)
        expect(refusal("?", ["A", "A"]), is: .badSurvey)
        expect(refusal("?", ["A", ""]), is: .badSurvey)
        expect(refusal("?", (0...ClassLimits.options).map(String.init)), is: .tooLong)
        expect(refusal(String(repeating: "?", count: ClassLimits.questionLength + 1), ["A", "B"]), is: .tooLong)
        expect(
            refusal("?", ["A", "B"], text: String(repeating: "x", count: ClassLimits.optionLength + 1)), is: .tooLong)
        expect(refusal("?", ["A", "B"], duration: 0), is: .badDuration)
    }

    @Test("LIVE-79: teachers and assistants can like present students, and each like has the person's new count")
    func likes() throws {
        var room = Classroom()
        try expect(
            room.wish(.like("s1"), by: "t").events, is: [.live(.liked(Like(user: "s1", count: 1, by: "t")))])
        try room.wish(.like("s1"), by: "a")
        try room.wish(.like("g"), by: "a")
        expect(room.live.likes, is: ["s1": 2, "g": 1])
        expect(room.kind(.like("nobody"), by: "t"), is: .invalidCalling)
        expect(room.kind(.like("a"), by: "t"), is: .invalidUserRole)
        expect(room.kind(.like("s2"), by: "s1"), is: .invalidUserRole)
    }
}
