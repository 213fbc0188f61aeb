import ClassAccess
import ClassRules
import ClassWire
import Classes
import PlayCore
import Signalling
import XML

/// Limits of the chat. A server that supports them refuses excess messages before it stores them. With any other
/// server, the keeper removes them from the archive. A person who continues is first muted and then removed.
extension KeeperRoom {
    private var wantedLimits: ChatLimitsStanza {
        let staff = kept.state.users.list.elements.map(\.user).filter { ClassRole($0.role).isStaff }.map(\.id)
        return ChatLimitsStanza(
            limits.chat, interval: kept.state.live.chatInterval, staff: staff.sorted().map(address(of:)))
    }

    mutating func settleLimits() -> KeeperOutcome {
        guard isInside, isLimiting != false else { return KeeperOutcome() }
        let wanted = wantedLimits
        guard wanted != sentLimits else { return KeeperOutcome() }
        sentLimits = wanted
        return ask(.set, wanted.element, for: .limits)
    }

    /// Resets the limits known to the server, because the room is new or the server may have lost them.
    mutating func forgetLimits() { (sentLimits, isLimiting) = (nil, nil) }

    mutating func limitsAnswered(_ failure: RequestFailure?) {
        switch failure {
        case nil: isLimiting = true
        case .refused(let error)? where ["service-unavailable", "feature-not-implemented"].contains(error.condition):
            isLimiting = false
        default: sentLimits = nil
        }
    }

    /// Returns the consequences of a message beyond the limits, or `nil` if it is within them. The author may write.
    mutating func judged(_ message: RoomMessage, by user: String, at now: KeeperTime) -> KeeperOutcome? {
        guard isLimiting != true else { return nil }
        let written = ChatLedger.Message(
            length: message.body?.unicodeScalars.count ?? 0, bytes: message.stanza.written()?.count ?? 0,
            isStored: message.archiveID != nil, isStaff: kept.machine.role(of: user)?.isStaff ?? false)
        guard
            let reason = ledger.refusal(
                of: written, by: user, limits.chat, interval: kept.state.live.chatInterval, at: now.wall)
        else { return nil }
        var outcome = KeeperOutcome()
        if let id = message.archiveID { outcome.add(publish(kept.excess(id, at: now.wall), at: now)) }
        if excessWords.spend(user, at: now.wall) { outcome.stanzas += say(ClassError(reason).words, to: user) }
        outcome.add(flooded(user, 1, at: now))
        return outcome
    }

    /// Counts a private message against its author's limits. If the chat server counts public messages, private ones
    /// have separate limits of the same size.
    mutating func count(_ message: PrivateMessageWish, by user: String, at now: KeeperTime) throws(ClassError) {
        if let refusal = kept.machine.refusal(of: .privateMessage(message), by: user, at: now.wall) { throw refusal }
        let written = ChatLedger.Message(
            length: message.text.unicodeScalars.count, bytes: message.text.utf8.count, isStored: false,
            isStaff: kept.machine.role(of: user)?.isStaff ?? false)
        let reason = ledger.refusal(
            of: written, by: user, limits.chat, interval: kept.state.live.chatInterval, at: now.wall)
        if let reason { throw ClassError(reason) }
    }

    mutating func heardExcess(_ people: [(person: XMPPAddress, count: Int)], at now: KeeperTime) -> KeeperOutcome {
        var outcome = KeeperOutcome()
        for (address, count) in people {
            guard let user = person(at: address) else { continue }
            outcome.add(flooded(user, count, at: now))
        }
        return outcome
    }

    private mutating func flooded(_ user: String, _ count: Int, at now: KeeperTime) -> KeeperOutcome {
        refusedCount += Int64(count)
        guard kept.machine.role(of: user)?.isStaff == false else { return KeeperOutcome() }
        switch floods.note(count, by: user, at: now.wall) {
        case .none: return KeeperOutcome()
        case .silence:
            Log.shared.write(.info, "keeper", "\(place.room): \(user) floods the chat and loses the voice")
            var outcome = publish(kept.silence(user, seconds: FloodWatch.silence, at: now.wall), at: now)
            let words = trn(
                "You are writing too fast. You may write again in %1 second",
                "You are writing too fast. You may write again in %1 seconds", FloodWatch.silence)
            outcome.stanzas += say(words, to: user)
            return outcome
        case .sendAway:
            Log.shared.write(.info, "keeper", "\(place.room): \(user) floods the chat and loses the place")
            absent[user] = now.wall + FloodWatch.absence
            var outcome = KeeperOutcome()
            for nick in nicks(of: user) { outcome.add(sendAway(nick, Self.floodWords)) }
            return outcome
        }
    }

    private static var floodWords: String {
        let minutes = Int(FloodWatch.absence / 60_000)
        return trn(
            "you wrote too much; you may return in %1 minute", "you wrote too much; you may return in %1 minutes",
            minutes)
    }

    mutating func absence(of user: String, at now: KeeperTime) -> String? {
        absent = absent.filter { $0.value > now.wall }
        return absent[user] == nil ? nil : Self.floodWords
    }

    /// Whether one more guest may enter. The limits are those of one code.
    mutating func admitsGuest(_ id: String, at now: KeeperTime) -> Bool {
        if knownGuests.contains(id) { return true }
        let limit = plan.people ?? limits.joins.people
        guard knownGuests.count < limit, guestJoins.spend("", at: now.wall) else { return false }
        knownGuests.insert(id)
        return true
    }
}
