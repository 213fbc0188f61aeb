package import Classes
import PlayCore

extension ClassMachine {
    package func user(_ id: String) -> ClassUser? { state.users.list[id]?.user ?? memory.unlisted[id] }

    package var present: Set<String> { Set(state.users.list.elements.map(\.user.id)).union(memory.unlisted.keys) }

    package func role(of id: String) -> ClassRole? { user(id).map { ClassRole($0.role) } }

    var isTeacherPresent: Bool { state.users.list.contains { ClassRole($0.user.role) == .teacher } }

    /// For clients: adds the client's own user, whom the keeper may not have listed.
    package mutating func know(_ user: ClassUser) {
        if state.users.list[user.id] == nil { memory.unlisted[user.id] = user }
    }

    /// For clients: applies an event published by the keeper.
    package mutating func follow(_ event: ClassEvent) {
        switch event.kind {
        case .usersEntered, .usersLeft:
            let hadTeacher = isTeacherPresent
            ClassReducer.reduce(&state, event)
            noteTeacher(after: hadTeacher, at: epoch &+ event.time.nanoseconds / 1_000_000)
        default: ClassReducer.reduce(&state, event)
        }
    }

    /// Returns milliseconds, or `nil` if the class does not wait for a teacher.
    package func waitForTeacher(at time: Int64) -> Int64? {
        guard live.isInProgress, let since = memory.teacherless else { return nil }
        let left = since &+ teacherTimeout &- time
        return left > 0 ? min(left, teacherTimeout) : nil
    }

    /// In milliseconds.
    package var teacherTimeout: Int64 { features.teacherTimeout ?? ClassLimits.teacherReturn }

    var teacherDeadline: Int64? {
        guard live.isInProgress else { return nil }
        return memory.teacherless.map { $0 &+ teacherTimeout }
    }

    private mutating func noteTeacher(after hadTeacher: Bool, at time: Int64) {
        if isTeacherPresent {
            memory.teacherless = nil
        } else if hadTeacher {
            memory.teacherless = live.isInProgress ? time : nil
        }
    }

    /// Handles the room server's report that a user entered, or entered again with another role.
    package mutating func enter(_ user: ClassUser, at time: Int64) -> [ClassAction] {
        call(at: time) { $0.admit(user.bounded) }
    }

    package mutating func leave(_ id: String, at time: Int64) -> [ClassAction] {
        call(at: time) { $0.dismiss(id) }
    }

    private mutating func admit(_ user: ClassUser) {
        guard user.id.isIdentifier else { return }
        if let before = role(of: user.id), before != ClassRole(user.role) { dismiss(user.id) }
        let known = self.user(user.id)
        let isStaff = ClassRole(user.role).isStaff
        if state.users.list[user.id] == nil, !isStaff, state.users.list.count >= ClassLimits.listedUsers {
            memory.unlisted[user.id] = user
            if known == nil { countSoon() }
        } else if known != user {
            publish(.usersEntered([user]))
        }
        settlePresenter()
        noteTeacher(after: false, at: now)
        let mayChat = chatRefusal(of: user.id, at: now) == nil
        if mayChat { memory.silenced.remove(user.id) } else { memory.silenced.insert(user.id) }
        act(.allowChat(user.id, mayChat))
        if isStaff, let result = surveyResult { tell(user.id, .surveyResult(result)) }
        repeatPrivate(to: user.id)
        memory.waitingRoom?.letIn[user.id] = nil
        if isStaff, live.hasWaitingRoom { tell(user.id, waitingNotice) }
    }

    private mutating func dismiss(_ id: String) {
        memory.silenced.remove(id)
        memory.orders[id] = nil
        if memory.unlisted.removeValue(forKey: id) != nil { return countSoon() }
        guard let entry = state.users.list[id] else { return }
        let hadTeacher = isTeacherPresent
        publish(.usersLeft([id]))
        stop(entry.media, audio: true, video: true)
        noteSharing()
        settlePresenter()
        noteTeacher(after: hadTeacher, at: now)
    }

    /// The owner is next, or else the teacher present longest.
    private mutating func settlePresenter() {
        if let presenter = state.users.presenter, role(of: presenter)?.isStaff == true { return }
        let teachers = state.users.list.elements.map(\.user).filter { ClassRole($0.role) == .teacher }.map(\.id)
        let next = teachers.first { $0 == features.owner } ?? teachers.first
        if next != state.users.presenter { publish(.presenter(next)) }
    }

    // MARK: Large classes

    mutating func list(_ id: String) {
        guard let user = memory.unlisted.removeValue(forKey: id) else { return }
        publish(.usersEntered([user]))
        countSoon()
    }

    private mutating func countSoon() {
        if memory.countDue == nil { memory.countDue = now + ClassLimits.countInterval }
    }

    mutating func countUsers() {
        memory.countDue = nil
        let count = state.users.list.count + memory.unlisted.count
        if count != state.users.totalCount { publish(.userCount(count), isStored: false) }
    }
}

extension ClassUser {
    /// Shortens the texts for an event with several users.
    fileprivate var bounded: ClassUser {
        var bounded = self
        bounded.name = name.bounded(ClassLimits.nameLength)
        bounded.avatar = avatar.flatMap { $0.utf8.count <= ClassLimits.linkLength ? $0 : nil }
        if role.rawValue.length > ClassLimits.keyLength { bounded.role = .student }
        bounded.badges = badges.prefix(ClassLimits.badges).map { $0.bounded(ClassLimits.keyLength) }
        return bounded
    }
}
