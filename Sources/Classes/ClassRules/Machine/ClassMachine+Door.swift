import Classes

/// Who enters: the lock.
extension ClassMachine {
    /// The rate of lines about refused people: five at once, then one in five seconds.
    private static let turnedAwayPace = Pace(step: 5_000, slack: 20_000)

    func judgeDoor(_ wish: ClassWish) throws(ClassError) {
        switch wish {
        case .lock(let isLocked): try demand(live.isLocked != isLocked, .unchanged)
        default: preconditionFailure("nothing of the door: \(wish.name)")
        }
    }

    mutating func fulfilDoor(_ wish: ClassWish) {
        switch wish {
        case .lock(let isLocked): publish(.locked(isLocked))
        default: preconditionFailure("nothing of the door: \(wish.name)")
        }
    }

    /// Tells teachers and assistants that the lock kept a person out.
    package mutating func turnedAway(_ name: String, at time: Int64) -> [ClassAction] {
        call(at: time) { machine in
            let due = machine.memory.turnedAwayDue ?? machine.now
            guard Self.turnedAwayPace.wait(due: due, at: machine.now) == 0 else { return }
            machine.memory.turnedAwayDue = Self.turnedAwayPace.next(after: due, at: machine.now)
            for user in machine.staff { machine.tell(user.id, .turnedAway(name.bounded(ClassLimits.nameLength))) }
        }
    }
}
