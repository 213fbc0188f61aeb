package import Cells
package import PlayCore

/// Turns pixels into cells. Keeps only its buffers for the next picture; one thread at a time. Makes three passes over
/// a picture that fits into the second-level cache. The first reduces pixels to what the terminal can show (grey, one
/// pixel a cell), the second dithers them to inks, the third makes cells.
package struct MosaicRenderer {
    private var prepared: [UInt32] = []
    private var inks: [UInt32] = []
    private var diffusion = ErrorDiffusion()
    private var pool = CellPool()

    package init() {}

    /// Returns the whole pane; pixels outside of it are cut off. Where the picture is transparent, cells show the
    /// terminal's own background; the colours of the other cells are taken as they are.
    package mutating func render(_ picture: ScaledPicture, columns: Int, rows: Int, look: MosaicLook) -> CellBuffer {
        let (width, height) = (columns * look.symbols.columnsInCell, rows * look.symbols.rowsInCell)
        guard
            let place = PicturePlacement(
                x: picture.x, y: picture.y, width: picture.pixels.width, height: picture.pixels.height,
                gridWidth: width, gridHeight: height)
        else { return Self.blank(columns: columns, rows: rows, letterbox: look.letterbox) }
        reserve(place.width * place.height)
        var pool = CellPool()
        swap(&pool, &self.pool)
        defer { self.pool = pool }
        return pool.make(columns: columns, rows: rows) { cells in
            if place.width < width || place.height < height {
                cells.update(repeating: Self.blank(letterbox: look.letterbox))
            }
            render(picture, at: place, columns: columns, look: look, into: cells)
            guard let opacity = picture.opacity else { return }
            TransparentCells(
                opacity: opacity, stride: picture.pixels.width, place: place, look: look, columns: columns
            ).clear(cells)
        }
    }

    private mutating func render(
        _ picture: ScaledPicture, at place: PicturePlacement, columns: Int, look: MosaicLook,
        into cells: UnsafeMutableBufferPointer<Cell>
    ) {
        picture.pixels.withBytes { bytes in
            bytes.withMemoryRebound(to: UInt32.self) { pixels in
                guard let first = pixels.baseAddress else { return }
                let stride = picture.pixels.width
                let source = PixelRows(
                    first: first + place.sourceY * stride + place.sourceX, width: place.width, height: place.height,
                    stride: stride, x: place.x, y: place.y)
                render(source, isStill: picture.isStill, columns: columns, look: look, into: cells)
            }
        }
    }

    package static func blank(columns: Int, rows: Int, letterbox: Color) -> CellBuffer {
        CellBuffer(columns: columns, rows: rows, filledWith: blank(letterbox: letterbox))
    }

    private static func blank(letterbox: Color) -> Cell {
        var cell = Cell.blank
        cell.background = letterbox
        return cell
    }

    private mutating func reserve(_ count: Int) {
        guard inks.count < count else { return }
        inks = [UInt32](repeating: 0, count: count)
        prepared = [UInt32](repeating: 0, count: count)
    }

    private mutating func render(
        _ source: PixelRows, isStill: Bool, columns: Int, look: MosaicLook, into cells: UnsafeMutableBufferPointer<Cell>
    ) {
        prepared.withUnsafeMutableBufferPointer { prepared in
            inks.withUnsafeMutableBufferPointer { inks in
                guard let prepared = prepared.baseAddress, let inks = inks.baseAddress, let cells = cells.baseAddress
                else { return }
                let pixels = Self.prepare(source, look: look, into: prepared)
                InkPass(look: look, isStill: isStill).run(pixels, diffusion: &diffusion, into: inks)
                let cellPass = CellPass(look: look, columns: columns, cells: cells)
                cellPass.run(inks, of: pixels, source: source)
            }
        }
    }
}

extension MosaicRenderer {
    /// Reduces pixels, as the first pass, to those that the terminal can show. `out` takes as many words as there are
    /// pixels.
    fileprivate static func prepare(
        _ source: PixelRows, look: MosaicLook, into out: UnsafeMutablePointer<UInt32>
    ) -> PixelRows {
        let isGrey = look.depth == .grey || look.depth == .mono
        switch look.symbols {
        case .braille where !isGrey: return BraillePass.values(source, into: out)
        case .ascii:
            let means = source.pairsAveraged(into: out)
            return isGrey ? means.greyed(into: out) : means
        case .halfBlocks, .quadrants, .sextants, .braille: return isGrey ? source.greyed(into: out) : source
        }
    }
}

struct InkPass {
    let look: MosaicLook
    let isStill: Bool

    func run(_ pixels: PixelRows, diffusion: inout ErrorDiffusion, into inks: UnsafeMutablePointer<UInt32>) {
        if look.depth == .mono || look.symbols == .braille {
            levels(pixels, diffusion: &diffusion, into: inks)
        } else if let palette = MosaicPalette.of(look), let table = PatternTable.of(look) {
            if isStill {
                diffuse(pixels, palette, &diffusion, into: inks)
            } else {
                order(pixels, table, into: inks)
            }
        } else {
            pixels.forEachRow { row, y in Self.direct(row, count: pixels.width, into: inks + y * pixels.width) }
        }
    }

    private func levels(
        _ pixels: PixelRows, diffusion: inout ErrorDiffusion, into inks: UnsafeMutablePointer<UInt32>
    ) {
        let count = look.symbols == .ascii ? CellAssembly.ramp.count : 2
        if isStill {
            diffusion.run(
                pixels.first, width: pixels.width, height: pixels.height, stride: pixels.stride,
                quantizer: LevelQuantizer(top: Int32(count - 1)), into: inks)
        } else {
            pixels.forEachRow { row, y in
                OrderedDither.levels(
                    row, count: pixels.width, x: pixels.x, y: pixels.y + y, levels: UInt32(count),
                    into: inks + y * pixels.width)
            }
        }
    }

    private func order(_ pixels: PixelRows, _ table: PatternTable, into inks: UnsafeMutablePointer<UInt32>) {
        table.entries.withUnsafeBufferPointer { entries in
            guard let entries = entries.baseAddress else { return }
            pixels.forEachRow { row, y in
                OrderedDither.palette(
                    row, count: pixels.width, x: pixels.x, y: pixels.y + y, table: entries,
                    into: inks + y * pixels.width)
            }
        }
    }

    private func diffuse(
        _ pixels: PixelRows, _ palette: MosaicPalette, _ diffusion: inout ErrorDiffusion,
        into inks: UnsafeMutablePointer<UInt32>
    ) {
        palette.colors.withUnsafeBufferPointer { colors in
            palette.indexes.withUnsafeBufferPointer { indexes in
                guard let first = colors.baseAddress, let indexes = indexes.baseAddress else { return }
                if palette.isXtermCube {
                    diffusion.run(
                        pixels.first, width: pixels.width, height: pixels.height, stride: pixels.stride,
                        quantizer: PaletteQuantizer(search: CubeSearch(colors: first), indexes: indexes), into: inks)
                } else {
                    let search = ListSearch(colors: first, count: colors.count)
                    diffusion.run(
                        pixels.first, width: pixels.width, height: pixels.height, stride: pixels.stride,
                        quantizer: PaletteQuantizer(search: search, indexes: indexes), into: inks)
                }
            }
        }
    }

    /// Converts R, G, B, unused in memory to 0x00RRGGBB.
    private static func direct(
        _ pixels: UnsafePointer<UInt32>, count: Int, into inks: UnsafeMutablePointer<UInt32>
    ) {
        var at = 0
        while at < count {
            // Written out, because without SSSE3 the compiler's byte swap is slower.
            let pixel = pixels[at]
            inks[at] = (pixel & 0xFF) &<< 16 | pixel & 0xFF00 | (pixel &>> 16) & 0xFF
            at &+= 1
        }
    }
}

private struct CellPass {
    let look: MosaicLook
    let columns: Int
    let cells: UnsafeMutablePointer<Cell>

    /// - Parameter pixels: the source of the inks; `y` counts cells for ASCII, pixels for the other symbols.
    func run(_ inks: UnsafePointer<UInt32>, of pixels: PixelRows, source: PixelRows) {
        switch look.symbols {
        case .halfBlocks: halfBlocks(inks, of: pixels)
        case .quadrants, .sextants: symbols(inks, of: pixels)
        case .braille:
            let hasHue = look.depth != .mono && look.depth != .grey
            let pass = BraillePass(
                hues: hasHue ? source : nil, values: pixels, palette: MosaicPalette.of(look), letterbox: look.letterbox,
                columns: columns, cells: cells)
            pass.run(inks, width: pixels.width, height: pixels.height, x: pixels.x, y: pixels.y)
        case .ascii:
            for row in 0..<pixels.height {
                let target = cells + (pixels.y + row) * columns + pixels.x
                ascii(inks + row * pixels.width, count: pixels.width, into: target)
            }
        }
    }

    private func symbols(_ inks: UnsafePointer<UInt32>, of pixels: PixelRows) {
        func run(_ kind: SymbolPass.Kind) {
            SymbolPass(kind: kind, letterbox: look.letterbox, columns: columns, cells: cells).run(
                inks, width: pixels.width, height: pixels.height, x: pixels.x, y: pixels.y,
                rowsInCell: look.symbols.rowsInCell)
        }
        guard look.depth != .mono else { return run(.mono) }
        guard let palette = MosaicPalette.of(look) else { return run(.direct) }
        palette.colorsOfEntries.withUnsafeBufferPointer { colors in
            if let first = colors.baseAddress { run(.palette(first)) }
        }
    }

    private func halfBlocks(_ inks: UnsafePointer<UInt32>, of pixels: PixelRows) {
        let (x, y, width, height) = (pixels.x, pixels.y, pixels.width, pixels.height)
        let letterbox = look.letterbox
        for row in (y / 2)..<((y + height + 1) / 2) {
            let at = 2 * row - y
            let upper = at >= 0 ? inks + at * width : nil
            let lower = at + 1 < height ? inks + (at + 1) * width : nil
            blocks(upper, lower, count: width, letterbox: letterbox, into: cells + row * columns + x)
        }
    }

    private func blocks(
        _ upper: UnsafePointer<UInt32>?, _ lower: UnsafePointer<UInt32>?, count: Int, letterbox: Color,
        into row: UnsafeMutablePointer<Cell>
    ) {
        if look.depth == .mono {
            CellAssembly.monoBlocks(upper: upper, lower: lower, count: count, into: row)
        } else if let upper, let lower {
            CellAssembly.halfBlocks(upper: upper, lower: lower, count: count, into: row)
        } else if let inks = upper ?? lower {
            CellAssembly.halfCovered(inks, isUpper: upper != nil, letterbox: letterbox, count: count, into: row)
        }
    }

    private func ascii(_ inks: UnsafePointer<UInt32>, count: Int, into row: UnsafeMutablePointer<Cell>) {
        if look.depth == .mono {
            CellAssembly.ramp(inks, count: count, into: row)
        } else {
            CellAssembly.spaces(inks, count: count, into: row)
        }
    }
}
