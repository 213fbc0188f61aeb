import Classes

extension ClassMachine {
    /// In milliseconds since 1970.
    package var nextDeadline: Int64? {
        let requests = live.requests.elements.compactMap(\.deadline)
        let bans = live.chatBans.values.map(\.until)
        let orders = memory.orders.values.map(\.deadline)
        let others = [
            live.survey?.deadline, memory.countDue, teacherDeadline, memory.waitingRoom?.nextDeadline, timerDeadline,
        ]
        return (requests + bans + orders + others.compactMap(\.self)).min()
    }

    /// Ends requests, bans, surveys and the timer, and cuts off users who did not switch off.
    package mutating func expire(at time: Int64) -> [ClassAction] { call(at: time) { _ in } }

    mutating func expireAll() {
        guard let deadline = nextDeadline, deadline <= now else { return }
        for request in live.requests.elements where request.deadline.map({ $0 <= now }) ?? false {
            endRequest(of: request.user, .timedOut)
        }
        let bans = live.chatBans.values.filter { $0.until <= now }.map(\.user).sorted()
        for user in bans { endBan(of: user) }
        if let deadline = live.survey?.deadline, deadline <= now { finishSurvey() }
        if let deadline = timerDeadline, deadline <= now { changeTimer(.stopped) }
        let orders = memory.orders.filter { $0.value.deadline <= now }.sorted { $0.key < $1.key }
        for (user, order) in orders { enforce(order, on: user) }
        if let due = memory.countDue, due <= now { countUsers() }
        expireWaiting()
        if let deadline = teacherDeadline, deadline <= now { stopClass() }
    }
}
