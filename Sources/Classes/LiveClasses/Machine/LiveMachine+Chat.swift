import ClassRules
import ClassWire
import Classes
import PlayCore
import Signalling
import XML

extension LiveMachine {
    /// Read before the class is shown. Older lines are loaded on demand.
    private static let firstLines = 200
    private static let firstPages = 8
    private static let olderLines = 5_000
    private static let olderPages = 80

    // MARK: Writing

    mutating func say(_ text: String, replyTo: String?, at now: HostTime) {
        if let error = view.machine.chatRefusal(of: view.me.id, text, at: view.clock.time(at: now)) {
            return tell(.failure(error.words))
        }
        let wait = view.chatWait(at: now)
        guard wait == 0 else { return notSent(text, SlowMode.words(wait: wait)) }
        post(
            ChatStanza(text: text, replyTo: replyTo, mentions: mentions(in: text), emoticon: Self.emoticon(text)),
            at: now)
    }

    mutating func notSent(_ text: String, _ reason: String) {
        tell(.failure(tr("Not sent: “%1”: %2", text, reason)))
    }

    mutating func post(_ chat: ChatStanza, at now: HostTime) {
        guard let room else { return }
        let message = chat.message(to: room, id: "")
        guard let (id, stanza) = outbox?.add(message.children) else {
            return tell(.failure(tr("Too many messages wait to be sent")))
        }
        ownTexts[id] = chat.text
        view.wroteAt = view.clock.time(at: now)
        if view.live.chatInterval > 0 { renew() }
        switch stage {
        case .inside: send(stanza)
        case .lost: unhanded.append(stanza)
        // The message is sent after the archive has shown what arrived.
        default: break
        }
    }

    private func mentions(in text: String) -> [String] {
        guard text.contains("@") else { return [] }
        return view.state.users.list.elements.map(\.user.name).filter { !$0.isEmpty && text.contains("@" + $0) }
    }

    private static func emoticon(_ text: String) -> String? {
        guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
        let key = text.dropFirst().dropLast()
        return ClassEmoticon.isKey(key) ? String(key) : nil
    }

    mutating func rejected(_ id: String, _ error: StanzaError) {
        guard outbox?.rejected(id: id) == true else { return }
        let text = ownTexts.removeValue(forKey: id) ?? ""
        if case .refused(let refusal) = ActAnswer(error: error) { return notSent(text, refusal.words) }
        let reason =
            switch error.condition {
            case "forbidden", "not-acceptable": ClassError(.chatForbidden).words
            case "resource-constraint", "policy-violation": tr("too many messages in a short time")
            default: error.text.isEmpty ? error.condition : error.text
            }
        notSent(text, reason)
    }

    // MARK: Reading

    mutating func receiveLive(_ item: RoomHistory.Item, at now: HostTime) {
        if case .message(let message) = item { noteEcho(message) }
        if history?.isReading == true {
            show(history?.live(item) ?? [], at: now)
        } else if backlog != nil || isBeforeBacklog {
            if waitingChat.count < RoomHistory.waitingLimit { waitingChat.append(item) }
        } else {
            show([item], at: now)
        }
    }

    private var isBeforeBacklog: Bool {
        if case .entering = stage { true } else { false }
    }

    private mutating func noteEcho(_ message: RoomMessage) {
        guard outbox?.echoed(message) == true, let id = message.id else { return }
        ownTexts[id] = nil
    }

    private mutating func show(_ items: [RoomHistory.Item], at now: HostTime) {
        var events: [ClassEvent] = []
        var canWait = true
        for item in items {
            if let id = item.archiveID { lastArchiveID = id }
            switch item {
            case .message(let message):
                guard let line = line(message, at: now) else { continue }
                if message.isOwn { canWait = false }
                var shown = line
                shown.time = axis.position(at: now)
                if isAddressed(shown) { tell(.addressed(shown)) }
                ownLines.note(shown, of: view.me)
                events.append(ClassEvent(shown.time, .message(shown)))
            case .retracted(let retraction):
                canWait = false
                events.append(ClassEvent(axis.position(at: now), .messageRemoved(retraction.archiveID)))
            }
        }
        if !events.isEmpty { act(.change(.events(events, canWait: canWait))) }
    }

    private func isAddressed(_ line: ChatMessage) -> Bool {
        guard line.author?.id != view.me.id else { return false }
        return line.mentions.contains(view.me.name) || line.replyTo.map(ownLines.contains) ?? false
    }

    func line(_ message: RoomMessage, at now: HostTime) -> ChatMessage? {
        guard !message.isRetracted, let nick = message.nick, let chat = ChatStanza(message: message.stanza),
            let id = message.archiveID ?? message.id.map({ nick + "/" + $0 })
        else { return nil }
        let wallTime = message.time ?? view.clock.time(at: now)
        let author = message.isOwn ? view.me : book.user(nick, in: view.state.users)
        var line = ChatMessage(
            id: id, time: axis.position(ofWallTime: wallTime, at: now), author: author,
            text: chat.emoticon.map { "[\($0)]" } ?? chat.text, picture: chat.picture.map(reached),
            replyTo: chat.replyTo,
            mentions: chat.mentions)
        line.wallTime = wallTime
        return line
    }

    // MARK: Private messages

    /// More IDs than the keeper repeats.
    private static let privateLimit = 2 * ClassLimits.rememberedPrivateMessages

    mutating func receive(_ message: PrivateMessage, at now: HostTime) {
        guard !privateIDs.contains(message.id) else { return }
        privateIDs.append(message.id)
        if privateIDs.count > Self.privateLimit { privateIDs.removeFirst() }
        var line = ChatMessage(
            id: message.id, time: axis.position(at: now), author: message.from, text: message.text,
            replyTo: message.replyTo)
        (line.to, line.wallTime) = (message.to, message.time)
        act(.change(.events([ClassEvent(line.time, .message(line))], canWait: false)))
        if message.from.id != view.me.id { tell(.addressed(line)) }
    }

    // MARK: Earlier messages

    mutating func readBacklog(at now: HostTime) {
        guard let room, let own = occupancy?.own else { return }
        stage = .entering(.history)
        show(.history, 0.8)
        var backlog = RoomBacklog(room: room, own: own, prefix: nextID(), pageLimit: Self.firstPages)
        for stanza in backlog.begin(at: now) { send(stanza) }
        self.backlog = backlog
    }

    mutating func receiveBacklog(_ stanza: XMLElement, at now: HostTime) {
        guard let outcome = read(\.backlog, stanza, lines: Self.firstLines, at: now) else { return }
        receiveBacklog(outcome, at: now)
    }

    private mutating func read(
        _ reader: WritableKeyPath<LiveMachine, RoomBacklog?>, _ stanza: XMLElement, lines: Int, at now: HostTime
    ) -> RoomBacklog.Outcome? {
        let isEnough = { (items: [RoomHistory.Item]) in Self.lineCount(items) >= lines }
        guard let (stanzas, outcome) = self[keyPath: reader]?.received(stanza, at: now, isEnough: isEnough) else {
            return nil
        }
        for stanza in stanzas { send(stanza) }
        return outcome
    }

    private static func lineCount(_ items: [RoomHistory.Item]) -> Int {
        items.count { if case .message(let message) = $0 { ChatStanza(message: message.stanza) != nil } else { false } }
    }

    mutating func receiveBacklog(_ outcome: RoomBacklog.Outcome, at now: HostTime) {
        guard let backlog else { return }
        self.backlog = nil
        if case .failed(let failure) = outcome {
            Log.shared.write(.warning, "live", "the archive cannot be read: \(failure)")
        }
        olderEnd = outcome == .enough ? backlog.firstID : nil
        for item in backlog.items { if let id = item.archiveID { lastArchiveID = id } }
        let lines = lines(backlog.items, at: now)
        for line in lines { ownLines.note(line, of: view.me) }
        act(.change(.backlog(lines, hasOlder: olderEnd != nil)))
        let known = Set(backlog.items.compactMap(\.archiveID))
        let new = waitingChat.filter { item in
            item.archiveID.map { !known.contains($0) } ?? true
        }
        waitingChat = []
        show(new, at: now)
        enteredWhole(at: now)
    }

    private func lines(_ items: [RoomHistory.Item], at now: HostTime) -> [ChatMessage] {
        var removed: Set<String> = []
        for case .retracted(let retraction) in items { removed.insert(retraction.archiveID) }
        return items.compactMap { item in
            guard case .message(let message) = item else { return nil }
            return line(message, at: now).flatMap { removed.contains($0.id) ? nil : $0 }
        }
    }

    mutating func readOlderChat(at now: HostTime) {
        guard older == nil, let room, let own = occupancy?.own, isConnected, let olderEnd else {
            if older == nil { act(.change(.olderChat([]))) }
            return
        }
        var reader = RoomBacklog(
            room: room, own: own, before: olderEnd, prefix: nextID(), pageLimit: Self.olderPages)
        for stanza in reader.begin(at: now) { send(stanza) }
        older = reader
    }

    mutating func receiveOlder(_ stanza: XMLElement, at now: HostTime) {
        guard let outcome = read(\.older, stanza, lines: Self.olderLines, at: now) else { return }
        receiveOlder(outcome, at: now)
    }

    mutating func receiveOlder(_ outcome: RoomBacklog.Outcome, at now: HostTime) {
        guard let reader = older else { return }
        older = nil
        act(.change(.olderChat(lines(reader.items, at: now))))
    }

    // MARK: Missed messages

    mutating func readHistory(at now: HostTime) {
        guard let room else { return }
        var history = RoomHistory(room: room, own: occupancy?.own, lastID: lastArchiveID, prefix: nextID())
        for stanza in history.begin(at: now) { send(stanza) }
        for item in waitingChat { _ = history.live(item) }
        waitingChat = []
        self.history = history
    }

    mutating func receiveHistory(_ stanza: XMLElement, at now: HostTime) {
        guard let (items, stanzas, outcome) = history?.received(stanza, at: now) else { return }
        for stanza in stanzas { send(stanza) }
        receive(items, outcome, at: now)
    }

    mutating func receive(_ items: [RoomHistory.Item], _ outcome: RoomHistory.Outcome?, at now: HostTime) {
        for case .message(let message) in items { noteEcho(message) }
        show(items, at: now)
        guard let outcome else { return }
        switch outcome {
        case .complete: break
        case .gap: tell(.failure(tr("Some messages from the time without a connection may be missing")))
        case .failed(let failure): Log.shared.write(.warning, "live", "the archive cannot be read: \(failure)")
        }
        history = nil
        returned(at: now)
    }
}
