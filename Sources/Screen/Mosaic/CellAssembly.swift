import Cells

/// Turns inks into cells. Always chooses the same of several cells that look the same, so that an unchanged picture
/// yields equal cells. The byte encoder may write another form. An ink is the raw value of a ``Cells/Color``, or a
/// level if there are no colours.
enum CellAssembly {
    private static let space: UInt32 = 0x20
    private static let upperHalf: UInt32 = 0x2580
    private static let lowerHalf: UInt32 = 0x2584
    private static let fullBlock: UInt32 = 0x2588
    private static let defaultColor: UInt32 = 0x0200_0000

    static func halfBlocks(
        upper: UnsafePointer<UInt32>, lower: UnsafePointer<UInt32>, count: Int, into cells: UnsafeMutablePointer<Cell>
    ) {
        var at = 0
        while at < count {
            let (top, bottom) = (upper[at], lower[at])
            let isEven = top == bottom
            store(isEven ? space : upperHalf, isEven ? defaultColor : top, bottom, to: cells + at)
            at &+= 1
        }
    }

    /// Writes ▀ or ▄ over the letterbox. With a coloured letterbox, the lower half is written as if covered.
    static func halfCovered(
        _ inks: UnsafePointer<UInt32>, isUpper: Bool, letterbox: Color, count: Int,
        into cells: UnsafeMutablePointer<Cell>
    ) {
        for at in 0..<count {
            if inks[at] == letterbox.rawValue {
                store(space, defaultColor, letterbox.rawValue, to: cells + at)
            } else if isUpper {
                store(upperHalf, inks[at], letterbox.rawValue, to: cells + at)
            } else if letterbox.isDefault {
                store(lowerHalf, inks[at], letterbox.rawValue, to: cells + at)
            } else {
                store(upperHalf, letterbox.rawValue, inks[at], to: cells + at)
            }
        }
    }

    /// Writes levels 0 and 1 in the terminal's own colours; `nil` outside the picture.
    static func monoBlocks(
        upper: UnsafePointer<UInt32>?, lower: UnsafePointer<UInt32>?, count: Int,
        into cells: UnsafeMutablePointer<Cell>
    ) {
        for at in 0..<count {
            let glyph =
                switch (upper?[at] ?? 0, lower?[at] ?? 0) {
                case (0, 0): space
                case (0, _): lowerHalf
                case (_, 0): upperHalf
                default: fullBlock
                }
            store(glyph, defaultColor, defaultColor, to: cells + at)
        }
    }

    static func spaces(_ inks: UnsafePointer<UInt32>, count: Int, into cells: UnsafeMutablePointer<Cell>) {
        for at in 0..<count { store(space, defaultColor, inks[at], to: cells + at) }
    }

    /// Characters with increasing coverage of their cell, darkest first (Paul Bourke's ten-step ramp).
    static let ramp: [UInt8] = Array(" .:-=+*#%@".utf8)

    static func ramp(_ inks: UnsafePointer<UInt32>, count: Int, into cells: UnsafeMutablePointer<Cell>) {
        ramp.withUnsafeBufferPointer { ramp in
            for at in 0..<count { store(UInt32(ramp[Int(inks[at])]), defaultColor, defaultColor, to: cells + at) }
        }
    }

    /// Stores 8 bytes twice: ``Cells/Cell`` has no padding; machines are little-endian. `Cell.init` is ⅓ slower.
    @inline(__always)
    static func store(
        _ glyph: UInt32, _ foreground: UInt32, _ background: UInt32, to cell: UnsafeMutablePointer<Cell>
    ) {
        let raw = UnsafeMutableRawPointer(cell)
        raw.storeBytes(of: UInt64(foreground) &<< 32 | UInt64(glyph), as: UInt64.self)
        raw.storeBytes(of: UInt64(background), toByteOffset: 8, as: UInt64.self)
    }
}
