import PlayCore

/// The services of the items of a run: those of items with the same wishes are the same, so that a token of one is known
/// to the others. Any thread.
///
/// - Parameter Wish: what an item wants of its services.
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
