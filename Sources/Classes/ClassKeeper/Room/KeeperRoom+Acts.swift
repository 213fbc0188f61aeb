import ClassRules
package import ClassWire
import Classes
import PlayCore
package import Signalling
import XML

/// Requests of people, as acts. Clients without acts use texts and forms.
extension KeeperRoom {
    package mutating func act(
        _ reading: ClassAct.Reading, by user: String, at now: KeeperTime
    ) -> (answer: ActAnswer, outcome: KeeperOutcome) {
        latest = now.host
        guard budgets.spend(user, at: now.milliseconds) else {
            return (.refused(ClassError(.tooManyWishes)), KeeperOutcome())
        }
        guard case .act(let act) = reading else {
            return (.failed(StanzaError(kind: .modify, condition: "bad-request")), KeeperOutcome())
        }
        // Computed before the act, which may remove the person named in the entry.
        let entry = audited(act.wish, by: user, at: now.wall)
        do throws(ClassError) {
            if case .privateMessage(let message) = act.wish { try count(message, by: user, at: now) }
            let turn = try kept.act(act.wish, by: user, at: now.wall)
            let answer = ActAnswer.done(kept.chain.number)
            let results = results(of: act.wish, turn, by: user, at: now)
            var outcome = publish(turn, act: ActRecord(user: user, id: act.id, answer: answer), at: now)
            outcome.writes += results
            if let entry { outcome.writes.append(.audit(entry)) }
            return (answer, outcome)
        } catch {
            return (.refused(error), KeeperOutcome())
        }
    }

    package mutating func page(
        _ request: StateRequest, for user: String, at now: KeeperTime
    ) -> Result<StatePage, StanzaError> {
        guard budgets.spend(user, at: now.milliseconds) else {
            return .failure(StanzaError(kind: .wait, condition: "policy-violation"))
        }
        let snapshot: SnapshotCache.Snapshot
        if let number = request.snapshot {
            // The client has read pages of this snapshot. If it has been dropped, the client restarts.
            guard let found = snapshots.find(number, at: now.host) else { return .failure(Self.noSuchPage) }
            snapshot = found
        } else {
            snapshot = snapshots.newest(of: kept, at: now.host)
        }
        guard let lines = snapshot.page(from: request.from) else { return .failure(Self.noSuchPage) }
        return .success(
            StatePage(
                header: kept.header, chain: snapshot.chain, time: now.wall, from: request.from, total: snapshot.total,
                lines: lines))
    }

    private static let noSuchPage = StanzaError(kind: .cancel, condition: "item-not-found")

    // MARK: Words

    /// Handles a chat message that the room has delivered. Removes it if its author must not write or exceeds the
    /// limits, and otherwise records it. A guest's message may contain a wish.
    mutating func heard(_ message: RoomMessage, at now: KeeperTime) -> KeeperOutcome {
        guard !message.isOwn, message.time == nil, let nick = message.nick, let user = seats[nick] else {
            return KeeperOutcome()
        }
        if kept.machine.chatRefusal(of: user, at: now.wall) != nil {
            guard let id = message.archiveID else { return KeeperOutcome() }
            return publish(kept.message(id, by: user, at: now.wall), at: now)
        }
        if let outcome = judged(message, by: user, at: now) { return outcome }
        var outcome = KeeperOutcome()
        // The archive's pages may already contain the message.
        if missed?.live(.message(message)) != [] {
            outcome.recording = recorded(message, by: user, at: now)
            lastArchived = message.archiveID ?? lastArchived
        }
        guard kept.machine.role(of: user) == .guest, let body = message.body,
            let wish = TextWish.read(body, state: kept.state, user: user)
        else { return outcome }
        outcome.add(wished(wish, by: user, at: now))
        return outcome
    }

    mutating func asked(_ request: VoiceRequest, at now: KeeperTime) -> KeeperOutcome {
        guard let user = seats[request.nick] else { return KeeperOutcome() }
        return wished(.requestToSpeak, by: user, at: now)
    }

    private mutating func wished(_ wish: ClassWish, by user: String, at now: KeeperTime) -> KeeperOutcome {
        guard budgets.spend(user, at: now.milliseconds) else { return KeeperOutcome() }
        do throws(ClassError) {
            let turn = try kept.act(wish, by: user, at: now.wall)
            var outcome = publish(turn, at: now)
            outcome.writes += results(of: wish, turn, by: user, at: now)
            return outcome
        } catch {
            return KeeperOutcome(say(error.words, to: user))
        }
    }

    func say(_ words: String, to user: String) -> [XMLElement] {
        addresses(of: user).map { address in
            XMLElement(
                "message",
                attributes: ["type": "chat", "from": place.keeper.description, "to": address.description],
                children: [XMLElement("body", text: words), Hint.noStore.element])
        }
    }

    func addresses(of user: String) -> [XMPPAddress] {
        nicks(of: user).compactMap { occupancy.occupants[$0]?.address }
    }
}
