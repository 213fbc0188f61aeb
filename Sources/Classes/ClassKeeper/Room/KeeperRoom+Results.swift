import ClassRules
import ClassWire
import Classes
import PlayCore
import Signalling

/// Stores the results of a class: stays, quizzes, answers, and the chat as the keeper hears it.
extension KeeperRoom {
    /// Number of messages that are stored at once, without waiting for more.
    private static let chatBatch = 200
    /// Bound of messages that wait to be stored. The oldest are dropped: the disk has failed for long.
    private static let chatLimit = 10_000
    private static let chatPause = HostTime.seconds(1)

    /// Returns why a user may not read the results, or `nil` if the user may.
    mutating func reportRefusal(for user: String, at now: KeeperTime) -> StanzaError? {
        guard budgets.spend(user, at: now.milliseconds) else {
            return StanzaError(kind: .wait, condition: "policy-violation")
        }
        return ClassReport.refusal(to: kept.machine.role(of: user)).flatMap { ActAnswer.refused($0).error }
    }

    /// Returns the results of a fulfilled wish.
    func results(of wish: ClassWish, _ turn: KeptClass.Turn, by user: String, at now: KeeperTime) -> [ClassWrite] {
        switch wish {
        case .publishSurvey(let wish): return [.result(.quiz(wish.survey, at: now.wall))]
        case .answerSurvey(let answer):
            let verdicts = turn.actions.compactMap { action in
                if case .tell(_, .surveyVerdict(answer.id, let verdict)) = action { verdict } else { nil }
            }
            guard let person = kept.machine.user(user), let verdict = verdicts.first else { return [] }
            return [.result(.answer(person, answer, verdict, at: now.wall))]
        default: return []
        }
    }

    // MARK: Chat

    /// Notes a message, to be stored with others within a second: a write for each would slow down a busy class.
    mutating func note(_ line: ClassReport.Line) {
        unstoredChat.append(line)
        nextChatWrite = unstoredChat.count < Self.chatBatch ? nextChatWrite ?? latest + Self.chatPause : latest
    }

    /// Returns the write of the messages that wait.
    mutating func storeChat() -> KeeperOutcome {
        nextChatWrite = nil
        guard !unstoredChat.isEmpty else { return KeeperOutcome() }
        var outcome = KeeperOutcome()
        outcome.writes = [.result(.chat(unstoredChat))]
        unstoredChat = []
        return outcome
    }

    /// Takes back messages that could not be stored.
    mutating func restoreChat(_ writes: [ClassWrite]) {
        let lost = writes.flatMap { write in
            if case .result(.chat(let lines)) = write { lines } else { [ClassReport.Line]() }
        }
        guard !lost.isEmpty else { return }
        unstoredChat = (lost + unstoredChat).suffix(Self.chatLimit)
        nextChatWrite = latest + Self.chatPause
    }

    /// Returns the write that removes a message from the results.
    mutating func forgetMessage(_ id: String) -> ClassWrite {
        unstoredChat.removeAll { $0.id == id }
        return .result(.removeMessage(id))
    }
}
