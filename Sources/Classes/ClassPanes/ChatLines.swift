import Cells
import Classes
import PlayCore
import ScreenKit

/// Messages as lines of the chat's pane; only those of the window are broken into lines.
struct ChatLines: Equatable {
    let width: Int
    /// The delay of the class against the video.
    let offset: MediaTime
    let glyphs: Glyphs
    /// Whether messages of a live class have the time of day.
    var showsWallTime = false
    var pictures: ChatPictures?
    /// The viewer; messages to the viewer are marked.
    var me: ClassUser?

    /// - Parameter newFrom: the last line seen before the chat was hidden; newer messages get a mark above them.
    func lines(_ window: ChatWindow, newFrom: ChatPosition? = nil, memo: ChatLineMemo? = nil) -> [ClassLine] {
        var lines: [ClassLine] = []
        if window.isReadingOlder { lines.append(ClassLine(tr("Reading…"), Theme.dim)) }
        let firstNew = newFrom.flatMap { last in window.lines.firstIndex { $0.position > last } }
        let known = memo?.entries(for: self) ?? [:]
        var drawn: [String: ChatLineMemo.Entry] = [:]
        for (item, line) in window.lines.enumerated() {
            if item == firstNew, window.search == nil { lines.append(newMark) }
            let entry = entry(of: line.message, answered: line.message.replyTo.flatMap { window.answered[$0] }, known)
            drawn[line.message.id] = entry
            for var line in entry.lines {
                line.item = item
                lines.append(line)
            }
        }
        memo?.keep(drawn, for: self)
        return lines
    }

    private var newMark: ClassLine {
        let word = " " + tr("new") + " "
        let rest = max(2, width - 2 - TextWidth.columns(of: word))
        let line = String(repeating: glyphs.horizontal, count: rest / 2)
        return ClassLine(line + word + line, Theme.accent)
    }

    private func entry(
        of message: ChatMessage, answered: ChatMessage?, _ known: [String: ChatLineMemo.Entry]
    ) -> ChatLineMemo.Entry {
        if let entry = known[message.id], entry.message == message, entry.answered == answered { return entry }
        return ChatLineMemo.Entry(
            message: message, answered: answered, lines: lines(of: message, answered: answered))
    }

    private func lines(of message: ChatMessage, answered: ChatMessage?) -> [ClassLine] {
        let wallTime = showsWallTime ? message.wallTime.map(Self.clock) : nil
        let time = wallTime ?? TimeText.format(message.time + offset)
        switch message.kind {
        case .joined, .left, .system: return note(message, time)
        default: break
        }
        guard let author = message.author else { return short(message, time) }
        var words = [ClassLine.Word(text: time + " ", style: Theme.dim)]
        words.append(ClassLine.Word(text: heading(of: message, by: author), style: Self.style(of: author)))
        if message.to != nil { words.append(ClassLine.Word(text: "  " + tr("private"), style: Theme.warning)) }
        if author.role.leadsRoom {
            words.append(ClassLine.Word(text: "  " + Self.word(author.role), style: Theme.accent))
        }
        let badges = author.badges.prefix(3).map { SafeText.clean($0, limit: 20) }.joined(separator: " ")
        if !badges.isEmpty { words.append(ClassLine.Word(text: "  " + badges, style: Theme.dim)) }
        if let amount = message.amount, message.kind == .paid {
            words.append(ClassLine.Word(text: "  " + SafeText.clean(amount, limit: 24), style: Theme.warning))
        }
        if message.isEdited { words.append(ClassLine.Word(text: "  " + tr("edited"), style: Theme.dim)) }
        if isForMe(message, answered) {
            words.append(ClassLine.Word(text: "  " + tr("to you"), style: Theme.warning))
        }
        var lines = [ClassLine(words)]
        if let answered {
            let text = tr("%1: %2", Self.name(answered.author), SafeText.clean(answered.text, limit: 200))
            lines.append(ClassLine((glyphs.isASCII ? "> " : "└ ") + text, Theme.dim, indent: 2))
        }
        return lines + body(message, indent: 2) + reactions(message, indent: 2)
    }

    private func reactions(_ message: ChatMessage, indent: Int) -> [ClassLine] {
        guard !message.reactions.isEmpty else { return [] }
        let words = message.reactions.map { SafeText.clean($0.emoji, limit: 16) + " \($0.count)" }
        return ClassLine.broken(words.joined(separator: "  "), Theme.dim, width: width - 1, indent: indent)
    }

    private func heading(of message: ChatMessage, by author: ClassUser) -> String {
        guard let reader = message.to else { return Self.name(author) }
        if author.id == me?.id { return tr("you to %1:", Self.name(reader)) }
        return reader.id == me?.id
            ? tr("%1 to you:", Self.name(author)) : tr("%1 to %2:", Self.name(author), Self.name(reader))
    }

    private func isForMe(_ message: ChatMessage, _ answered: ChatMessage?) -> Bool {
        guard let me, message.to == nil, message.author?.id != me.id else { return false }
        return message.mentions.contains(me.name) || answered?.author?.id == me.id
    }

    private func body(_ message: ChatMessage, indent: Int) -> [ClassLine] {
        if let cells = pictures?.cells(of: message) {
            return (0..<cells.rows).map {
                var line = ClassLine([], indent: indent)
                line.picture = PictureRow(cells: cells, row: $0)
                return line
            }
        }
        switch message.kind {
        case .gift:
            let gift = SafeText.clean(message.text, limit: 80)
            let text =
                message.amount.map { tr("sends %1 × %2", SafeText.clean($0, limit: 12), gift) } ?? tr("sends %1", gift)
            return [ClassLine("+ " + text, Theme.warning, indent: indent)]
        case .award: return [ClassLine("+ " + tr("gives an award"), Theme.warning, indent: indent)]
        case .membership where message.text.isEmpty:
            return [ClassLine("+ " + tr("became a member"), Theme.warning, indent: indent)]
        case .sticker where message.text.isEmpty:
            return [ClassLine(tr("(a picture)"), Theme.dim, indent: indent)]
        case .text where message.text.isEmpty && message.picture != nil:
            // The address is a link: `o` opens it, and Enter shows the picture in the slides' pane.
            let words = tr("(a picture)") + " " + (message.picture ?? "")
            return ClassLine.broken(words, Theme.dim, width: width - 1, indent: indent)
        default:
            return ClassLine.broken(message.text, width: width - 1, indent: indent, more: ClassLine.moreOfText)
                .map(Self.marked)
        }
    }

    /// Lays out a chat without names: the time, then the text beside it.
    private func short(_ message: ChatMessage, _ time: String) -> [ClassLine] {
        let indent = TextWidth.columns(of: time) + 1
        var lines = body(message, indent: indent)
        guard !lines.isEmpty else { return [ClassLine(time, Theme.dim)] }
        lines[0].indent = 0
        lines[0].words.insert(ClassLine.Word(text: time + " ", style: Theme.dim), at: 0)
        return lines + reactions(message, indent: indent)
    }

    private func note(_ message: ChatMessage, _ time: String) -> [ClassLine] {
        let text =
            switch message.kind {
            case .joined: tr("%1 joined", Self.name(message.author))
            case .left: tr("%1 left the class", Self.name(message.author))
            default: message.text
            }
        return ClassLine.broken(time + " " + text, Theme.dim, width: width - 1)
    }

    /// Returns the local time of day: `16:20`.
    private static func clock(_ time: Int64) -> String { String(WallTime(milliseconds: time).text.suffix(5)) }

    // MARK: Words

    static func name(_ user: ClassUser?) -> String {
        guard let user else { return tr("someone") }
        let name = SafeText.clean(user.name, limit: 60)
        return name.contains { !$0.isWhitespace } ? name : tr("someone")
    }

    static func word(_ role: ClassUser.Role) -> String {
        switch role {
        case .teacher: tr("teacher")
        case .assistant: tr("assistant")
        case .moderator: tr("moderator")
        case .student: tr("student")
        case .guest: tr("guest")
        default: SafeText.clean(role.rawValue, limit: 20)
        }
    }

    /// Returns the recording's colour for the person, or one that the person's ID selects from the theme.
    static func style(of user: ClassUser) -> Style {
        let attributes: Cell.Attributes = .bold
        if let color = user.color {
            return Style(foreground: Color(rawValue: color & 0xFF_FFFF), attributes: attributes)
        }
        let sum = user.id.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return Style(foreground: .palette([2, 3, 4, 5, 6, 10, 12, 13][Int(sum % 8)]), attributes: attributes)
    }

    private static func marked(_ line: ClassLine) -> ClassLine {
        var result = line
        result.words = line.words.flatMap { word in
            guard word.link == nil, word.text.contains("@") else { return [word] }
            return word.text.split(separator: " ", omittingEmptySubsequences: false).enumerated().map { number, part in
                ClassLine.Word(
                    text: (number > 0 ? " " : "") + part, style: part.hasPrefix("@") ? Theme.accent : Theme.plain)
            }
        }
        return result
    }
}
