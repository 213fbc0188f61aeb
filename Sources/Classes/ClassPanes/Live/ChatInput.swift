package import ClassRules
package import Classes
package import PlayCore
package import ScreenKit

/// The input line for messages with completion and history.
package struct ChatInput: Sendable, Equatable {
    package enum Outcome: Sendable, Equatable {
        case handled
        /// Messages to send in this order.
        case send([String])
        /// Returns the focus to the chat; the text stays.
        case leave
    }

    package private(set) var line = LineEditor()
    package private(set) var completion: WordCompletion?
    package var target: ReplyTarget?
    /// Pasted lines, kept until the viewer has chosen how to send them.
    package private(set) var pasted: [String]?
    /// The sent messages, oldest first.
    private var history: [String] = []
    private var recalled: Int?
    private var draft = LineEditor()

    private static let historyLimit = 100
    /// The most lines sent as separate messages. The service refuses faster writing.
    package static let mostMessages = 10
    private static let mostLines = 200
    /// The remaining characters below which the count is shown.
    private static let nearLimit = 200

    package init() {}

    /// The count and limit of characters, or `nil` far below the limit.
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

    package func sends(_ key: KeyPress) -> Bool {
        key == KeyPress(.enter) || pasted != nil && key == KeyPress(.character("s"))
    }

    /// Inserts a single line, or asks how to send several.
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

    /// Recalls a sent message. The step after the newest one restores the unsent text.
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

package struct ReplyTarget: Sendable, Equatable {
    package let id: String
    /// The author and the text; cleaned.
    package let words: String
    /// The ID of the only reader of the reply, or `nil` if everyone reads it.
    package let reader: String?

    package init(id: String, words: String, reader: String? = nil) {
        self.id = id
        self.words = words
        self.reader = reader
    }
}

/// The reason why the viewer must not write.
package enum ChatLock: Sendable, Equatable {
    /// Closed to all students.
    case closed
    /// Banned for the remaining milliseconds.
    case banned(Int64)

    package var words: String {
        switch self {
        case .closed: tr("The teacher has closed the chat")
        case .banned(let left): tr("You may write again in %1", TimeText.format(.seconds(Int((left + 999) / 1000))))
        }
    }
}

extension LiveScreen {
    /// Returns why the current text must not be sent, or `nil`. Private messages pass a closed chat.
    func chatLock(at now: HostTime) -> ChatLock? {
        let lock = view.chatLock(at: now)
        return lock == .closed && input.target?.reader != nil ? nil : lock
    }
}

extension LiveClassView {
    package func chatLock(at now: HostTime) -> ChatLock? {
        if leads { return nil }
        if let ban = live.chatBans[me.id] {
            let left = ban.until - clock.time(at: now)
            if left > 0 { return .banned(left) }
        }
        return live.isChatForbidden ? .closed : nil
    }
}
