import ClassRules
import Classes
import PlayCore
import ScreenKit

/// A text of a class that is too long for its pane, shown as a list of lines.
struct WholeText: Sendable, Equatable {
    /// Cleaned by ``SafeText``.
    let title: String
    /// The unverified text.
    let text: String

    /// The most characters that are kept. No viewer scrolls through more.
    static let limit = 100_000

    func lines(width: Int) -> [String] {
        text.prefix(Self.limit).split(whereSeparator: \.isNewline).flatMap {
            LineBreaking.lines(SafeText.clean(String($0), limit: Self.limit), width: max(1, width))
        }
    }
}

extension ClassScreen {
    /// The text of the selected row, or of the newest message by default.
    var selectedWholeText: WholeText? {
        let item = selected(focus)
        switch focus {
        case .chat:
            guard let item = item ?? view.chat.lines.indices.last, view.chat.lines.indices.contains(item) else {
                return nil
            }
            let message = view.chat.lines[item].message
            let title = message.author == nil ? Self.name(.chat) : ChatLines.name(message.author)
            return WholeText(title: title, text: message.text)
        case .questions:
            guard let item, view.questions.indices.contains(item) else { return nil }
            let question = view.questions[item]
            let replies = question.replies.map { tr("%1: %2", ChatLines.name($0.author), $0.text) }
            return WholeText(
                title: ChatLines.name(question.author), text: ([question.text] + replies).joined(separator: "\n"))
        case .quiz:
            let question = live?.view.state.quiz.survey?.question ?? view.snapshot.survey?.content?.question
            return question.map { WholeText(title: Self.name(.quiz), text: $0) }
        default: return nil
        }
    }

    var noticeWholeText: WholeText? {
        view.snapshot.notice?.content.map { WholeText(title: tr("Notice"), text: noticeText($0)) }
    }
}

extension ClassScreen {
    mutating func openWholeText(_ text: WholeText?, orSay absence: String) -> Consequences {
        guard let text, text.text.contains(where: { !$0.isWhitespace }) else { return [.say(absence)] }
        wholeText = text
        return [.open(.wholeText)]
    }

    func wholeTextRows(_ context: ClassContext) -> [Row] {
        // Leaves columns for the frame and the mark of the selected row.
        let width = min(100, context.terminal.columns - 8)
        return (wholeText?.lines(width: width) ?? []).enumerated().map { Row(.textLine($0), $1) }
    }
}
