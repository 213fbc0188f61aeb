package import PlayCore

/// How much of a feed's neighbours is preloaded: less of those further away. Pure.
package struct PreloadAmounts: Sendable, Hashable {
    /// One neighbour and what of it is preloaded.
    package struct Item: Sendable, Hashable {
        /// Places from the playing item: 1 is the next, −1 the one before.
        package let offset: Int
        package let amount: MediaTime

        package init(offset: Int, amount: MediaTime) {
            self.offset = offset
            self.amount = amount
        }
    }

    /// `AVPPreloadConfig.preloadDuration`: of the nearest neighbours.
    package let base: MediaTime
    /// What each further one has less: the strategy's `offset`.
    package let decrease: MediaTime
    /// How many neighbours on either side.
    package let previous: Int
    package let next: Int

    /// Negative values become zero. The defaults are the catalogue's sample values.
    package init(
        base: MediaTime = .seconds(1), decrease: MediaTime = .milliseconds(200), previous: Int = 1, next: Int = 3
    ) {
        self.base = max(.zero, base)
        self.decrease = max(.zero, decrease)
        self.previous = max(0, previous)
        self.next = max(0, next)
    }

    /// Of the `k`-th neighbour, 1 being the nearest: max(0, base − (k − 1) × decrease).
    package func amount(ofNeighbour k: Int) -> MediaTime {
        precondition(k >= 1, "neighbours are counted from 1")
        return max(.zero, base - decrease.scaled(by: Double(k - 1)))
    }

    /// What to preload, in order: the nearest first, at the same distance the later one. Neighbours with an amount of
    /// zero are left out.
    package var plan: [Item] {
        let farthest = max(previous, next)
        guard farthest > 0 else { return [] }
        return (1...farthest).flatMap { k -> [Item] in
            let amount = amount(ofNeighbour: k)
            guard amount > .zero else { return [] }
            return (k <= next ? [Item(offset: k, amount: amount)] : [])
                + (k <= previous ? [Item(offset: -k, amount: amount)] : [])
        }
    }
}
