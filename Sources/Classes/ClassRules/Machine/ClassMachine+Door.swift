package import Classes

extension ClassMachine {
    /// Five lines at once, then one in five seconds.
    private static let turnedAwayPace = Pace(step: 5_000, slack: 20_000)

    func judgeDoor(_ wish: ClassWish) throws(ClassError) {
        switch wish {
        case .lock(let isLocked): try demand(live.isLocked != isLocked, .unchanged)
        case .waitingRoom(let isOpen): try demand(live.hasWaitingRoom != isOpen, .unchanged)
        case .admit(let reply): try demand(waitingRoom.contains(reply.user), .userNotWaiting)
        case .admitAll: try demand(!waitingRoom.people.isEmpty, .unchanged)
        default: preconditionFailure("nothing of the door: \(wish.name)")
        }
    }

    mutating func fulfilDoor(_ wish: ClassWish) {
        switch wish {
        case .lock(let isLocked): publish(.locked(isLocked))
        case .waitingRoom(let isOpen):
            publish(.waitingRoom(isOpen))
            // Without a waiting room, people who wait enter with their next requests.
            memory.waitingRoom = nil
        case .admit(let reply): settle([reply.user], isAllowed: reply.isAllowed)
        case .admitAll: settle(waitingRoom.people.map(\.user.id), isAllowed: true)
        default: preconditionFailure("nothing of the door: \(wish.name)")
        }
    }

    package mutating func turnedAway(_ name: String, at time: Int64) -> [ClassAction] {
        call(at: time) { machine in
            let due = machine.memory.turnedAwayDue ?? machine.now
            guard Self.turnedAwayPace.wait(due: due, at: machine.now) == 0 else { return }
            machine.memory.turnedAwayDue = Self.turnedAwayPace.next(after: due, at: machine.now)
            for user in machine.staff { machine.tell(user.id, .turnedAway(name.bounded(ClassLimits.nameLength))) }
        }
    }

    // MARK: The waiting room

    package var waitingRoom: WaitingRoom { live.hasWaitingRoom ? memory.waitingRoom ?? WaitingRoom() : WaitingRoom() }

    /// A client knows only the first users.
    package var waiting: [ClassUser] { waitingRoom.people.map(\.user) }
    package var waitingCount: Int { waitingRoom.count ?? waitingRoom.people.count }

    /// For clients: adopts the list from the keeper.
    package mutating func follow(waiting users: [ClassUser], count: Int) {
        var room = WaitingRoom()
        room.people = users.prefix(ClassLimits.listedWaitingPeople).map { .init(user: $0, deadline: .max) }
        room.count = max(count, room.people.count)
        memory.waitingRoom = room
    }

    /// For clients: adopts the list from the machine of a previous state. It may arrive before the first state.
    package mutating func follow(waitingOf former: ClassMachine) {
        memory.waitingRoom = former.memory.waitingRoom
    }

    /// Handles a new or repeated request to enter. Without a repetition, the request is dropped after `patience`
    /// milliseconds, by default three pauses and 5 s.
    package mutating func knock(_ user: ClassUser, patience: Int64? = nil, at time: Int64) -> [ClassAction] {
        call(at: time) { machine in
            guard machine.live.hasWaitingRoom, user.id.isIdentifier else { return }
            var room = machine.waitingRoom
            guard room.letIn[user.id] == nil, room.refused[user.id] == nil else { return }
            let deadline = machine.now + (patience ?? Int64(room.pause) * 3_000 + 5_000)
            let isNew = !room.contains(user.id)
            if isNew {
                guard room.people.count < ClassLimits.waitingPeople else { return }
                var listed = user
                (listed.name, listed.avatar, listed.badges) = (user.name.bounded(ClassLimits.nameLength), nil, [])
                room.people.append(.init(user: listed, deadline: deadline))
                room.toldDue = room.toldDue ?? max(machine.now, room.toldAt + ClassLimits.countInterval)
            }
            for index in room.people.indices where room.people[index].user.id == user.id {
                room.people[index].deadline = deadline
            }
            machine.memory.waitingRoom = room
            if isNew { machine.expireWaiting() }
        }
    }

    private mutating func settle(_ users: [String], isAllowed: Bool) {
        var room = waitingRoom
        room.people.removeAll { users.contains($0.user.id) }
        for user in users {
            if isAllowed {
                room.letIn[user] = now + ClassLimits.admission
            } else {
                room.refused[user] = now + ClassLimits.refusedEntry
            }
        }
        memory.waitingRoom = room
        tellWaiting()
    }

    mutating func expireWaiting() {
        guard var room = memory.waitingRoom, let deadline = room.nextDeadline, deadline <= now else { return }
        room.letIn = room.letIn.filter { $0.value > now }
        room.refused = room.refused.filter { $0.value > now }
        let count = room.people.count
        room.people.removeAll { $0.deadline <= now }
        let isDue = room.toldDue.map { $0 <= now } ?? false || room.people.count < count
        memory.waitingRoom = room
        if isDue { tellWaiting() }
    }

    private mutating func tellWaiting() {
        let time = now
        memory.waitingRoom?.toldAt = time
        memory.waitingRoom?.toldDue = nil
        for user in staff { tell(user.id, waitingNotice) }
    }

    var waitingNotice: ClassNotice {
        .waiting(Array(waiting.prefix(ClassLimits.listedWaitingPeople)), count: waitingCount)
    }
}
