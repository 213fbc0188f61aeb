import ClassRules
import Classes
import PlayCore

/// A text of a class with more lines than its place, for a list of all of them.
struct WholeText: Sendable, Equatable {
    /// Cleaned.
    let title: String
    /// Unverified.
    let text: String

    /// Longer texts are cut: no reader scrolls through more.
    static let limit = 100_000

    func lines(width: Int) -> [String] {
        text.prefix(Self.limit).split(whereSeparator: \.isNewline).flatMap {
            LineBreaking.lines(SafeText.clean(String($0), limit: Self.limit), width: max(1, width))
        }
    }
}

extension ClassScreen {
    /// The text of the selected row, or of the newest message if none is selected.
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

extension AppState {
    mutating func openWholeText(_ text: WholeText?, orSay absence: String, at now: HostTime) -> [Effect] {
        guard let text, text.text.contains(where: { !$0.isWhitespace }) else {
            message = Message(absence, at: now)
            return []
        }
        room?.wholeText = text
        return open(.wholeText, at: now)
    }

    var wholeTextRows: [PanelRow] {
        // The frame and the sign of the selected row.
        let width = min(100, terminal.columns - 8)
        return (room?.wholeText?.lines(width: width) ?? []).enumerated().map { PanelRow(.textLine($0), $1) }
    }
}
