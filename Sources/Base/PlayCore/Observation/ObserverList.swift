/// The observers of one observable, and the delivery of its events to them.
///
/// Safe against handlers that stop themselves or others, subscribe, or cause further events: those are delivered
/// after the one at hand, so every observer sees all events since it subscribed, in order.
final class ObserverList<Event>: ObserverRemoving {
    private struct Observer {
        let id: UInt64
        /// Number of the last event before it subscribed.
        let since: UInt64
        let hasOwner: Bool
        weak var owner: AnyObject?
        let handler: (Event) -> Observation

        var isOrphaned: Bool { hasOwner && owner == nil }
    }

    /// Events that handlers may cause in answer to one event; more are a circle without end.
    private static var longestChain: Int { 10_000 }

    private let thread = DeliveryThread()
    private var observers: [Observer] = []
    private var lastID: UInt64 = 0
    private var lastEvent: UInt64 = 0
    private var waiting: [(number: UInt64, event: Event)] = []
    private var isDelivering = false

    func checkThread() { thread.check() }

    /// - Parameter owner: the observation ends when this object goes; nil: it has none.
    func add(owner: AnyObject?, _ handler: @escaping (Event) -> Observation) -> ObservationToken {
        thread.check()
        observers.removeAll(where: \.isOrphaned)
        lastID += 1
        observers.append(
            Observer(id: lastID, since: lastEvent, hasOwner: owner != nil, owner: owner, handler: handler))
        return ObservationToken(list: self, id: lastID)
    }

    func remove(_ id: UInt64) {
        thread.check()
        observers.removeAll { $0.id == id }
    }

    func isObserving(_ id: UInt64) -> Bool {
        thread.check()
        return observers.contains { $0.id == id && !$0.isOrphaned }
    }

    func send(_ event: Event) {
        thread.check()
        lastEvent += 1
        waiting.append((lastEvent, event))
        inOrder {}
    }

    /// Runs `body`, then delivers what it caused; inside a delivery, that goes on afterwards.
    func inOrder(_ body: () -> Void) {
        guard !isDelivering else { return body() }
        isDelivering = true
        defer { isDelivering = false }
        body()
        var next = 0
        while next < waiting.count {
            precondition(next < Self.longestChain, "observers answer one another without end")
            deliver(waiting[next].event, number: waiting[next].number)
            next += 1
        }
        waiting.removeAll(keepingCapacity: true)
    }

    private func deliver(_ event: Event, number: UInt64) {
        // No key path: one of a generic type is made anew each time, in three allocations.
        for id in observers.map({ $0.id }) {
            guard let observer = observers.first(where: { $0.id == id }), observer.since < number else { continue }
            let owner = observer.owner
            guard !observer.hasOwner || owner != nil else {
                remove(id)
                continue
            }
            if withExtendedLifetime(owner, { observer.handler(event) }) == .stop { remove(id) }
        }
    }
}
