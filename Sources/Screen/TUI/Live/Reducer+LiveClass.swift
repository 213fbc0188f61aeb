import Cells
import ClassRules
import Classes
import PlayCore

extension AppState {
    mutating func perform(_ action: LiveKeyAction, at now: HostTime) -> [Effect] {
        guard let room, let live = room.live else { return [] }
        switch action {
        case .write: return beginWriting(at: now)
        case .hand: return raiseHand(live, at: now)
        case .answer(let isAllowed): return answerRequest(live.view.live.requests.elements.first, isAllowed, at: now)
        case .lowerAllHands: return wish(.lowerAllHands, at: now)
        case .toggleRequests: return wish(.forbidRequests(!live.view.live.areRequestsForbidden), at: now)
        case .allow, .refuse:
            if let user = room.selected(.people).flatMap({ room.waiting(at: $0) }) {
                return wish(.admit(ClassReply(user: user.id, action == .allow)), at: now)
            }
            return answerRequest(room.selected(.people).flatMap { room.request(at: $0) }, action == .allow, at: now)
        case .lowerHand: return wishForSelected(at: now) { .lowerHand($0.id) }
        case .like: return wishForSelected(at: now) { .like($0.id) }
        case .removeMessage: return removeSelectedMessage(room, at: now)
        case .reply: return beginReply(at: now)
        case .commandLine: return openCommandLine()
        case .microphone: return [.ownMedia(.turn(.microphone, isOn: nil))]
        case .camera: return [.ownMedia(.turn(.camera, isOn: nil))]
        case .talk: return live.own.isPushToTalk ? [.ownMedia(.talk)] : perform(.togglePause, at: now)
        case .captureDevices: return open(.captureDevices, at: now)
        case .startOrStop: return startOrStopClass(at: now)
        case .documents: return open(.documents, at: now)
        case .turnPage(let step): return turnPage(by: step, in: live, at: now)
        case .roomPage: return returnToClassPage(live)
        case .drawing: return beginDrawing(live, at: now)
        case .surveyForm: return openSurveyForm(at: now)
        case .personActions: return openPersonActions(at: now)
        case .definition: return changeDefinition(room)
        }
    }

    private mutating func wishForSelected(at now: HostTime, _ make: (ClassUser) -> ClassWish) -> [Effect] {
        guard let room, let user = room.selected(.people).flatMap({ room.person(at: $0)?.user }) else { return [] }
        return wish(make(user), at: now)
    }

    private mutating func removeSelectedMessage(_ room: ClassScreen, at now: HostTime) -> [Effect] {
        guard let item = room.selected(.chat), room.view.chat.lines.indices.contains(item) else {
            message = Message(tr("Nothing is selected"), at: now)
            return []
        }
        let line = room.view.chat.lines[item].message
        guard line.to == nil else {
            message = Message(tr("Private messages cannot be removed"), .warning, at: now)
            return []
        }
        return ask(
            tr("Remove this message of %1?", ChatLines.name(line.author)), before: .removeMessage(line.id), at: now)
    }

    /// Returns `nil` if the key has the same meaning as in any class.
    mutating func pressInLiveList(_ key: KeyPress, _ room: ClassScreen, at now: HostTime) -> [Effect]? {
        if room.focus == .quiz, let live = room.live { return pressInSurvey(key, live, at: now) }
        guard case .live(let action)? = Keymap.livePeople.action(for: key),
            Self.panes(of: action).contains(room.focus), offers(action)
        else { return nil }
        switch action {
        // The keys answer the selected request. Elsewhere they copy a name and move to the next part.
        case .allow, .refuse:
            guard let item = room.selected(.people), item < room.rowsBeforePeople else { return nil }
        default: break
        }
        return perform(action, at: now)
    }

    private static func panes(of action: LiveKeyAction) -> [ClassPane] {
        switch action {
        case .removeMessage, .reply: [.chat]
        case .definition: [.people, .cameras, .companion]
        default: [.people]
        }
    }

    private func changeDefinition(_ room: ClassScreen) -> [Effect] {
        let user: String? =
            switch room.focus {
            case .cameras: room.selectedThumbnail.map { room.view.thumbnails[$0].id }
            case .companion: if case .person(let id, _)? = room.view.companion?.kind { id } else { nil }
            default: room.selected(.people).flatMap { room.person(at: $0)?.user.id }
            }
        return user.map { [.room(.changeDefinition(of: $0))] } ?? []
    }

    /// Handles Enter. Returns `nil` for the same effect as in any class.
    mutating func goInLiveClass(at now: HostTime) -> [Effect]? {
        guard let room, room.live != nil, room.focus == .chat else { return nil }
        guard let item = room.selected(.chat), room.view.chat.lines.indices.contains(item) else {
            return beginWriting(at: now)
        }
        if let picture = room.view.chat.lines[item].message.picture {
            self.room?.hidden.remove(.slides)
            if room.zoomed != nil { self.room?.zoomed = .slides }
            return [.room(.showPicture(picture))]
        }
        if room.copiedText?.contains("://") == true { return openLinks(at: now) }
        return beginWriting(at: now)
    }

    // MARK: Speaking

    private mutating func raiseHand(_ live: LiveScreen, at now: HostTime) -> [Effect] {
        if live.view.leads {
            room?.focusPane(.people)
            if (room?.rowsBeforePeople ?? 0) > 0 { room?.places[.people] = 0 }
            return []
        }
        if live.ownRequest != nil { return wish(.withdrawRequest, at: now) }
        return wish(live.isSpeaking ? .stopSpeaking : .requestToSpeak, at: now)
    }

    private mutating func answerRequest(
        _ request: SpeakingRequest?, _ isAllowed: Bool, at now: HostTime
    ) -> [Effect] {
        guard let request else {
            message = Message(tr("No hand is raised"), at: now)
            return []
        }
        return wish(.reply(ClassReply(user: request.user, isAllowed)), at: now)
    }

    // MARK: What came

    /// Shows messages about changes since the previous view.
    mutating func follow(_ old: LiveClassView?, _ new: LiveClassView, at now: HostTime) -> [Effect] {
        guard let old else { return [] }
        var effects: [Effect] = []
        let added = new.live.requests.elements.filter { old.live.requests[$0.user] == nil }
        if new.leads, let first = added.first {
            effects.append(.ring)
            message = Message(Self.words(ofHandOf: first.user, new), .warning, at: now)
        }
        if followDoor(old, new, at: now) { effects.append(.ring) }
        followOwnHand(old, new, at: now)
        if old.live.chatInterval != new.live.chatInterval {
            message = Message(SlowMode.words(interval: new.live.chatInterval), .warning, at: now)
        }
        let timer = new.state.timer
        if old.state.timer.current != nil, timer.current == nil, timer.latest?.signal.remaining == 0 {
            message = Message(tr("Time is up"), .warning, at: now)
        }
        let known = old.state.documents.list
        if let document = new.state.documents.list.elements.first(where: { known[$0.id] == nil }) {
            message = Message(tr("Document added: %1", SafeText.phrase(document.title ?? document.id)), at: now)
        }
        followRights(old, new, at: now)
        dropEndedHand(old, new)
        if old.live.isInProgress != new.live.isInProgress {
            message = Message(
                new.live.isInProgress ? tr("The class has begun") : tr("The class has ended"), .warning, at: now)
        }
        return effects
    }

    /// Says who newly waits to be let in. Returns whether there is such a person.
    private mutating func followDoor(_ old: LiveClassView, _ new: LiveClassView, at now: HostTime) -> Bool {
        guard new.leads, old.machine.waiting != new.machine.waiting else { return false }
        func words(_ user: ClassUser) -> String {
            tr("%1 waits to enter: h shows all, :admit all lets in", ChatLines.name(user))
        }
        let (before, after) = (old.machine.waiting, new.machine.waiting)
        for user in before where !after.contains(user) { messages.removeAll { $0.text == words(user) } }
        guard let first = after.first(where: { !before.contains($0) }) else { return false }
        message = Message(words(first), .warning, at: now)
        return true
    }

    /// Shows a message when others change this viewer's rights.
    private mutating func followRights(_ old: LiveClassView, _ new: LiveClassView, at now: HostTime) {
        var words = Self.changedRules(old.live, new.live)
        if !new.leads { words += Self.changedRights(old, new, at: now) }
        if new.leads, old.live.hasWaitingRoom != new.live.hasWaitingRoom {
            words.append(
                new.live.hasWaitingRoom
                    ? tr("Newcomers wait until a teacher lets them in") : tr("Newcomers enter at once"))
        }
        if new.leads, old.live.isLocked != new.live.isLocked {
            words.append(new.live.isLocked ? tr("The class is locked for newcomers") : tr("The class is open again"))
        }
        let (hadTeacher, hasTeacher) = (old.hasTeacher, new.hasTeacher)
        if !new.isTeacher, old.live.isInProgress, new.live.isInProgress, hadTeacher != hasTeacher {
            words.append(hasTeacher ? tr("The teacher is back") : tr("The teacher has left or lost the connection"))
        }
        guard !words.isEmpty else { return }
        message = Message(words.joined(separator: tr("; ")), .warning, at: now)
    }

    private static func changedRules(_ old: LiveArea, _ new: LiveArea) -> [String] {
        var words: [String] = []
        if old.isSoundForbidden != new.isSoundForbidden {
            words.append(
                new.isSoundForbidden ? tr("All students are muted") : tr("Students may use their microphones again"))
        }
        if old.isChatForbidden != new.isChatForbidden {
            words.append(
                new.isChatForbidden ? tr("Chat is closed for students") : tr("Chat is open for students again"))
        }
        if old.arePrivateMessagesForbidden != new.arePrivateMessagesForbidden {
            words.append(
                new.arePrivateMessagesForbidden
                    ? tr("Students may not write privately to teachers")
                    : tr("Students may write privately to teachers"))
        }
        if old.requestTimeout != new.requestTimeout, old.features != nil {
            words.append(
                new.requestTimeout == 0
                    ? tr("Raised hands stay until they are answered")
                    : trn(
                        "Raised hands wait %1 second", "Raised hands wait %1 seconds", Int(new.requestTimeout / 1000)))
        }
        if old.areRequestsForbidden != new.areRequestsForbidden {
            words.append(
                new.areRequestsForbidden ? tr("Raising hands is switched off") : tr("You may raise your hand again"))
        }
        return words
    }

    private static func changedRights(_ old: LiveClassView, _ new: LiveClassView, at now: HostTime) -> [String] {
        let me = new.me.id
        var words: [String] = []
        let mayDraw = new.live.drawingGrants.contains(me)
        if old.live.drawingGrants.contains(me) != mayDraw {
            words.append(
                !mayDraw
                    ? tr("You may no longer draw")
                    : new.machine.refusalToDraw(me) == nil
                        ? tr("You may draw now: e starts") : tr("You may draw as soon as you may speak"))
        }
        let isBanned = new.live.chatBans[me] != nil
        if (old.live.chatBans[me] != nil) != isBanned {
            words.append(isBanned ? new.chatLock(at: now)?.words ?? "" : tr("You may write again"))
        }
        return words.filter { !$0.isEmpty }
    }

    private static func words(ofHandOf user: String, _ view: LiveClassView) -> String {
        tr("%1 raises a hand: h shows all, g-y allows, g-n refuses", ChatLines.name(view.state.users.list[user]?.user))
    }

    private mutating func dropEndedHand(_ old: LiveClassView, _ new: LiveClassView) {
        let ended = old.live.requests.elements.filter { new.live.requests[$0.user] == nil }
        for hand in ended { messages.removeAll { $0.text == Self.words(ofHandOf: hand.user, old) } }
    }

    private mutating func followOwnHand(_ old: LiveClassView, _ new: LiveClassView, at now: HostTime) {
        let (was, isNow) = (old.live.speakers[old.me.id], new.live.speakers[new.me.id])
        guard !new.leads, was?.user != isNow?.user else { return }
        let text =
            switch isNow?.cause {
            case .request: tr("You may speak now")
            case .invitation: tr("You speak now: you accepted the invitation")
            case .remote: tr("The teacher lets you speak")
            case nil: tr("You no longer speak")
            }
        message = Message(text, .warning, at: now)
    }

    mutating func update(_ news: LiveNews, at now: HostTime) -> [Effect] {
        switch news {
        // The message outlives the item, because it is not about a film that starts meanwhile.
        case .answer(_, let error?): message = Message(error.words, .warning, outlivesItem: true, at: now)
        case .answer(_, nil): break
        case .failure(let text):
            message = Message(SafeText.clean(text, limit: 300), .warning, outlivesItem: true, at: now)
        case .done(let text): message = Message(SafeText.clean(text, limit: 300), at: now)
        case .addressed(let line): noteAddress(line, at: now)
        case .notice(let notice): note(notice, at: now)
        case .requestEnded(let end): note(end, at: now)
        }
        return []
    }

    /// Shows a message if the viewer's hand was lowered without permission to speak.
    private mutating func note(_ end: SpeakingRequestEnd, at now: HostTime) {
        let name = ChatLines.name(end.by.flatMap { room?.live?.view.state.users.list[$0]?.user })
        switch end.outcome {
        case .refused: message = Message(tr("%1 refused your request to speak", name), .warning, at: now)
        case .lowered: message = Message(tr("%1 lowered your hand", name), .warning, at: now)
        case .timedOut: message = Message(tr("No one answered in time: your hand is lowered"), .warning, at: now)
        case .withdrawn: message = Message(tr("Your hand is lowered"), at: now)
        }
    }

    /// Shows a message that addresses the viewer, if the chat does not show it.
    private mutating func noteAddress(_ line: ChatMessage, at now: HostTime) {
        // The chat of a recording, which a viewer behind the class reads, has no private messages.
        let isMissing = line.to != nil && room?.view.delay != nil
        guard let room, isMissing || roomLayout?.place(of: .chat) == nil || !room.showsNewestChat else { return }
        self.room?.live?.seen.isAddressed = true
        let text = line.text.isEmpty ? tr("(a picture)") : SafeText.clean(line.text, limit: 200)
        let name = ChatLines.name(line.author)
        message = Message(line.to == nil ? tr("%1: %2", name, text) : tr("%1 to you: %2", name, text), at: now)
    }

    private mutating func note(_ notice: ClassNotice, at now: HostTime) {
        switch notice {
        case .remote(let change, let by):
            let name = ChatLines.name(room?.live?.view.state.users.list[by]?.user)
            let own = room?.live?.own ?? OwnSending()
            var parts: [String] = []
            if own.hasSound != change.hasAudio {
                parts.append(change.hasAudio ? tr("microphone on") : tr("microphone off"))
            }
            if own.hasPictures != change.hasVideo {
                parts.append(change.hasVideo ? tr("camera on") : tr("camera off"))
            }
            guard !parts.isEmpty else { return }
            message = Message(tr("%1 switched: %2", name, parts.listed), .warning, at: now)
        case .surveyVerdict(_, let verdict):
            let words =
                switch verdict {
                case .right: tr("Your answer is right")
                case .wrong: tr("Your answer is wrong")
                case .noStandard: tr("Your answer was counted")
                }
            message = Message(words, .warning, at: now)
        case .recordingFailed(let reason):
            message = Message(
                tr("Recording failed: %1", SafeText.clean(reason, limit: 200)), .warning, at: now)
        case .turnedAway(let name):
            let name = SafeText.clean(name, limit: 60)
            message = Message(tr("%1 was refused: the class is locked (:lock off)", name), .warning, at: now)
        case .invitation, .surveyResult, .waiting, .privateMessage, .recordingPlace: break
        }
    }

    // MARK: Places

    /// Whether the line for messages is in the row that other screens use for notices.
    func writesInLastRow(_ layout: ClassLayout) -> Bool {
        guard room?.live != nil, let chat = layout.place(of: .chat) else { return false }
        return chat.rect.row + chat.rect.height == layout.tabs && chat.content.height >= ChatPaneRows.leastRows
    }
}

extension AppState {
    /// Whether the viewer's role allows the action. Other keys are not listed.
    func offers(_ action: LiveKeyAction) -> Bool {
        guard let view = room?.live?.view else { return false }
        return switch action {
        case .write, .reply, .commandLine, .hand, .turnPage, .roomPage, .documents, .drawing, .personActions,
            .definition, .microphone, .camera, .talk, .captureDevices:
            true
        case .startOrStop: view.isTeacher
        case .answer, .lowerAllHands, .toggleRequests, .surveyForm, .like, .allow, .refuse, .lowerHand, .removeMessage:
            view.leads
        }
    }
}
