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
        case order
    }

    struct WaitingRequest: Sendable {
        let kind: RequestTracker.Kind
        let payload: XMLElement
        let purpose: Purpose
    }

    private static let membersAtATime = 16
    /// A class of a thousand causes fewer requests while its server does not answer.
    private static let waitingLimit = 10_000

    mutating func order(_ payload: XMLElement) -> KeeperOutcome { ask(.set, payload, for: .order) }

    mutating func ask(_ kind: RequestTracker.Kind, _ payload: XMLElement, for purpose: Purpose) -> KeeperOutcome {
        // Requests for membership are never dropped. Few of them wait at a time, and the next ones depend on their
        // answers.
        guard waitingRequests.count < Self.waitingLimit || purpose == .membership else {
            Log.shared.write(.error, "keeper", "\(place.room): too many requests wait for the server")
            return KeeperOutcome()
        }
        waitingRequests.append(WaitingRequest(kind: kind, payload: payload, purpose: purpose))
        return sendWaiting()
    }

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
            // A person to be removed or muted may have left already.
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

    /// Repeats the request for members after 2, 4 and then every 8 s, because people who are not members cannot enter.
    /// The pauses spare a busy server. Meanwhile clients keep trying (``RoomKnocks``).
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

    /// Adds the ticket holders who are not members because their tickets were issued while the server was unreachable.
    private mutating func addMembers(_ answer: XMLElement) -> KeeperOutcome {
        let members = Set(RoomAdministration.addresses(answer))
        let wanted = people.values.filter { !$0.isExcluded }.map { address(of: $0.user.id) }
        newMembers.removeAll()
        for next in wanted.sorted(by: { $0.description < $1.description }) where !members.contains(next) {
            newMembers.append(next)
        }
        return addNewMembers()
    }

    /// Sends one request per person, a few at a time so that a busy server is not overloaded. XEP-0045 allows several
    /// people per request, but Prosody 0.12 changes only the first and reports success.
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
            // The pages being read contain the addresses, or lack them.
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
