import Cells
package import ClassRules
import Classes
import PlayCore
import ScreenKit

extension ClassScreen {
    /// Returns messages about changes since the previous view.
    func follow(_ old: LiveClassView?, _ new: LiveClassView, at now: HostTime) -> Consequences {
        guard let old else { return [] }
        var all: Consequences = []
        let added = new.live.requests.elements.filter { old.live.requests[$0.user] == nil }
        if new.leads, let first = added.first {
            all += [.order(.ring), .say(Self.words(ofHandOf: first.user, new), .warning)]
        }
        all += Self.followDoor(old, new) + Self.followOwnHand(old, new)
        if old.live.chatInterval != new.live.chatInterval {
            all.append(.say(SlowMode.words(interval: new.live.chatInterval), .warning))
        }
        let timer = new.state.timer
        if old.state.timer.current != nil, timer.current == nil, timer.latest?.signal.remaining == 0 {
            all.append(.say(tr("Time is up"), .warning))
        }
        let known = old.state.documents.list
        if let document = new.state.documents.list.elements.first(where: { known[$0.id] == nil }) {
            all.append(.say(tr("Document added: %1", SafeText.phrase(document.title ?? document.id))))
        }
        all += Self.followRights(old, new, at: now) + Self.dropEndedHand(old, new)
        if old.live.isInProgress != new.live.isInProgress {
            all.append(.say(new.live.isInProgress ? tr("The class has begun") : tr("The class has ended"), .warning))
        }
        return all
    }

    /// Announces a new person waiting to be admitted.
    private static func followDoor(_ old: LiveClassView, _ new: LiveClassView) -> Consequences {
        guard new.leads, old.machine.waiting != new.machine.waiting else { return [] }
        func words(_ user: ClassUser) -> String {
            tr("%1 waits to enter: h shows all, :admit all lets everyone in", ChatLines.name(user))
        }
        let (before, after) = (old.machine.waiting, new.machine.waiting)
        let ended = before.filter { !after.contains($0) }.map { Consequences.Element.order(.withdraw(words($0))) }
        guard let first = after.first(where: { !before.contains($0) }) else { return ended }
        return ended + [.say(words(first), .warning), .order(.ring)]
    }

    /// Announces a change of this viewer's rights by another person.
    private static func followRights(
        _ old: LiveClassView, _ new: LiveClassView, at now: HostTime
    ) -> Consequences {
        var words = changedRules(old.live, new.live)
        if !new.leads { words += changedRights(old, new, at: now) }
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
        return words.isEmpty ? [] : [.say(words.joined(separator: tr("; ")), .warning)]
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

    private static func dropEndedHand(_ old: LiveClassView, _ new: LiveClassView) -> Consequences {
        old.live.requests.elements.filter { new.live.requests[$0.user] == nil }
            .map { .order(.withdraw(words(ofHandOf: $0.user, old))) }
    }

    private static func followOwnHand(_ old: LiveClassView, _ new: LiveClassView) -> Consequences {
        let (was, isNow) = (old.live.speakers[old.me.id], new.live.speakers[new.me.id])
        guard !new.leads, was?.user != isNow?.user else { return [] }
        let text =
            switch isNow?.cause {
            case .request: tr("You may speak now")
            case .invitation: tr("You speak now: you accepted the invitation")
            case .remote: tr("The teacher lets you speak")
            case nil: tr("You no longer speak")
            }
        return [.say(text, .warning)]
    }

    // MARK: News

    package mutating func update(_ news: LiveNews, _ context: ClassContext) -> Consequences {
        switch news {
        // The message is about the class, so it outlives a film that starts meanwhile.
        case .answer(_, let error?): [.say(error.words, .warning, outlivesItem: true)]
        case .answer(_, nil): []
        case .failure(let text): [.say(SafeText.clean(text, limit: 300), .warning, outlivesItem: true)]
        case .done(let text): [.say(SafeText.clean(text, limit: 300))]
        case .addressed(let line): noteAddress(line, context)
        case .notice(let notice): words(of: notice).map { [.say($0, .warning)] } ?? []
        case .requestEnded(let end): [note(end)]
        }
    }

    /// Announces that the viewer's hand was lowered without permission to speak.
    private func note(_ end: SpeakingRequestEnd) -> Consequences.Element {
        let name = ChatLines.name(end.by.flatMap { live?.view.state.users.list[$0]?.user })
        return switch end.outcome {
        case .refused: .say(tr("%1 refused your request to speak", name), .warning)
        case .lowered: .say(tr("%1 lowered your hand", name), .warning)
        case .timedOut: .say(tr("No one answered in time: your hand is lowered"), .warning)
        case .withdrawn: .say(tr("Your hand is lowered"))
        }
    }

    /// Shows a message that addresses the viewer if the chat does not show it.
    private mutating func noteAddress(_ line: ChatMessage, _ context: ClassContext) -> Consequences {
        // A viewer behind the live position reads the recorded chat, which lacks private messages.
        let isMissing = line.to != nil && view.delay != nil
        guard isMissing || layout(context)?.place(of: .chat) == nil || !showsNewestChat else { return [] }
        live?.seen.isAddressed = true
        let text = line.text.isEmpty ? tr("(a picture)") : SafeText.clean(line.text, limit: 200)
        let name = ChatLines.name(line.author)
        return [.say(line.to == nil ? tr("%1: %2", name, text) : tr("%1 to you: %2", name, text))]
    }

    private func words(of notice: ClassNotice) -> String? {
        switch notice {
        case .remote(let change, let by):
            let name = ChatLines.name(live?.view.state.users.list[by]?.user)
            let own = live?.own ?? OwnSending()
            let sound = change.hasAudio ? tr("microphone on") : tr("microphone off")
            let pictures = change.hasVideo ? tr("camera on") : tr("camera off")
            var parts: [String] = []
            if own.hasSound != change.hasAudio { parts.append(sound) }
            if own.hasPictures != change.hasVideo { parts.append(pictures) }
            // The devices may have been switched before the message about it arrives here.
            return tr("%1 changed your devices: %2", name, (parts.isEmpty ? [sound, pictures] : parts).listed)
        case .surveyVerdict(_, let verdict):
            return switch verdict {
            case .right: tr("Your answer is right")
            case .wrong: tr("Your answer is wrong")
            case .noStandard: tr("Your answer was counted")
            }
        case .recordingFailed(let reason): return tr("Recording failed: %1", SafeText.clean(reason, limit: 200))
        case .turnedAway(let name):
            return tr("%1 could not enter: the class is locked (:lock off opens it)", SafeText.clean(name, limit: 60))
        case .invitation, .surveyResult, .waiting, .privateMessage, .recordingPlace: return nil
        }
    }
}
