import PlayCore

/// Which request begins next: those of playing before the others, at most so many to a server at a time. A value.
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

    /// Takes the first that may begin. The last place at a server is left to playing, and to what is small.
    ///
    /// - Parameter active: transfers under way to a server.
    mutating func next(limit: Int, active: (_ origin: String) -> Int) -> Int? {
        let place = waiting.firstIndex { request in
            active(request.origin) < (request.priority <= .probe ? limit : max(1, limit - 1))
        }
        return place.map { waiting.remove(at: $0).id }
    }
}
