package import PlayCore

/// The amounts to preload of a feed's neighbouring items, less for those farther away.
package struct PreloadAmounts: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        /// The offset from the playing item: 1 is the next, −1 the previous one.
        package let offset: Int
        package let amount: MediaTime

        package init(offset: Int, amount: MediaTime) {
            self.offset = offset
            self.amount = amount
        }
    }

    /// The amount for the nearest neighbours: `AVPPreloadConfig.preloadDuration`.
    package let base: MediaTime
    /// The decrease for each further neighbour: the strategy's `offset`.
    package let decrease: MediaTime
    /// Number of neighbours before the playing item; ``next`` counts those after it.
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

    /// Returns max(0, base − (k − 1) × decrease), where 1 is the nearest neighbour.
    package func amount(ofNeighbour k: Int) -> MediaTime {
        precondition(k >= 1, "neighbours are counted from 1")
        return max(.zero, base - decrease.scaled(by: Double(k - 1)))
    }

    /// The neighbours to preload, nearest first, the later one first at the same distance. Omits zero amounts.
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
