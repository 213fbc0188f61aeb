import PlayCore
import Rooms
import Signalling
import XML

/// What the keeper asks of the room's server as its owner.
extension KeeperRoom {
    /// What an answer is waited for.
    enum Purpose: Sendable, Equatable {
        /// The form of the room's settings.
        case form
        case configuration
        case members
        /// Somebody was to become a member.
        case membership
        /// The server was to know how much people may write.
        case limits
        /// Something was to be done; where it was not, the log says so.
        case order
    }

    /// Something for the server, which has too much to answer already.
    struct WaitingRequest: Sendable {
        let kind: RequestTracker.Kind
        let payload: XMLElement
        let purpose: Purpose
    }

    /// Requests that make people members, on their way at a time.
    private static let membersAtATime = 16
    /// Messages to be taken back, and rights: more than a class of a thousand causes while its server does not answer.
    private static let waitingLimit = 10_000

    mutating func order(_ payload: XMLElement) -> KeeperOutcome { ask(.set, payload, for: .order) }

    mutating func ask(_ kind: RequestTracker.Kind, _ payload: XMLElement, for purpose: Purpose) -> KeeperOutcome {
        // Of those that make members a few wait, and the next ones depend on their answers.
        guard waitingRequests.count < Self.waitingLimit || purpose == .membership else {
            Log.shared.write(.error, "keeper", "\(place.room): too many requests wait for the server")
            return KeeperOutcome()
        }
        waitingRequests.append(WaitingRequest(kind: kind, payload: payload, purpose: purpose))
        return sendWaiting()
    }

    /// In their order, as many as the server is asked at a time.
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
            // Who was to be sent away, or made a visitor, may have gone by himself.
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

    /// Whoever is no member does not get in, and nobody else would ask again. After 2, 4, then each 8 s: a server that has too
    /// much to do already gets no more of it, and those who knock (``RoomKnocks``) still do so.
    private mutating func repeatLater(_ purpose: Purpose?, at now: HostTime) {
        guard purpose == .members || purpose == .membership, nextMembers == nil else { return }
        memberAttempts = min(memberAttempts + 1, 3)
        nextMembers = now + .seconds(1 << memberAttempts)
    }

    /// Asks who is a member, to add those who are not.
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

    /// Those with tickets who are none: theirs were made while the server was away.
    private mutating func addMembers(_ answer: XMLElement) -> KeeperOutcome {
        let members = Set(RoomAdministration.addresses(answer))
        let wanted = people.values.filter { !$0.isExcluded }.map { address(of: $0.user.id) }
        newMembers.removeAll()
        for next in wanted.sorted(by: { $0.description < $1.description }) where !members.contains(next) {
            newMembers.append(next)
        }
        return addNewMembers()
    }

    /// A request for each: XEP-0045 lets one change several people, and Prosody 0.12 changes the first alone and reports
    /// success. A few at a time: a server that has too much to do already gets no more of it.
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
    /// The keeper goes, and comes again.
    mutating func leave() -> XMLElement? { isInside ? occupancy.leave() : nil }

    /// Other settings than before.
    mutating func change(to plan: ClassPlan, at now: KeeperTime) -> KeeperOutcome {
        latest = now.host
        self.plan = plan
        if plan.isOver { return order(RoomAdministration.destroy()) }
        guard isInside else {
            isConfigured = false
            return KeeperOutcome()
        }
        var outcome = ask(.get, RoomAdministration.configurationRequest, for: .form)
        outcome.add(publish(kept.configure(plan.features, at: now.wall), at: now))
        return outcome
    }
}
