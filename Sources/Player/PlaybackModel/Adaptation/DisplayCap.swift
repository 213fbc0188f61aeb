package import PlayCore

/// The limits of the terminal: fetches no more pixels and pictures per second than it shows, as hls.js does for its
/// element (`controller/cap-level-controller.ts`) and media3 for its viewport.
package struct DisplayCap: Sendable, Equatable {
    package enum Fit: Sendable, Hashable {
        case inside
        /// The picture covers the grid, and the rest is cropped.
        case covering
        case stretched
    }

    /// The sink's grid, of half-blocks, sixel or kitty graphics alike.
    package var grid: PixelGrid
    package var fit: Fit
    /// Pictures per second that the line to the terminal carries, or `nil` if unknown or unlimited.
    package var frameRate: Double?

    package init(grid: PixelGrid, fit: Fit = .inside, frameRate: Double? = nil) {
        self.grid = grid
        self.fit = fit
        self.frameRate = frameRate
    }

    /// Returns the adaptive rungs worth fetching, ascending; never empty. Includes those of unknown size or rate.
    package func allowed(in ladder: RenditionLadder) -> [Int] {
        let bySize = sizeAllowed(ladder)
        return bySize.filter { !isNeedlesslyFast(ladder[$0], among: bySize.map { ladder[$0] }) }
    }

    /// Returns the whole picture's size in the grid, rounded like the scaler's. Cropped parts count: they are fetched.
    package func shownSize(of rung: Rung) -> (width: Int, height: Int) {
        let aspect = Double(rung.width) / Double(max(1, rung.height))
        let container = Double(grid.width) * grid.pixelAspect / Double(grid.height)
        guard rung.width > 0, rung.height > 0, fit != .stretched else { return (grid.width, grid.height) }
        if (aspect > container) == (fit == .inside) {
            return (grid.width, max(1, Int((Double(grid.width) * grid.pixelAspect / aspect).rounded())))
        }
        return (max(1, Int((Double(grid.height) * aspect / grid.pixelAspect).rounded())), grid.height)
    }

    /// Returns the smallest rung that covers the shown size, and all with no more pixels. All if none covers it.
    private func sizeAllowed(_ ladder: RenditionLadder) -> [Int] {
        let enough = ladder.adaptive.filter { index in
            let rung = ladder[index]
            let shown = shownSize(of: rung)
            return rung.width >= shown.width && rung.height >= shown.height
        }
        guard let limit = enough.map({ Self.pixels(ladder[$0]) }).min() else { return ladder.adaptive }
        return ladder.adaptive.filter { Self.pixels(ladder[$0]) <= limit }
    }

    /// Returns whether another rung of the same size has fewer pictures per second, yet as many as the line carries.
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
