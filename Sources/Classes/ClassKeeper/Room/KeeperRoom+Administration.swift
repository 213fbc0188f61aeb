import Classes
import PlayCore
import Signalling
import XML

extension KeeperRoom {
    enum Purpose: Sendable, Equatable {
        case form
        case configuration
        case members
        case membership
        case limits
        /// Any other order; a failure is only logged.
        case order
    }

    struct WaitingRequest: Sendable {
        let kind: RequestTracker.Kind
        let payload: XMLElement
        let purpose: Purpose
    }

    /// Bound of the unanswered requests that make people members.
    private static let membersAtATime = 16
    /// A class of a thousand causes fewer requests while its server does not answer.
    private static let waitingLimit = 10_000

    mutating func order(_ payload: XMLElement) -> KeeperOutcome { ask(.set, payload, for: .order) }

    mutating func ask(_ kind: RequestTracker.Kind, _ payload: XMLElement, for purpose: Purpose) -> KeeperOutcome {
        // Few requests for membership wait at a time, and the next ones depend on their answers: none is dropped.
        guard waitingRequests.count < Self.waitingLimit || purpose == .membership else {
            Log.shared.write(.error, "keeper", "\(place.room): too many requests wait for the server")
            return KeeperOutcome()
        }
        waitingRequests.append(WaitingRequest(kind: kind, payload: payload, purpose: purpose))
        return sendWaiting()
    }

    /// Returns the waiting requests in their order, as many as the server may have unanswered.
    private mutating func sendWaiting() -> KeeperOutcome {
        var outcome = KeeperOutcome()
        while !requests.isFull, let next = waitingRequests.popFirst(),
            let (id, stanza) = requests.request(next.kind, to: place.room, next.payload, at: latest)
        {
            purposes[id] = next.purpose
            outcome.stanzas.append(stanza)
        }
        return outcome
    }

    mutating func answered(_ answer: RequestTracker.Answer, at now: KeeperTime) -> KeeperOutcome {
        var outcome = followed(answer, at: now)
        outcome.add(sendWaiting())
        return outcome
    }

    private mutating func followed(_ answer: RequestTracker.Answer, at now: KeeperTime) -> KeeperOutcome {
        let purpose = purposes.removeValue(forKey: answer.id)
        let stanza: XMLElement
        switch answer.result {
        case .success(let result): stanza = result
        case .failure(let failure):
            // A person who was to be sent away or to lose the voice may have left already.
            Log.shared.write(.info, "keeper", "\(place.room): \(purpose.map { "\($0)" } ?? "a request"): \(failure)")
            repeatLater(purpose, at: now.host)
            if purpose == .limits { limitsAnswered(failure) }
            return purpose == .membership ? addedMember() : KeeperOutcome()
        }
        switch purpose {
        case .form: return configure(stanza)
        case .members: return addMembers(stanza)
        case .configuration:
            isConfigured = true
            return KeeperOutcome()
        case .membership:
            memberAttempts = 0
            return addedMember()
        case .limits:
            limitsAnswered(nil)
            return settleLimits()
        case .order, nil: return KeeperOutcome()
        }
    }

    /// Schedules a request for the members after 2, 4, then every 8 s. A person who is not a member cannot enter, and
    /// no other request would repeat this. The pauses spare a busy server. Clients keep knocking (``RoomKnocks``).
    private mutating func repeatLater(_ purpose: Purpose?, at now: HostTime) {
        guard purpose == .members || purpose == .membership, nextMembers == nil else { return }
        memberAttempts = min(memberAttempts + 1, 3)
        nextMembers = now + .seconds(1 << memberAttempts)
    }

    mutating func askForMembers() -> KeeperOutcome {
        nextMembers = nil
        return plan.allowsGuests ? KeeperOutcome() : ask(.get, RoomAdministration.list(.member), for: .members)
    }

    private mutating func configure(_ answer: XMLElement) -> KeeperOutcome {
        guard let form = RoomAdministration.configurationForm(answer) else { return KeeperOutcome() }
        var settings = RoomSettings()
        settings.name = plan.title
        settings.isPersistent = true
        settings.isModerated = false
        settings.isMembersOnly = !plan.allowsGuests
        settings.isPublic = plan.allowsGuests
        settings.keepsArchive = true
        settings.showsAddresses = false
        settings.letsOccupantsChangeSubject = false
        return ask(.set, RoomAdministration.configure(form, settings), for: .configuration)
    }

    /// Adds the ticket holders who are not members. Their tickets were made while the server was unreachable.
    private mutating func addMembers(_ answer: XMLElement) -> KeeperOutcome {
        let members = Set(RoomAdministration.addresses(answer))
        let wanted = people.values.filter { !$0.isExcluded }.map { address(of: $0.user.id) }
        newMembers.removeAll()
        for next in wanted.sorted(by: { $0.description < $1.description }) where !members.contains(next) {
            newMembers.append(next)
        }
        return addNewMembers()
    }

    /// Sends one request for each person, a few at a time so that a busy server is not overloaded. XEP-0045 allows
    /// several people in a request, but Prosody 0.12 changes only the first and reports success.
    mutating func addNewMembers() -> KeeperOutcome {
        var outcome = KeeperOutcome()
        while membersUnderWay < Self.membersAtATime, let next = newMembers.popFirst() {
            membersUnderWay += 1
            outcome.add(ask(.set, RoomAdministration.setAffiliation(.member, of: next), for: .membership))
        }
        return outcome
    }

    private mutating func addedMember() -> KeeperOutcome {
        membersUnderWay -= 1
        return addNewMembers()
    }
}

extension KeeperRoom {
    mutating func leave() -> XMLElement? { isInside ? occupancy.leave() : nil }

    mutating func change(to plan: ClassPlan, at now: KeeperTime) -> KeeperOutcome {
        latest = now.host
        let isOtherAudience = self.plan.audience != plan.audience
        self.plan = plan
        if isOtherAudience {
            kept.hidesRecordings = plan.audience != .everyone
            // The pages that are being read have the addresses, or lack them.
            snapshots = SnapshotCache()
        }
        if plan.isOver {
            var outcome = storeChat()
            outcome.add(order(RoomAdministration.destroy()))
            outcome.writes.append(.result(.leaveAll(at: now.wall)))
            return outcome
        }
        guard isInside else {
            isConfigured = false
            return KeeperOutcome()
        }
        var outcome = ask(.get, RoomAdministration.configurationRequest, for: .form)
        outcome.add(publish(kept.configure(plan.features, at: now.wall), at: now))
        if isOtherAudience { outcome.add(recordingBegan(at: now)) }
        return outcome
    }
}
