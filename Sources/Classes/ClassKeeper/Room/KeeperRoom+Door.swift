package import ClassAccess
import ClassRules
package import Classes
import PlayCore
import Signalling

/// Decides who enters. ``ClassAdmission``, which follows ``door``, decides for people with tickets, this extension for
/// guests.
extension KeeperRoom {
    /// The milliseconds for which a guest in the waiting room is listed. Guests do not repeat their requests by
    /// themselves.
    private static let guestPatience: Int64 = 120_000

    package var door: ClassDoor {
        let room = kept.machine.waitingRoom
        var door = ClassDoor()
        (door.isLocked, door.hasWaitingRoom) = (kept.state.live.isLocked, kept.state.live.hasWaitingRoom)
        door.waiting = Set(room.people.map(\.user.id))
        (door.letIn, door.refused) = (Set(room.letIn.keys), Set(room.refused.keys))
        (door.places, door.pause) = (ClassLimits.waitingPeople, room.pause)
        return door
    }

    /// - Parameter waits: whether the person waits to be admitted; otherwise the class is locked.
    package mutating func knocked(
        _ user: ClassUser, waits: Bool, patience: Int64? = nil, at now: KeeperTime
    ) -> KeeperOutcome {
        latest = now.host
        let turn =
            waits
            ? kept.knock(user, patience: patience, at: now.wall) : kept.turnedAway(user.name, at: now.wall)
        return publish(turn, at: now)
    }

    /// Removes a new guest who is not admitted at once. Returns `nil` for any other occupant.
    mutating func keptOut(_ occupant: RoomOccupant, at now: KeeperTime) -> KeeperOutcome? {
        guard let address = occupant.address, address.domain != place.clientDomain, let id = id(of: address),
            !knownGuests.contains(id), kept.machine.user(id) == nil, let refusal = door.refusal(of: id)
        else { return nil }
        var (outcome, words) = (KeeperOutcome(), refusal.message)
        switch refusal.reason {
        case .waiting:
            let guest = ClassUser(id: id, name: occupant.nick, role: .guest)
            outcome.add(knocked(guest, waits: true, patience: Self.guestPatience, at: now))
            words += " " + tr("Enter again in a minute.")
        case .classLocked:
            outcome.add(knocked(ClassUser(id: id, name: occupant.nick), waits: false, at: now))
        default: break
        }
        outcome.add(sendAway(occupant.nick, words))
        return outcome
    }
}
