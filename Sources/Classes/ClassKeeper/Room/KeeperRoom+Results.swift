import ClassRules
import ClassWire
import Classes
import PlayCore
import Signalling

/// The results of a class: attendance, quizzes, answers, and the chat as the keeper receives it.
extension KeeperRoom {
    /// These messages are stored without waiting for more.
    private static let chatBatch = 200
    /// Unstored messages exceed this only if the disk has failed for a long time. The oldest are then dropped.
    private static let chatLimit = 10_000
    private static let chatPause = HostTime.seconds(1)

    mutating func reportRefusal(for user: String, at now: KeeperTime) -> StanzaError? {
        guard budgets.spend(user, at: now.milliseconds) else {
            return StanzaError(kind: .wait, condition: "policy-violation")
        }
        return ClassReport.refusal(to: kept.machine.role(of: user)).flatMap { ActAnswer.refused($0).error }
    }

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

    /// Adds a message, which is stored with others within a second. A write per message would slow down a busy class.
    mutating func note(_ line: ClassReport.Line) {
        unstoredChat.append(line)
        nextChatWrite = unstoredChat.count < Self.chatBatch ? nextChatWrite ?? latest + Self.chatPause : latest
    }

    mutating func storeChat() -> KeeperOutcome {
        nextChatWrite = nil
        guard !unstoredChat.isEmpty else { return KeeperOutcome() }
        var outcome = KeeperOutcome()
        outcome.writes = [.result(.chat(unstoredChat))]
        unstoredChat = []
        return outcome
    }

    mutating func restoreChat(_ writes: [ClassWrite]) {
        let lost = writes.flatMap { write in
            if case .result(.chat(let lines)) = write { lines } else { [ClassReport.Line]() }
        }
        guard !lost.isEmpty else { return }
        unstoredChat = (lost + unstoredChat).suffix(Self.chatLimit)
        nextChatWrite = latest + Self.chatPause
    }

    mutating func forgetMessage(_ id: String) -> ClassWrite {
        unstoredChat.removeAll { $0.id == id }
        return .result(.removeMessage(id))
    }
}
