package import ClassRules
import Localization
package import PlayCore
package import Rooms

/// The line in which one writes to a class: its text, what was sent before, what it could go on with. A value.
package struct ChatInput: Sendable, Equatable {
    package enum Outcome: Sendable, Equatable {
        case handled
        /// One message after the other.
        case send([String])
        /// The keys go back to the chat; what is written stays.
        case leave
    }

    package private(set) var line = LineEditor()
    package private(set) var completion: WordCompletion?
    /// The message that is answered; nil: none is.
    package var target: ReplyTarget?
    /// Lines that were pasted, while it is asked what becomes of them.
    package private(set) var pasted: [String]?
    /// Sent, the oldest first.
    private var history: [String] = []
    /// Which of them stands in the line.
    private var recalled: Int?
    private var draft = LineEditor()

    private static let historyLimit = 100
    /// So many lines are sent as messages of their own: the service refuses who writes faster.
    package static let mostMessages = 10
    private static let mostLines = 200
    /// Characters left, from which on the limit is shown.
    private static let nearLimit = 200

    package init() {}

    /// How many of how many characters; nil: far from it.
    package var usage: (count: Int, limit: Int)? {
        let count = line.count
        return count > LineEditor.limit - Self.nearLimit ? (count, LineEditor.limit) : nil
    }

    package mutating func press(_ key: KeyPress, names: [String], emoticons: [ClassEmoticon] = []) -> Outcome {
        if let pasted { return answer(key, pasted) }
        switch key {
        case KeyPress(.enter): return send()
        case KeyPress(.escape):
            if completion == nil, target == nil { return .leave }
            if completion == nil { target = nil }
            completion = nil
        case KeyPress(.tab): complete(1)
        case KeyPress(.tab, .shift): complete(-1)
        case KeyPress(.up): recall(-1)
        case KeyPress(.down): recall(1)
        default:
            guard line.press(key) else { break }
            recalled = nil
            completion = WordCompletion(message: line.head, names: names, emoticons: emoticons)
        }
        return .handled
    }

    /// Whether a key sends something.
    package func sends(_ key: KeyPress) -> Bool {
        key == KeyPress(.enter) || pasted != nil && key == KeyPress(.character("s"))
    }

    /// Several lines are asked about.
    package mutating func paste(_ text: String) {
        completion = nil
        let lines = text.replacing("\r\n", with: "\n").split(whereSeparator: \.isNewline).prefix(Self.mostLines)
            .map(String.init).filter { $0.contains { !$0.isWhitespace } }
        guard lines.count > 1 else { return line.type(lines.first ?? "") }
        pasted = lines
    }

    private mutating func answer(_ key: KeyPress, _ lines: [String]) -> Outcome {
        switch key {
        case KeyPress(.enter):
            pasted = nil
            // What was being written stands before it.
            let head = line.text
            line = LineEditor()
            return .send([String((head + lines.joined(separator: "\n")).prefix(LineEditor.limit))])
        case KeyPress(.character("s")) where lines.count <= Self.mostMessages:
            pasted = nil
            return .send(lines.map { String($0.prefix(LineEditor.limit)) })
        case KeyPress(.escape), KeyPress(.character("n")): pasted = nil
        default: break
        }
        return .handled
    }

    private mutating func send() -> Outcome {
        let text = Emoji.expanded(line.text)
        guard text.contains(where: { !$0.isWhitespace }) else { return .handled }
        if history.last != line.text { history.append(line.text) }
        if history.count > Self.historyLimit { history.removeFirst() }
        (line, draft, recalled, completion) = (LineEditor(), LineEditor(), nil, nil)
        return .send([text])
    }

    private mutating func complete(_ step: Int) {
        completion?.step(step, in: &line)
    }

    /// What was being written comes back after the newest.
    private mutating func recall(_ step: Int) {
        completion = nil
        guard !history.isEmpty else { return }
        if recalled == nil {
            guard step < 0 else { return }
            draft = line
        }
        let place = (recalled ?? history.count) + step
        guard place >= 0 else { return }
        recalled = place < history.count ? place : nil
        line = recalled.map { LineEditor(history[$0]) } ?? draft
    }
}

/// A message that is being answered. A value.
package struct ReplyTarget: Sendable, Equatable {
    package let id: String
    /// Who wrote what; cleaned.
    package let words: String

    package init(id: String, words: String) {
        self.id = id
        self.words = words
    }
}

/// Why nobody may write at the moment. A value.
package enum ChatLock: Sendable, Equatable {
    /// For all students.
    case closed
    /// For this viewer; milliseconds that are left.
    case banned(Int64)

    package var words: String {
        switch self {
        case .closed: tr("The teacher has closed the chat")
        case .banned(let left): tr("You may write again in %1", TimeText.format(.seconds(Int((left + 999) / 1000))))
        }
    }
}

extension LiveClassView {
    /// Nil: this viewer may write.
    package func chatLock(at now: HostTime) -> ChatLock? {
        if leads { return nil }
        if let ban = live.chatBans[me.id] {
            let left = ban.until - clock.time(at: now)
            if left > 0 { return .banned(left) }
        }
        return live.isChatForbidden ? .closed : nil
    }
}
