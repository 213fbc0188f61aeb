import PlayCore

extension ClassReducer {
    static func reduceUsers(_ area: inout UsersArea, _ event: ClassEvent) {
        area.revision += 1
        switch event.kind {
        case .users(let users, let total):
            area.overwrite(with: users)
            area.total = total.map(UsersArea.counted)
        case .usersEntered(let users):
            let before = area.list.count
            for user in users { area.enter(user) }
            area.total = area.total.map { $0 + area.list.count - before }
        case .usersLeft(let ids):
            let before = area.list.count
            for id in ids {
                area.list[id] = nil
                area.unlistedMedia[id] = nil
            }
            area.total = area.total.map { max(0, $0 - (before - area.list.count)) }
        case .presenter(let id): area.presenter = id
        case .mediaUsers(let users): for user in users { area.setMedia(user) }
        case .handRaised(let id, let isRaised): area.list.update(id) { $0.hasHandRaised = isRaised }
        case .attendance(let attendance):
            area.attendance = attendance
            area.attendanceBegan = attendance == nil ? nil : event.time
        default: preconditionFailure("no event of users: \(event.kind.name)")
        }
    }
}

extension UsersArea {
    fileprivate static func counted(_ total: Int) -> Int { min(max(total, 0), greatestTotal) }

    mutating func setTotal(_ count: Int) {
        revision += 1
        total = Self.counted(count)
    }

    /// Users who stay keep the state of camera, microphone and hand.
    fileprivate mutating func overwrite(with users: [ClassUser]) {
        let before = list
        list = KeyedList()
        for user in users {
            if let known = before[user.id] { list[user.id] = known }
            enter(user)
        }
    }

    fileprivate mutating func enter(_ user: ClassUser) {
        if list[user.id] != nil {
            list.update(user.id) { $0.user = user }
            return
        }
        var entry = Entry(user: user)
        if let media = unlistedMedia.removeValue(forKey: user.id) { entry.media = media }
        list[user.id] = entry
    }

    fileprivate mutating func setMedia(_ media: MediaUser) {
        guard list[media.id] != nil else {
            unlistedMedia[media.id] = media.sends ? media : nil
            return
        }
        list.update(media.id) { $0.media = media }
    }
}
