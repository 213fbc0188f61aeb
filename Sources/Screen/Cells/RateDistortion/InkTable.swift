/// The optimizer's table of colours: their components, and the bytes that set them. An ink is the raw value of a
/// ``Color``: direct, or an entry of the palette.
struct InkTable: @unchecked Sendable {
    // Sendable: the memory is written once, before `shared` can be seen, and never freed.
    static let shared = InkTable()

    /// 0x00RRGGBB per entry of xterm's palette.
    let palette: UnsafePointer<UInt32>
    /// Decimal digits of 0 … 255.
    let digits: UnsafePointer<UInt8>
    /// The nearest of the cube's six levels for each component value.
    private let levels: UnsafePointer<UInt8>

    /// The bytes of `ESC [` and `m` around the colours.
    static let frame = 3

    private init() {
        let palette = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
        let digits = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
        let levels = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
        for value in 0..<256 {
            palette[value] = PaletteMatch.components(UInt8(value)).rawValue
            digits[value] = value < 10 ? 1 : value < 100 ? 2 : 3
            // The levels are 0, 95, 135, 175, 215, 255 (xterm, `256colres.pl`); halfway between, the upper one begins.
            levels[value] = value < 48 ? 0 : value < 115 ? 1 : UInt8(min(5, (value - 35) / 40))
        }
        self.palette = UnsafePointer(palette)
        self.digits = UnsafePointer(digits)
        self.levels = UnsafePointer(levels)
    }

    /// Returns the components of an ink. The ink must not be the default.
    @inline(__always)
    func rgb(_ ink: UInt32) -> UInt32 { ink < 0x0100_0000 ? ink : palette[Int(ink & 0xFF)] }

    @inline(__always)
    func halves(_ cell: UnsafePointer<Cell>) -> (top: UInt32, bottom: UInt32) {
        let bottom = rgb(cell.pointee.background.rawValue)
        return (cell.pointee.glyph == 0x20 ? bottom : rgb(cell.pointee.foreground.rawValue), bottom)
    }

    @inline(__always)
    static func isKnown(_ ink: UInt32) -> Bool { ink < 0x0200_0000 }

    /// Returns the bytes of the parameters that set an ink, as ``RowEncoder`` writes them, without the final `;`.
    @inline(__always)
    func cost(_ ink: UInt32) -> Int {
        if ink < 0x0100_0000 {
            return 7 &+ Int(digits[Int(ink &>> 16)] &+ digits[Int(ink &>> 8 & 0xFF)] &+ digits[Int(ink & 0xFF)])
        }
        let index = Int(ink & 0xFF)
        return index < 16 ? (index < 8 ? 2 : 3) : 5 &+ Int(digits[index])
    }

    /// Returns the entry of the cube or the greys with the least squared distance of the components.
    @inline(__always)
    func nearest(_ rgb: UInt32) -> UInt32 {
        let (red, green, blue) = (Int32(rgb &>> 16 & 0xFF), Int32(rgb &>> 8 & 0xFF), Int32(rgb & 0xFF))
        let cube =
            16 &+ Int(levels[Int(red)]) &* 36 &+ Int(levels[Int(green)]) &* 6 &+ Int(levels[Int(blue)])
        let grey = 232 &+ Int(min(max((red &+ green &+ blue &- 9) / 30, 0), 23))
        return 0x0100_0000
            | UInt32(
                ColorError.squared(palette[grey], rgb, lumaWeight: 0)
                    < ColorError.squared(
                        palette[cube], rgb, lumaWeight: 0) ? grey : cube)
    }
}

enum ColorError {
    /// Returns ΔR² + ΔG² + ΔB² + `lumaWeight` · ΔY² (Rec. 709), at most 195 075 + 65 025 · `lumaWeight`.
    @inline(__always)
    static func squared(_ a: UInt32, _ b: UInt32, lumaWeight: Int32) -> Int32 {
        let red = Int32(a &>> 16 & 0xFF) &- Int32(b &>> 16 & 0xFF)
        let green = Int32(a &>> 8 & 0xFF) &- Int32(b &>> 8 & 0xFF)
        let blue = Int32(a & 0xFF) &- Int32(b & 0xFF)
        let luma = (54 &* red &+ 183 &* green &+ 19 &* blue &+ 128) &>> 8
        return red &* red &+ green &* green &+ blue &* blue &+ lumaWeight &* luma &* luma
    }
}
