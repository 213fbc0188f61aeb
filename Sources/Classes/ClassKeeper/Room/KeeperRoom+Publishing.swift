import ClassRules
import ClassWire
import Classes
import PlayCore
import Signalling
import XML

extension KeeperRoom {
    mutating func note(_ media: MediaUser, at now: KeeperTime) -> KeeperOutcome {
        publish(kept.media(media, at: now.wall), at: now)
    }

    /// The writes are stored before anything is sent.
    mutating func publish(_ turn: KeptClass.Turn, act: ActRecord? = nil, at now: KeeperTime) -> KeeperOutcome {
        guard !turn.isEmpty || act != nil else { return KeeperOutcome() }
        var outcome = KeeperOutcome()
        snapshots.add(turn.events.map(\.event))
        if !turn.events.isEmpty || turn.memory != nil || act != nil {
            outcome.writes.append(.turn(turn.events.map(\.event), turn.memory, act))
        }
        outcome.stanzas = turn.events.map(message)
        if let recording, !turn.events.isEmpty {
            outcome.recording = [.add(turn.events.map(\.event.event).compactMap(recording.shifted))]
        }
        for case .notice(let notice) in turn.events.map(\.event.event.kind) { outcome.stanzas.append(subject(notice)) }
        for action in turn.actions { outcome.add(perform(action, at: now)) }
        if !turn.events.isEmpty { outcome.add(settleLimits()) }
        if kept.chain.number - shortened >= Self.shorteningInterval {
            shortened = kept.chain.number
            outcome.writes.append(.shorten(kept.state.snapshotEvents, kept.chain))
        }
        return outcome
    }

    private mutating func perform(_ action: ClassAction, at now: KeeperTime) -> KeeperOutcome {
        switch action {
        case .publish: return KeeperOutcome()
        case .tell(let user, .privateMessage(let message)) where kept.machine.role(of: user) == .guest:
            return KeeperOutcome(say(tr("%1 to you: %2", message.from.name, message.text), to: user))
        case .tell(let user, let notice): return KeeperOutcome(tell(user, notice))
        case .allowChat(let user, let isAllowed): return allowChat(user, isAllowed)
        case .removeMessage(let id):
            var outcome = order(RoomRetraction.request(archiveID: id))
            outcome.writes.append(forgetMessage(id))
            return outcome
        case .expel(let user): return expel(user)
        case .stopMedia(let user, let audio, let video): return cutOff(user, audio: audio, video: video)
        case .record(true): return record(at: now)
        case .record(false): return endRecording(at: now)
        }
    }

    // MARK: To all

    private func message(_ published: KeptClass.Published) -> XMLElement {
        let event = published.event
        let body = EventWords(kept: kept, people: people, guests: guests).body(event.event.kind)
        var children = body.map { [XMLElement("body", text: $0)] } ?? []
        children.append(EventStanza(event).element)
        // Other events need no archive, because the state contains them.
        children.append((published.isArchived && body != nil ? Hint.store : Hint.noStore).element)
        return groupchat("event-\(event.number)", children)
    }

    func beat(at now: KeeperTime) -> XMLElement {
        groupchat("beat", [EventStanza(beat: kept.chain, at: now.wall).element, Hint.noStore.element])
    }

    private func subject(_ notice: PostedNotice?) -> XMLElement {
        let words = [notice?.text, notice?.link].compactMap(\.self).joined(separator: " ")
        return groupchat("subject", [XMLElement("subject", text: words)])
    }

    private func groupchat(_ id: String, _ children: [XMLElement]) -> XMLElement {
        XMLElement(
            "message",
            attributes: [
                "type": "groupchat", "id": id, "from": place.keeper.description, "to": place.room.description,
            ], children: children)
    }

    // MARK: To one

    func tell(_ user: String, _ notice: ClassNotice) -> [XMLElement] {
        addresses(of: user).map { address in
            XMLElement(
                "message", attributes: ["from": place.keeper.description, "to": address.description],
                children: [
                    NoticeStanza(room: place.room.description, notice: notice).element, Hint.noStore.element,
                ])
        }
    }
}

enum Hint: String {
    case store
    case noStore = "no-store"

    var element: XMLElement { XMLElement(rawValue, namespace: Namespace.hints) }
}
