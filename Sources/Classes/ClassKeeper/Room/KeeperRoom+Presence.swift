import ClassAccess
import ClassRules
import Classes
import Encoding
import PlayCore
package import Signalling
import XML

extension KeeperRoom {
    package func person(at address: XMPPAddress) -> String? {
        guard let id = id(of: address), seats.values.contains(id) else { return nil }
        return id
    }

    package mutating func know(_ person: ClassPerson, at now: KeeperTime) -> KeeperOutcome {
        latest = now.host
        people[person.user.id] = person
        guard isInside, !plan.allowsGuests else { return KeeperOutcome() }
        newMembers.append(address(of: person.user.id))
        return addNewMembers()
    }

    func address(of id: String) -> XMPPAddress { XMPPAddress(local: "n-" + id, domain: place.clientDomain) }

    func id(of address: XMPPAddress) -> String? {
        if address.domain == place.clientDomain {
            guard let local = address.local, local.hasPrefix("n-") else { return nil }
            return String(local.dropFirst(2))
        }
        return plan.allowsGuests ? "x" + SHA256.hexadecimal(address.bare.description).prefix(16) : nil
    }

    // MARK: Coming

    mutating func joined(isNew: Bool, at now: KeeperTime) -> KeeperOutcome {
        joinAttempts = 0
        nextBeat = now.host
        var outcome = KeeperOutcome()
        if isNew || !isConfigured { outcome.add(ask(.get, RoomAdministration.configurationRequest, for: .form)) }
        outcome.add(askForMembers())
        outcome.add(publish(kept.configure(plan.features, at: now.wall), at: now))
        outcome.add(lookAround(at: now))
        outcome.add(settleLimits())
        outcome.add(settleRecording(at: now))
        if missed == nil, let lastArchived { outcome.add(readArchive(after: lastArchived, at: now)) }
        return outcome
    }

    /// Compares the room's occupants with the people who are present according to the rules.
    mutating func lookAround(at now: KeeperTime) -> KeeperOutcome {
        seats = [:]
        var outcome = KeeperOutcome()
        for occupant in occupancy.occupants.values.sorted(by: { $0.nick < $1.nick }) {
            outcome.add(entered(occupant, at: now))
        }
        let there = Set(seats.values)
        for id in kept.machine.present.union(attending) where !there.contains(id) && missing[id] == nil {
            missing[id] = now.host + place.grace
        }
        attending = []
        return outcome
    }

    mutating func settleMissing(at now: KeeperTime) -> KeeperOutcome {
        var outcome = KeeperOutcome()
        for (id, deadline) in missing.sorted(by: { $0.key < $1.key }) where deadline <= now.host {
            guard isInside else { break }
            missing[id] = nil
            guests[id] = nil
            outcome.add(publish(kept.leave(id, at: now.wall), at: now))
            outcome.writes.append(.result(.leave(id, at: lastSight ?? now.wall)))
        }
        return outcome
    }

    mutating func entered(_ occupant: RoomOccupant, at now: KeeperTime) -> KeeperOutcome {
        guard occupant.nick != occupancy.nick else { return KeeperOutcome() }
        if let outcome = keptOut(occupant, at: now) { return outcome }
        guard let user = user(occupant, at: now) else { return sendAway(occupant.nick) }
        if let words = absence(of: user.id, at: now) { return sendAway(occupant.nick, words) }
        seats[occupant.nick] = user.id
        missing[user.id] = nil
        var outcome = publish(kept.enter(user, at: now.wall), at: now)
        outcome.writes.append(.result(.enter(user, at: now.wall)))
        outcome.stanzas += recordingPlace(for: user.id)
        return outcome
    }

    /// Returns `nil` if the occupant may not be in the room.
    private mutating func user(_ occupant: RoomOccupant, at now: KeeperTime) -> ClassUser? {
        guard let address = occupant.address, let id = id(of: address) else { return nil }
        if let person = people[id] {
            // Other people know a person by the name, so the nickname must match.
            return !person.isExcluded && person.user.name == occupant.nick ? person.user : nil
        }
        guard plan.allowsGuests, address.domain != place.clientDomain else { return nil }
        guard !people.values.contains(where: { AttendeeName.areAlike($0.user.name, occupant.nick) }) else { return nil }
        guard admitsGuest(id, at: now) else { return nil }
        let guest = ClassUser(id: id, name: occupant.nick, role: .guest)
        guests[id] = guest
        return guest
    }

    mutating func sendAway(_ nick: String, _ reason: String? = nil) -> KeeperOutcome {
        order(RoomAdministration.setRole(.none, nick: nick, reason: reason))
    }

    mutating func changed(_ occupant: RoomOccupant, _ before: RoomOccupant, at now: KeeperTime) -> KeeperOutcome {
        guard occupant.nick != before.nick else { return KeeperOutcome() }
        let id = seats.removeValue(forKey: before.nick)
        if let id, guests[id] == nil || user(occupant, at: now) == nil {
            seats[occupant.nick] = id
            return sendAway(occupant.nick)
        }
        return entered(occupant, at: now)
    }

    mutating func left(_ nick: String, at now: KeeperTime) -> KeeperOutcome {
        guard let id = seats.removeValue(forKey: nick), !seats.values.contains(id) else { return KeeperOutcome() }
        guests[id] = nil
        var outcome = publish(kept.leave(id, at: now.wall), at: now)
        outcome.writes.append(.result(.leave(id, at: now.wall)))
        return outcome
    }

    // MARK: Rights

    func nicks(of id: String) -> [String] { seats.filter { $0.value == id }.map(\.key).sorted() }

    mutating func allowChat(_ id: String, _ isAllowed: Bool) -> KeeperOutcome {
        var outcome = KeeperOutcome()
        for nick in nicks(of: id) {
            guard let role = occupancy.occupants[nick]?.role, role == (isAllowed ? .visitor : .participant) else {
                continue
            }
            outcome.add(order(RoomAdministration.setRole(isAllowed ? .participant : .visitor, nick: nick)))
        }
        return outcome
    }

    mutating func expel(_ id: String) -> KeeperOutcome {
        var outcome = cutPlayers(of: id)
        let addresses = Set(nicks(of: id).compactMap { occupancy.occupants[$0]?.address?.bare }).union(
            people[id] == nil ? [] : [address(of: id)])
        if people[id] != nil {
            people[id]?.isExcluded = true
            outcome.writes.append(.exclude(person: id))
        }
        for address in addresses.sorted(by: { $0.description < $1.description }) {
            outcome.add(order(RoomAdministration.setAffiliation(.outcast, of: address)))
        }
        return outcome
    }

    /// Lifts all bans of a person, for an administrator. Requires the keeper to be in the room, because the server has
    /// one of the bans.
    mutating func lift(_ id: String, at now: KeeperTime) -> KeeperOutcome {
        latest = now.host
        absent[id] = nil
        var outcome = publish(kept.liftBan(of: id, at: now.wall), at: now)
        outcome.writes.append(.lift(person: id))
        guard var person = people[id] else { return outcome }
        person.isExcluded = false
        outcome.add(know(person, at: now))
        if plan.allowsGuests { outcome.add(order(RoomAdministration.setAffiliation(.none, of: address(of: id)))) }
        return outcome
    }
}
