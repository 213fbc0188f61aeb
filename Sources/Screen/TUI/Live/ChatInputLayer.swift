import Cells
import ClassRules
import Classes
import PlayCore

/// The line for messages, in the last row of the chat's pane.
enum ChatInputLayer: ScreenLayer {
    static func takesText(_ state: AppState) -> Bool { state.room?.live?.input.pasted == nil }

    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        guard let live = state.room?.live else {
            state.isWriting = false
            return nil
        }
        // Another pane may cover the chat. Typed letters must not become commands.
        if state.roomLayout?.place(of: .chat) == nil { state.room?.focusPane(.chat) }
        guard state.roomLayout?.place(of: .chat) != nil else {
            state.isWriting = false
            state.message = Message(tr("No room for the chat on this screen"), .warning, at: now)
            return []
        }
        if let lock = live.chatLock(at: now) {
            if key == KeyPress(.escape) { state.isWriting = false }
            if key == KeyPress(.enter) { state.message = Message(lock.words, .warning, at: now) }
            return []
        }
        // The text stays in the line meanwhile.
        let wait = live.view.chatWait(at: now)
        if wait > 0, live.input.sends(key) {
            state.message = Message(SlowMode.words(wait: wait), .warning, at: now)
            return []
        }
        // The text of a private message that would be refused stays, too.
        if live.input.sends(key), let reader = live.input.target?.reader,
            let error = live.refusal(
                of: .privateMessage(PrivateMessageWish(to: reader, live.input.line.text)), at: now),
            error.reason != .unchanged
        {
            state.message = Message(error.words, .warning, at: now)
            return []
        }
        let names = state.room?.mentionNames ?? []
        let emoticons = live.view.machine.features.emoticons ?? []
        switch state.room?.live?.input.press(key, names: names, emoticons: emoticons) ?? .handled {
        case .handled: return []
        case .leave:
            state.isWriting = false
            return []
        case .send(var texts):
            // Joins the messages, because the second one would come too early.
            if live.view.live.chatInterval > 0, !live.view.leads { texts = [texts.joined(separator: "\n")] }
            state.room?.live?.seen.newFrom = nil
            let target = state.room?.live?.input.target
            state.room?.live?.input.target = nil
            // A viewer who writes sees the newest messages.
            let isAway = state.room?.chat.place != nil
            state.room?.chat.place = nil
            let orders = texts.enumerated().map { number, text -> LiveOrder in
                let replyTo = number == 0 ? target?.id : nil
                guard let reader = target?.reader else { return LiveOrder.say(text, replyTo: replyTo) }
                return .wish(.privateMessage(PrivateMessageWish(to: reader, text, replyTo: replyTo)))
            }
            return orders.map { .live($0) } + (isAway ? state.showChat() : [])
        }
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        guard let live = state.room?.live, live.chatLock(at: now) == nil else { return [] }
        state.room?.live?.input.paste(text)
        return []
    }

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) {
        if turn == .otherItem, state.room?.live == nil { state.isWriting = false }
    }
}

extension AppState {
    package internal(set) var isWriting: Bool {
        get { layers.contains(ChatInputLayer.self) }
        set { layers.set(ChatInputLayer.self, newValue ? .chatInput : nil) }
    }

    mutating func beginWriting(at now: HostTime) -> [Effect] {
        guard let room, let live = room.live else { return [] }
        guard room.has(.chat) else {
            message = Message(tr("%1: not in this class", ClassScreen.name(.chat)), at: now)
            return []
        }
        // Opens the line although it is locked, because the next typed keys are not meant as commands.
        if let lock = live.chatLock(at: now) { message = Message(lock.words, .warning, at: now) }
        self.room?.focusPane(.chat)
        isWriting = true
        return []
    }
}

extension AppState {
    /// Answers the selected message, or the newest one.
    mutating func beginReply(at now: HostTime) -> [Effect] {
        guard let room, let lines = self.room?.view.chat.lines, let item = room.selected(.chat) ?? lines.indices.last,
            lines.indices.contains(item), lines[item].message.author != nil
        else {
            message = Message(tr("Nothing is selected"), at: now)
            return []
        }
        let answered = lines[item].message
        let text = answered.text.isEmpty ? tr("(a picture)") : SafeText.clean(answered.text, limit: 200)
        let isOwn = answered.author?.id == room.live?.view.me.id
        let reader = answered.to.flatMap { isOwn ? $0 : answered.author }
        let words = tr("%1: %2", ChatLines.name(answered.author), text)
        self.room?.live?.input.target = ReplyTarget(
            id: answered.id, words: reader.map { tr("privately to %1 – %2", ChatLines.name($0), words) } ?? words,
            reader: reader?.id)
        let effects = beginWriting(at: now)
        if !isWriting { self.room?.live?.input.target = nil }
        return effects
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

    /// The latest writers come first, then all others who are present.
    var mentionNames: [String] {
        var known: Set<String> = [live?.view.me.name ?? ""]
        let writers = view.chat.lines.reversed().compactMap { $0.message.author?.name }
        return (writers + view.people.map(\.user.name)).filter { !$0.isEmpty && known.insert($0).inserted }
    }
}

struct ChatPaneRows: Equatable {
    /// The row of the pinned line; `nil` if there is none, or no space.
    let pinned: Int?
    let list: Rect
    let search: Int?
    let input: Int?
    /// The area for candidates, the answered message, or a question.
    let above: Rect?

    static let leastRows = 3
    /// The rows of emoticons and their codes.
    private static let pickerRows = ChatPictures.emoticonSize.rows + 1
    /// A question takes two rows below this width.
    private static let wide = 60

    init(_ state: AppState, _ room: ClassScreen, in content: Rect) {
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
        let height = hasInput && state.isWriting ? min(wanted, content.height - Self.leastRows) : 0
        list.height -= max(0, height)
        above =
            height > 0
            ? Rect(column: content.column, row: list.row + list.height, width: content.width, height: height) : nil
        search = state.chatSearch == nil ? nil : last()
        let hasPinned = state.chatSearch == nil && room.view.snapshot.messages?.content.pinned != nil
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
