import ClassRules
import Classes

/// Wishes of guests who can only write. A letter votes, "hand" raises or lowers the hand.
enum TextWish {
    private static let hands: Set = ["✋", "🙋", "!hand", "hand", "举手"]

    static func read(_ text: String, state: ClassState, user: String) -> ClassWish? {
        guard text.utf8.count <= 64 else { return nil }
        let words = text.lowercased().split { $0.isWhitespace || $0 == "," || $0 == "，" }.map(String.init)
        if words.count == 1, hands.contains(words[0]) {
            return state.live.requests[user] == nil ? .requestToSpeak : .withdrawRequest
        }
        guard let survey = state.quiz.survey, !words.isEmpty else { return nil }
        let keys = words.map { word in survey.options.first { $0.key.lowercased() == word }?.key }
        guard keys.allSatisfy({ $0 != nil }) else { return nil }
        return .answerSurvey(SurveyAnswer(id: survey.id, keys: keys.compactMap(\.self)))
    }
}
