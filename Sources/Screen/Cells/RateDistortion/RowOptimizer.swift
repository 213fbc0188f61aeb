// The hot loop of the rate-distortion choice. ``FrameEncoder`` calls it on the main thread once per row of picture.
//
// It works on raw pointers and local values, as ``RowEncoder`` does.

/// The inputs of the optimizer for a row; pointers to `count` entries each.
struct PictureRow {
    let count: Int
    let target: UnsafePointer<Cell>
    let shown: UnsafePointer<Cell>
    let kinds: UnsafePointer<CellKind>
    /// The weighted error of each cell if it stays as it is shown, in ``RowOptimizer/errorUnit``.
    let keepErrors: UnsafePointer<UInt32>
    /// The weights of errors; ``RowOptimizer/unitWeight`` is 1.
    let weights: UnsafePointer<UInt32>
    /// Whether the picture stays as it is shown.
    let isFrozen: Bool
    /// Whether cells are written exactly: a still picture would otherwise stay as inexact as λ allows.
    let isFinal: Bool
}

enum CellKind: UInt8 {
    /// Text, and cells in colours of unknown look: written as they are.
    case exact
    /// Two pixels, one above the other, in colours of known look.
    case block
    /// A glyph of a picture: stays as shown, or is written as it is.
    case glyph
}

/// Chooses the cells that a row of picture shows: the current cell, a colour that is already set, new colours for one
/// cell or for two, or flat runs. The choice minimizes error + λ · bytes. The method is a shortest path from the left
/// edge to the right with one survivor for each column (Viterbi). The sum of error and λ · bytes is Lagrangian rate
/// control (Sullivan & Wiegand, "Rate-distortion optimization for video compression", IEEE SPM 1998). ``RowEncoder``
/// then writes the chosen cells.
struct RowOptimizer {
    /// The unit of errors: a sixteenth of ``ColorError`` at unit weight, so that a small λ keeps its precision.
    static let errorUnit = 16
    static let unitWeight: UInt16 = 256

    struct Node {
        var cost: Int
        /// The terminal's colours at this column.
        var foreground: UInt32
        var background: UInt32
        /// The halves of the cells up to here, for cells that are `written`.
        var top: UInt32
        var bottom: UInt32
        var from: Int32
        /// The number of cells between the cursor and here; negative if the cursor is in another row.
        var gap: Int16
        var step: Step
    }

    enum Step: UInt8 {
        case kept
        case target
        case written
    }

    private static let unreachable = Int.max / 2
    /// The error of a colour that is not set: more than any other.
    private static let far = Int.max / 8

    let inks = InkTable.shared
    let nodes: UnsafeMutablePointer<Node>
    /// The sums over the pixels left of each column: components and squares.
    let sums: UnsafeMutablePointer<PixelSums>
    /// Whether palette entries from 16 on may replace direct colours.
    private let hasPalette: Bool
    private let mayMix: Bool

    init(columns: Int, profile: EncoderProfile) {
        nodes = .allocate(capacity: columns + 1)
        sums = .allocate(capacity: columns + 1)
        mayMix = profile.colorDepth == .trueColor || (profile.colorDepth == .grey && profile.hasDirectColor)
        hasPalette = profile.colorDepth == .trueColor
    }

    func deallocate() {
        nodes.deallocate()
        sums.deallocate()
    }

    /// Fills `chosen` and returns the remaining weighted error.
    ///
    /// - Parameters:
    ///   - lambda: the value of a byte, in ``errorUnit`` of error; with 0 nothing is approximated.
    ///   - pen: the current colours, and the cursor if it is in this row.
    func optimize(
        _ row: PictureRow, number: Int, lambda: Int, lumaWeight: Int32, pen: Pen,
        into chosen: UnsafeMutablePointer<Cell>
    ) -> Int {
        if row.isFrozen {
            freeze(row, into: chosen)
            return 0
        }
        // Where bytes are cheap, no two cells are similar enough to share a colour.
        let usesRuns = mayMix && !row.isFinal && lambda > 3 &* Self.errorUnit
        if usesRuns { sum(row, lumaWeight) }
        let cost = walk(row, number, lambda, lumaWeight, pen, usesRuns)
        trace(row, into: chosen)
        return cost
    }

    private func freeze(_ row: PictureRow, into chosen: UnsafeMutablePointer<Cell>) {
        for x in 0..<row.count { chosen[x] = row.kinds[x] == .exact ? row.target[x] : row.shown[x] }
    }

    // MARK: - Forward

    private func walk(
        _ row: PictureRow, _ number: Int, _ lambda: Int, _ lumaWeight: Int32, _ pen: Pen, _ usesRuns: Bool
    ) -> Int {
        // A specialized copy for exact pictures, in which luma has no weight and is not computed.
        lumaWeight == 0
            ? path(row, number, lambda, 0, pen, usesRuns) : path(row, number, lambda, lumaWeight, pen, usesRuns)
    }

    @inline(__always)
    private func path(
        _ row: PictureRow, _ number: Int, _ lambda: Int, _ lumaWeight: Int32, _ pen: Pen, _ usesRuns: Bool
    ) -> Int {
        let (nodes, inks) = (nodes, inks)
        let isKnown = pen.attributes == 0
        var x = 1
        while x <= row.count {
            nodes[x].cost = Self.unreachable
            x &+= 1
        }
        nodes[0] = Node(
            cost: 0, foreground: isKnown ? pen.foreground : Color.terminalDefault.rawValue,
            background: isKnown ? pen.background : Color.terminalDefault.rawValue, top: 0, bottom: 0, from: -1,
            gap: pen.row == number && pen.column == 0 ? 0 : -1, step: .kept)
        let address = 4 &+ Int(inks.digits[min(255, number &+ 1)])
        // Palette entries are off by some 20 in each component, which pays only where bytes are expensive.
        let usesPalette = hasPalette && lambda > 4 &* Self.errorUnit
        x = 0
        while x < row.count {
            let node = nodes[x]
            let next = nodes + (x &+ 1)
            let kind = row.kinds[x]
            if kind != .block || row.isFinal {
                other(row, x, kind, node, next, lambda, address)
                x &+= 1
                continue
            }
            let keep = Int(row.keepErrors[x])
            if node.cost &+ keep < next.pointee.cost {
                next.pointee = Node(
                    cost: node.cost &+ keep, foreground: node.foreground, background: node.background, top: 0,
                    bottom: 0, from: Int32(truncatingIfNeeded: x), gap: node.gap < 0 ? -1 : node.gap &+ 1, step: .kept)
            }
            let base = node.cost &+ lambda &* Self.moveBytes(node.gap, address)
            var best = next.pointee.cost
            // Every written cell costs at least one byte, and every new colour at least nine.
            if base &+ lambda >= best {
                x &+= 1
                continue
            }
            let cell = row.target + x
            let weight = Int(row.weights[x])
            let bottomInk = cell.pointee.background.rawValue
            let topInk = cell.pointee.glyph == 0x20 ? bottomInk : cell.pointee.foreground.rawValue
            let (top, bottom) = (inks.rgb(topInk), inks.rgb(bottomInk))
            let (foreground, background) = (node.foreground, node.background)
            let glyph = base &+ lambda &* 3
            var (bestTop, bestBottom) = (topInk, bottomInk)
            var (topFore, bottomFore, topBack, bottomBack) = (Self.far, Self.far, Self.far, Self.far)
            if background < 0x0200_0000 {
                let color = inks.rgb(background)
                topBack = Self.weighted(top, color, weight, lumaWeight)
                bottomBack = Self.weighted(bottom, color, weight, lumaWeight)
                keepBest(topBack &+ bottomBack &+ base &+ lambda, background, background, &best, &bestTop, &bestBottom)
            }
            if foreground < 0x0200_0000, glyph < best {
                let color = inks.rgb(foreground)
                topFore = Self.weighted(top, color, weight, lumaWeight)
                bottomFore = Self.weighted(bottom, color, weight, lumaWeight)
                keepBest(topFore &+ bottomFore &+ glyph, foreground, foreground, &best, &bestTop, &bestBottom)
                keepBest(topFore &+ bottomBack &+ glyph, foreground, background, &best, &bestTop, &bestBottom)
                keepBest(topBack &+ bottomFore &+ glyph, background, foreground, &best, &bestTop, &bestBottom)
            }
            if base &+ lambda &* 9 < best {
                var (ownTop, ownBottom) = (topInk, bottomInk)
                var setTop = lambda &* Self.setCost(inks.cost(topInk))
                var setBottom = lambda &* Self.setCost(inks.cost(bottomInk))
                if usesPalette {
                    approximate(&ownTop, &setTop, top, lambda, weight, lumaWeight)
                    approximate(&ownBottom, &setBottom, bottom, lambda, weight, lumaWeight)
                }
                keepBest(
                    base &+ (ownTop == ownBottom ? lambda &+ setBottom : setTop &+ setBottom &+ lambda), ownTop,
                    ownBottom, &best, &bestTop, &bestBottom)
                if topFore < topBack {
                    keepBest(topFore &+ glyph &+ setBottom, foreground, ownBottom, &best, &bestTop, &bestBottom)
                } else {
                    keepBest(topBack &+ glyph &+ setBottom, background, ownBottom, &best, &bestTop, &bestBottom)
                }
                if bottomFore < bottomBack {
                    keepBest(bottomFore &+ glyph &+ setTop, ownTop, foreground, &best, &bestTop, &bestBottom)
                } else {
                    keepBest(bottomBack &+ glyph &+ setTop, ownTop, background, &best, &bestTop, &bestBottom)
                }
                if mayMix { share(row, x, node, base, lambda, weight, lumaWeight, top, bottom) }
            }
            if best < next.pointee.cost {
                write(next, best, x, node, bestTop, bestBottom)
            }
            if usesRuns {
                runs(row, x, node, base, lambda, weight, usesPalette, lumaWeight)
            }
            x &+= 1
        }
        return nodes[row.count].cost
    }

    @inline(__always)
    private func keepBest(
        _ cost: Int, _ top: UInt32, _ bottom: UInt32, _ best: inout Int, _ bestTop: inout UInt32,
        _ bestBottom: inout UInt32
    ) {
        if cost < best { (best, bestTop, bestBottom) = (cost, top, bottom) }
    }

    /// Returns the bytes that set one colour, with its share of the sequence's frame.
    @inline(__always)
    static func setCost(_ parameters: Int) -> Int { parameters &+ InkTable.frame }

    @inline(__always)
    private static func moveBytes(_ gap: Int16, _ address: Int) -> Int {
        if gap <= 0 { return gap == 0 ? 0 : address &+ 3 }
        return gap == 1 ? 3 : gap < 10 ? 4 : 5
    }

    @inline(__always)
    static func weighted(_ a: UInt32, _ b: UInt32, _ weight: Int, _ lumaWeight: Int32) -> Int {
        (Int(ColorError.squared(a, b, lumaWeight: lumaWeight)) &* weight) &>> 4
    }

    /// Adds a step to `next` that writes cells with these halves. Its pen is the one that ``RowEncoder`` will leave.
    @inline(__always)
    func write(
        _ next: UnsafeMutablePointer<Node>, _ cost: Int, _ from: Int, _ node: Node, _ top: UInt32, _ bottom: UInt32
    ) {
        var (foreground, background) = (node.foreground, node.background)
        if top == bottom {
            if foreground != top || background == top { background = top }
        } else if foreground == bottom || (background == top && foreground != top) {
            (foreground, background) = (bottom, top)
        } else {
            (foreground, background) = (top, bottom)
        }
        next.pointee = Node(
            cost: cost, foreground: foreground, background: background, top: top, bottom: bottom,
            from: Int32(truncatingIfNeeded: from), gap: 0, step: .written)
    }

    /// Adds the steps of a cell that is not two halves of known colours.
    @inline(never)
    private func other(
        _ row: PictureRow, _ x: Int, _ kind: CellKind, _ node: Node, _ next: UnsafeMutablePointer<Node>, _ lambda: Int,
        _ address: Int
    ) {
        let cell = row.target[x]
        let isShown = cell == row.shown[x]
        let keep = Int(row.keepErrors[x])
        if isShown || kind != .exact, node.cost &+ keep < next.pointee.cost {
            next.pointee = node
            next.pointee.cost = node.cost &+ keep
            next.pointee.from = Int32(truncatingIfNeeded: x)
            next.pointee.gap = node.gap < 0 ? -1 : node.gap &+ 1
            next.pointee.step = .kept
        }
        guard !isShown else { return }
        var bytes = Self.moveBytes(node.gap, address) &+ 3
        let (foreground, background) = (cell.foreground.rawValue, cell.background.rawValue)
        if foreground != node.foreground, foreground < 0x0200_0000 { bytes &+= Self.setCost(inks.cost(foreground)) }
        if background != node.background, background < 0x0200_0000 { bytes &+= Self.setCost(inks.cost(background)) }
        // An exact cell has to be written, so its cost does not count.
        let cost = node.cost &+ (kind == .exact ? 0 : lambda &* bytes)
        guard cost < next.pointee.cost else { return }
        next.pointee = Node(
            cost: cost, foreground: foreground, background: background, top: 0, bottom: 0,
            from: Int32(truncatingIfNeeded: x), gap: 0, step: .target)
    }

    /// Uses the nearest palette entry for a half if that is cheaper, its error included.
    @inline(__always)
    func approximate(
        _ ink: inout UInt32, _ cost: inout Int, _ rgb: UInt32, _ lambda: Int, _ weight: Int, _ lumaWeight: Int32
    ) {
        let near = inks.nearest(rgb)
        let other =
            lambda &* Self.setCost(inks.cost(near)) &+ Self.weighted(rgb, inks.rgb(near), weight, lumaWeight)
        if other < cost { (ink, cost) = (near, other) }
    }

    // MARK: - Backward

    private func trace(_ row: PictureRow, into chosen: UnsafeMutablePointer<Cell>) {
        var x = row.count
        while x > 0 {
            let node = nodes[x]
            let from = Int(node.from)
            switch node.step {
            case .kept: chosen[from] = row.shown[from]
            case .target: chosen[from] = row.target[from]
            case .written:
                let cell =
                    node.top == node.bottom
                    ? Cell(
                        glyph: 0x20, foreground: .terminalDefault, background: Color(rawValue: node.top),
                        attributes: [])
                    : Cell(
                        glyph: 0x2580, foreground: Color(rawValue: node.top),
                        background: Color(rawValue: node.bottom), attributes: [])
                var at = from
                while at < x {
                    chosen[at] = cell
                    at &+= 1
                }
            }
            x = from
        }
    }
}
