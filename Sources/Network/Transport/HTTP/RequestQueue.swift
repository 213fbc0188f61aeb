import PlayCore

/// The order of waiting requests: playback first, with a limited number per server at a time.
struct RequestQueue {
    private struct Waiting {
        let id: Int
        let origin: String
        let priority: RequestPriority
    }

    private var waiting: [Waiting] = []

    mutating func add(_ id: Int, origin: String, priority: RequestPriority) {
        let place = waiting.firstIndex { $0.priority > priority } ?? waiting.endIndex
        waiting.insert(Waiting(id: id, origin: origin, priority: priority), at: place)
    }

    mutating func remove(_ id: Int) { waiting.removeAll { $0.id == id } }

    /// Removes the first request that may start. A server's last slot is reserved for playback and probes.
    mutating func next(limit: Int, active: (_ origin: String) -> Int) -> Int? {
        let place = waiting.firstIndex { request in
            active(request.origin) < (request.priority <= .probe ? limit : max(1, limit - 1))
        }
        return place.map { waiting.remove(at: $0).id }
    }
}
