import Cells
import ClassRules
import Classes
package import PlayCore
import ScreenKit

package enum ChatInputField: ClassPart {
    package static func isOpen(_ screen: ClassScreen) -> Bool { screen.isWriting }

    package static func takesText(_ screen: ClassScreen) -> Bool { screen.live?.input.pasted == nil }

    package static func press(
        _ key: KeyPress, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        guard let live = screen.live else {
            screen.isWriting = false
            return nil
        }
        // Another pane may cover the chat. Typed letters must not act as commands.
        if screen.layout(context)?.place(of: .chat) == nil { screen.focusPane(.chat) }
        guard screen.layout(context)?.place(of: .chat) != nil else {
            screen.isWriting = false
            return [.say(tr("The screen is too small for the chat"), .warning)]
        }
        if let lock = live.chatLock(at: now) {
            if key == KeyPress(.escape) { screen.isWriting = false }
            return key == KeyPress(.enter) ? [.say(lock.words, .warning)] : []
        }
        // The unsent text stays in the line.
        let wait = live.view.chatWait(at: now)
        if wait > 0, live.input.sends(key) { return [.say(SlowMode.words(wait: wait), .warning)] }
        // A private message that the rules refuse stays in the line, too.
        if live.input.sends(key), let reader = live.input.target?.reader,
            let error = live.refusal(
                of: .privateMessage(PrivateMessageWish(to: reader, live.input.line.text)), at: now),
            error.reason != .unchanged
        {
            return [.say(error.words, .warning)]
        }
        let (names, emoticons) = (screen.mentionNames, live.view.machine.features.emoticons ?? [])
        switch screen.live?.input.press(key, names: names, emoticons: emoticons) ?? .handled {
        case .handled: return []
        case .leave:
            screen.isWriting = false
            return []
        case .send(let texts): return screen.send(texts, live)
        }
    }

    package static func paste(
        _ text: String, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        if let live = screen.live, live.chatLock(at: now) == nil { screen.live?.input.paste(text) }
        return []
    }
}

extension ClassScreen {
    fileprivate mutating func send(_ texts: [String], _ live: LiveScreen) -> Consequences {
        // Separate messages would violate slow mode, so they are joined.
        let isSlow = live.view.live.chatInterval > 0 && !live.view.leads
        let texts = isSlow ? [texts.joined(separator: "\n")] : texts
        self.live?.seen.newFrom = nil
        let target = self.live?.input.target
        self.live?.input.target = nil
        // The sender sees the newest messages.
        let isAway = chat.place != nil
        chat.place = nil
        let orders = texts.enumerated().map { number, text -> LiveOrder in
            let replyTo = number == 0 ? target?.id : nil
            guard let reader = target?.reader else { return LiveOrder.say(text, replyTo: replyTo) }
            return .wish(.privateMessage(PrivateMessageWish(to: reader, text, replyTo: replyTo)))
        }
        return orders.map { .live($0) } + (isAway ? showChat() : [])
    }

    mutating func beginWriting(at now: HostTime) -> Consequences {
        guard let live else { return [] }
        guard has(.chat) else { return [.say(tr("%1: not in this class", Self.name(.chat)))] }
        // The line opens even if the chat is locked, because the viewer would type the next letters as text, not as
        // commands.
        focusPane(.chat)
        isWriting = true
        return live.chatLock(at: now).map { [.say($0.words, .warning)] } ?? []
    }

    /// Starts a reply to the selected message, or to the newest one.
    mutating func beginReply(at now: HostTime) -> Consequences {
        let lines = view.chat.lines
        guard let item = selected(.chat) ?? lines.indices.last, lines.indices.contains(item),
            lines[item].message.author != nil
        else { return [.say(tr("Nothing is selected"))] }
        let answered = lines[item].message
        let text = answered.text.isEmpty ? tr("(a picture)") : SafeText.clean(answered.text, limit: 200)
        let isOwn = answered.author?.id == live?.view.me.id
        let reader = answered.to.flatMap { isOwn ? $0 : answered.author }
        let words = tr("%1: %2", ChatLines.name(answered.author), text)
        live?.input.target = ReplyTarget(
            id: answered.id, words: reader.map { tr("privately to %1 – %2", ChatLines.name($0), words) } ?? words,
            reader: reader?.id)
        let consequences = beginWriting(at: now)
        if !isWriting { live?.input.target = nil }
        return consequences
    }
}

extension ClassScreen {
    mutating func focusPane(_ pane: ClassPane) {
        guard focus != pane || !shows(pane) || pane.isList && side != pane else { return }
        hidden.remove(pane)
        if pane.isList { side = pane }
        if zoomed != nil { zoomed = pane }
        focus = pane
    }

    /// The names of recent writers, newest first, then of everyone else present.
    var mentionNames: [String] {
        var known: Set<String> = [live?.view.me.name ?? ""]
        let writers = view.chat.lines.reversed().compactMap { $0.message.author?.name }
        return (writers + view.people.map(\.user.name)).filter { !$0.isEmpty && known.insert($0).inserted }
    }
}

struct ChatPaneRows: Equatable {
    /// The row of the pinned line, or `nil` without one or without space.
    let pinned: Int?
    let list: Rect
    let search: Int?
    let input: Int?
    /// The area for candidates, the quoted message or a question.
    let above: Rect?

    static let leastRows = 3
    /// The rows of emoticons with their codes.
    private static let pickerRows = ChatPictures.emoticonSize.rows + 1
    /// The width from which a question fits into one row.
    private static let wide = 60

    init(_ room: ClassScreen, in content: Rect) {
        var list = content
        func last() -> Int {
            list.height -= 1
            return list.row + list.height
        }
        let hasInput = room.live != nil && content.height >= Self.leastRows
        input = hasInput ? last() : nil
        let isPasted = room.live?.input.pasted != nil
        let hasMore = room.live?.input.completion != nil || room.live?.input.target != nil
        let hasPictures = room.live?.input.completion?.hasPictures == true
        let wanted = isPasted ? content.width < Self.wide ? 2 : 1 : hasPictures ? Self.pickerRows : hasMore ? 1 : 0
        let height = hasInput && room.isWriting ? min(wanted, content.height - Self.leastRows) : 0
        list.height -= max(0, height)
        above =
            height > 0
            ? Rect(column: content.column, row: list.row + list.height, width: content.width, height: height) : nil
        search = room.chatSearch == nil ? nil : last()
        let hasPinned = room.chatSearch == nil && room.view.snapshot.messages?.content.pinned != nil
        if hasPinned, list.height > 6 {
            pinned = list.row
            list.row += 1
            list.height -= 1
        } else {
            pinned = nil
        }
        self.list = list
    }
}
