// Steps over several cells; part of the same hot loop.

extension RowOptimizer {
    /// Sums over pixels. The squares are those of ``ColorError`` against black; luma keeps its fraction.
    struct PixelSums {
        var red: Double
        var green: Double
        var blue: Double
        var squares: Double
        /// The summed errors if the cells stay as they are shown.
        var kept: Int
    }

    @inline(__always)
    private static func luma(_ red: Double, _ green: Double, _ blue: Double) -> Double {
        red * (54.0 / 256) + green * (183.0 / 256) + blue * (19.0 / 256)
    }

    func sum(_ row: PictureRow, _ lumaWeight: Int32) {
        let (sums, inks) = (sums, inks)
        let emphasis = Double(lumaWeight)
        var total = PixelSums(red: 0, green: 0, blue: 0, squares: 0, kept: 0)
        sums[0] = total
        var x = 0
        while x < row.count {
            if row.kinds[x] == .block {
                let (top, bottom) = inks.halves(row.target + x)
                Self.add(top, to: &total, emphasis)
                Self.add(bottom, to: &total, emphasis)
            }
            total.kept &+= Int(row.keepErrors[x])
            x &+= 1
            sums[x] = total
        }
    }

    @inline(__always)
    private static func add(_ rgb: UInt32, to total: inout PixelSums, _ emphasis: Double) {
        let red = Double(Int32(truncatingIfNeeded: rgb &>> 16 & 0xFF))
        let green = Double(Int32(truncatingIfNeeded: rgb &>> 8 & 0xFF))
        let blue = Double(Int32(truncatingIfNeeded: rgb & 0xFF))
        let luma = luma(red, green, blue)
        total.red += red
        total.green += green
        total.blue += blue
        total.squares += red * red + green * green + blue * blue + emphasis * luma * luma
    }

    /// Adds steps over 1 to 16 cells in their mean colour. Their squared error is Σ x² − (Σ x)² / n, for n pixels.
    @inline(__always)
    func runs(
        _ row: PictureRow, _ x: Int, _ node: Node, _ base: Int, _ lambda: Int, _ weight: Int, _ usesPalette: Bool,
        _ lumaWeight: Int32
    ) {
        let (sums, inks) = (sums, inks)
        let start = sums[x]
        let emphasis = Double(lumaWeight)
        let scale = Double(weight) / 16
        var length = 1
        while length <= 16, x &+ length <= row.count {
            let end = sums[x &+ length]
            // The run has to be better than all of its cells as they are shown.
            let bound = node.cost &+ end.kept &- start.kept
            if base &+ lambda &* (length &+ 8) >= bound {
                length = length &+ (length < 4 ? 1 : length < 8 ? 2 : 4)
                continue
            }
            let red = end.red - start.red
            let green = end.green - start.green
            let blue = end.blue - start.blue
            let luma = Self.luma(red, green, blue)
            let share = 0.5 / Double(length)
            let mean = (red * red + green * green + blue * blue + emphasis * luma * luma) * share
            let error = Int(max(0, end.squares - start.squares - mean) * scale)
            // So uneven that single cells are better; longer runs are no more even.
            if error > lambda &* 20 &* length { return }
            let reach = nodes + (x &+ length)
            if base &+ error &+ lambda &* (length &+ 8) < min(bound, reach.pointee.cost), isBlocks(row, x, length) {
                let rgb =
                    UInt32(red * share + 0.5) &<< 16 | UInt32(green * share + 0.5) &<< 8 | UInt32(blue * share + 0.5)
                var ink = rgb
                var set = lambda &* Self.setCost(inks.cost(rgb))
                if usesPalette { approximate(&ink, &set, rgb, lambda, weight &* 2 &* length, lumaWeight) }
                let cost = base &+ error &+ lambda &* length &+ set
                if cost < min(bound, reach.pointee.cost) { write(reach, cost, x, node, ink, ink) }
            }
            length = length &+ (length < 4 ? 1 : length < 8 ? 2 : 4)
        }
    }

    // MARK: - Shared colours

    /// Adds steps over two cells that share both colours, the means of their halves. `top`, `bottom`: the first cell's.
    @inline(__always)
    func share(
        _ row: PictureRow, _ x: Int, _ node: Node, _ base: Int, _ lambda: Int, _ weight: Int, _ lumaWeight: Int32,
        _ top: UInt32, _ bottom: UInt32
    ) {
        guard x &+ 1 < row.count, row.kinds[x &+ 1] == .block else { return }
        let nextKeep = Int(row.keepErrors[x &+ 1])
        // The second cell costs the three bytes of its glyph.
        guard nextKeep > lambda &* 3 else { return }
        let (nextTop, nextBottom) = inks.halves(row.target + (x &+ 1))
        // The squared errors of two pixels against their mean add up to half the square of their distance.
        let error =
            (Self.weighted(top, nextTop, weight, lumaWeight) &+ Self.weighted(bottom, nextBottom, weight, lumaWeight))
            &>> 1
        // The step saves the colours of the second cell, some 32 bytes.
        guard error < lambda &* 32 else { return }
        let reach = nodes + (x &+ 2)
        let bound = min(node.cost &+ Int(row.keepErrors[x]) &+ nextKeep, reach.pointee.cost)
        // Two direct colours and two glyphs take at least 30 bytes.
        guard base &+ error &+ lambda &* 30 < bound else { return }
        let (topMean, bottomMean) = (Self.mean(top, nextTop), Self.mean(bottom, nextBottom))
        let set = Self.setCost(inks.cost(topMean)) &+ Self.setCost(inks.cost(bottomMean))
        let cost = base &+ error &+ lambda &* (set &+ 4)
        if cost < bound { write(reach, cost, x, node, topMean, bottomMean) }
    }

    @inline(__always)
    private static func mean(_ a: UInt32, _ b: UInt32) -> UInt32 { (a & b) &+ ((a ^ b) & 0xFEFEFE) &>> 1 }

    @inline(__always)
    private func isBlocks(_ row: PictureRow, _ x: Int, _ length: Int) -> Bool {
        var at = x
        while at < x &+ length {
            if row.kinds[at] != .block { return false }
            at &+= 1
        }
        return true
    }
}
