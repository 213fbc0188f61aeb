import PlayCore

/// The services of a run's items. Items with equal wishes share them, and thus their tokens. Any thread.
package final class ServiceDirectory<Wish: Sendable & Equatable>: Sendable {
    private let make: @Sendable (Wish) -> Services
    private let made = Monitor<[(wish: Wish, services: Services)]>([])

    package init(make: @escaping @Sendable (Wish) -> Services) { self.make = make }

    package func services(_ wish: Wish) -> Services {
        made.withLock { made in
            if let known = made.first(where: { $0.wish == wish }) { return known.services }
            let new = make(wish)
            made.append((wish, new))
            return new
        }
    }
}
