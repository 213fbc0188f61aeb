package import PlayCore

/// What the terminal can show: never more pixels, nor more pictures a second, are fetched than that. Pure.
///
/// hls.js does the same for the size of its element (`controller/cap-level-controller.ts`), media3 for its viewport;
/// a grid of cells shows a fraction of theirs.
package struct DisplayCap: Sendable, Equatable {
    /// How the picture lies in the grid.
    package enum Fit: Sendable, Hashable {
        /// Whole, as large as possible.
        case inside
        /// Covering, what sticks out is cropped.
        case covering
        /// Stretched to the grid.
        case stretched
    }

    /// Of the sink, in whatever it shows: half-blocks, sixel, kitty.
    package var grid: PixelGrid
    package var fit: Fit
    /// Pictures a second that the line to the terminal carries; nil: unknown, or no limit.
    package var frameRate: Double?

    package init(grid: PixelGrid, fit: Fit = .inside, frameRate: Double? = nil) {
        self.grid = grid
        self.fit = fit
        self.frameRate = frameRate
    }

    /// Those of the ladder's adaptive rungs that are worth fetching, in ascending order; never empty. Of an unknown size
    /// or rate nothing is said, so such a rung is.
    package func allowed(in ladder: RenditionLadder) -> [Int] {
        let bySize = sizeAllowed(ladder)
        return bySize.filter { !isNeedlesslyFast(ladder[$0], among: bySize.map { ladder[$0] }) }
    }

    /// Pixels of the grid that the whole picture of this rung would take, at least 1 × 1: the rounding is that of the
    /// scaler. Cropped parts count, for they have to be there to be cropped.
    package func shownSize(of rung: Rung) -> (width: Int, height: Int) {
        let aspect = Double(rung.width) / Double(max(1, rung.height))
        let container = Double(grid.width) * grid.pixelAspect / Double(grid.height)
        guard rung.width > 0, rung.height > 0, fit != .stretched else { return (grid.width, grid.height) }
        if (aspect > container) == (fit == .inside) {
            return (grid.width, max(1, Int((Double(grid.width) * grid.pixelAspect / aspect).rounded())))
        }
        return (max(1, Int((Double(grid.height) * aspect / grid.pixelAspect).rounded())), grid.height)
    }

    /// The smallest that is at least as large in both directions as what is shown, and all that have no more pixels. If
    /// none is, all.
    private func sizeAllowed(_ ladder: RenditionLadder) -> [Int] {
        let enough = ladder.adaptive.filter { index in
            let rung = ladder[index]
            let shown = shownSize(of: rung)
            return rung.width >= shown.width && rung.height >= shown.height
        }
        guard let limit = enough.map({ Self.pixels(ladder[$0]) }).min() else { return ladder.adaptive }
        return ladder.adaptive.filter { Self.pixels(ladder[$0]) <= limit }
    }

    /// Whether another of the same size has fewer pictures a second, and still as many as the line carries. Size goes
    /// first: a slower but smaller one is no replacement.
    private func isNeedlesslyFast(_ rung: Rung, among others: [Rung]) -> Bool {
        guard let frameRate, let own = rung.frameRate else { return false }
        return others.contains { other in
            guard let rate = other.frameRate, other.width == rung.width, other.height == rung.height else {
                return false
            }
            return rate < own && rate >= frameRate
        }
    }

    private static func pixels(_ rung: Rung) -> Int { rung.width * rung.height }
}
