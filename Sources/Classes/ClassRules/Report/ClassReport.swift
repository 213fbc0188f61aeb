package import Classes

/// The results of a class for its teachers: attendance, answers to quizzes, and chat. The texts are unverified.
package struct ClassReport: Sendable, Equatable {
    package enum Part: String, Sendable, Hashable, CaseIterable {
        case attendance, answers, chat
    }

    /// Times are milliseconds since 1970.
    package struct Stay: Sendable, Hashable, Codable {
        package var user: ClassUser
        package var joined: Int64
        /// The time of the report if the person is still present.
        package var left: Int64
        package var isPresent: Bool

        package init(_ user: ClassUser, joined: Int64, left: Int64, isPresent: Bool) {
            (self.user, self.joined, self.left, self.isPresent) = (user, joined, left, isPresent)
        }

        var milliseconds: Int64 { max(0, left &- joined) }
    }

    package struct Quiz: Sendable, Hashable, Codable {
        /// Unique within the report. An ID may repeat after a hundred quizzes.
        package var number: Int64
        package var opened: Int64
        /// With its correct options.
        package var survey: Survey

        package init(number: Int64, opened: Int64, _ survey: Survey) {
            (self.number, self.opened, self.survey) = (number, opened, survey)
        }
    }

    package struct Answer: Sendable, Hashable, Codable {
        package var user: ClassUser
        package var quiz: Int64
        package var time: Int64
        package var keys: [String]
        package var verdict: SurveyVerdict

        package init(_ user: ClassUser, quiz: Int64, time: Int64, keys: [String], _ verdict: SurveyVerdict) {
            (self.user, self.quiz, self.time, self.keys, self.verdict) = (user, quiz, time, keys, verdict)
        }
    }

    package struct Line: Sendable, Hashable, Codable {
        package var id: String
        package var user: ClassUser
        package var time: Int64
        package var text: String

        package init(id: String, _ user: ClassUser, time: Int64, text: String) {
            (self.id, self.user, self.time, self.text) = (id, user, time, text)
        }
    }

    /// One item in the form for a client. Exactly one field has a value.
    package struct Entry: Sendable, Hashable, Codable {
        package var stay: Stay?
        package var quiz: Quiz?
        package var answer: Answer?
        package var line: Line?

        package init(stay: Stay? = nil, quiz: Quiz? = nil, answer: Answer? = nil, line: Line? = nil) {
            (self.stay, self.quiz, self.answer, self.line) = (stay, quiz, answer, line)
        }
    }

    package var stays: [Stay] = []
    package var quizzes: [Quiz] = []
    package var answers: [Answer] = []
    package var lines: [Line] = []

    package init(_ entries: [Entry] = []) {
        stays = entries.compactMap(\.stay)
        quizzes = entries.compactMap(\.quiz)
        answers = entries.compactMap(\.answer)
        lines = entries.compactMap(\.line)
    }

    /// Returns `nil` if a user with this role may read the report.
    package static func refusal(to role: ClassRole?) -> ClassError? {
        guard let role else { return ClassError(.notPresent) }
        return ClassRight.teachers.refusal(to: role).map { ClassError($0) }
    }
}
