package import ClassAccess
import ClassRules
import Classes
import PlayCore
import Signalling

/// Who enters: people with tickets by ``ClassAdmission``, which follows ``door``, guests by this.
extension KeeperRoom {
    package var door: ClassDoor {
        var door = ClassDoor()
        door.isLocked = kept.state.live.isLocked
        return door
    }

    package mutating func turnedAway(_ name: String, at now: KeeperTime) -> KeeperOutcome {
        latest = now.host
        return publish(kept.turnedAway(name, at: now.wall), at: now)
    }

    /// Sends a guest away whom the lock keeps out. Returns `nil` if the occupant is no such guest.
    mutating func keptOut(_ occupant: RoomOccupant, at now: KeeperTime) -> KeeperOutcome? {
        guard let address = occupant.address, address.domain != place.clientDomain, let id = id(of: address),
            !knownGuests.contains(id), kept.machine.user(id) == nil, door.isLocked
        else { return nil }
        var outcome = turnedAway(occupant.nick, at: now)
        outcome.add(sendAway(occupant.nick, JoinError(.classLocked).message))
        return outcome
    }
}
