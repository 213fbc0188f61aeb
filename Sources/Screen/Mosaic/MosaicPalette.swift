import Cells

enum PaletteKind: Sendable {
    case greys256, xterm256, xterm16, xterm8

    init?(_ look: MosaicLook) {
        switch look.depth {
        case .trueColor, .mono: return nil
        case .grey where look.hasDirectColor: return nil
        case .grey: self = .greys256
        case .palette256: self = .xterm256
        case .palette16: self = .xterm16
        case .palette8: self = .xterm8
        }
    }
}

/// The entries of a terminal's palette that pictures may use, and the search for the nearest one. Distances are 2·ΔR² +
/// 4·ΔG² + 3·ΔB² on gamma-coded values, a common cheap approximation of visible difference (Riemersma, "Colour
/// metric"). Its red-mean term is omitted, so that the grey axis can be solved in closed form.
struct MosaicPalette: Sendable {
    /// In the terminal's palette, by entry.
    let indexes: [UInt8]
    /// 0x00RRGGBB, by entry.
    let colors: [UInt32]
    /// Whether the entries are 16 … 255 of xterm's palette, in order. The search then needs no list.
    let isXtermCube: Bool

    /// Entries 16 … 255: the 6 × 6 × 6 cube and 24 greys (xterm, `256colres.pl`). 0 … 15 depend on the user's theme.
    static let xterm256 = MosaicPalette(
        indexes: Array(16...255),
        colors: (0..<216).map { rgb(level($0 / 36), level($0 / 6 % 6), level($0 % 6)) } + greys, isXtermCube: true)

    /// The greys of xterm's 256 colours: black and white, the ramp, and four of the cube.
    static let greys256: MosaicPalette = {
        let indexes = (0..<240).filter { isGrey(xterm256.colors[$0]) && $0 != 215 && $0 != 0 }
        let all = [0] + indexes + [215]
        return MosaicPalette(
            indexes: all.map { xterm256.indexes[$0] }, colors: all.map { xterm256.colors[$0] }, isXtermCube: false)
    }()

    /// xterm's defaults for 0 … 15 (`XTerm-col.ad`); themes differ.
    static let xterm16 = MosaicPalette(
        indexes: Array(0...15),
        colors: [
            0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
            0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
        ], isXtermCube: false)

    /// The first eight of them, which are available as a background everywhere, even on the Linux console.
    static let xterm8 = MosaicPalette(
        indexes: Array(0...7), colors: Array(xterm16.colors.prefix(8)), isXtermCube: false)

    /// 0x00RRGGBB of each of the terminal's 256 entries; 0 for entries that pictures do not use.
    let colorsOfEntries: [UInt32]

    init(indexes: [UInt8], colors: [UInt32], isXtermCube: Bool) {
        self.indexes = indexes
        self.colors = colors
        self.isXtermCube = isXtermCube
        var entries = [UInt32](repeating: 0, count: 256)
        for (index, color) in zip(indexes, colors) { entries[Int(index)] = color }
        colorsOfEntries = entries
    }

    static func of(_ look: MosaicLook) -> MosaicPalette? {
        PaletteKind(look).map { kind in
            switch kind {
            case .greys256: greys256
            case .xterm256: xterm256
            case .xterm16: xterm16
            case .xterm8: xterm8
            }
        }
    }

    /// Whether the entries are so dense that every colour has a similar one.
    var isFine: Bool { colors.count > 16 }

    func nearest(red: UInt8, green: UInt8, blue: UInt8) -> Color {
        let (red, green, blue) = (Int32(red), Int32(green), Int32(blue))
        return colors.withUnsafeBufferPointer { colors in
            guard let first = colors.baseAddress else { return .terminalDefault }
            let at =
                isXtermCube
                ? CubeSearch(colors: first).nearest(red, green, blue)
                : ListSearch(colors: first, count: colors.count).nearest(red, green, blue)
            return .palette(indexes[at])
        }
    }

    private static let greys = (0..<24).map { rgb(8 + 10 * $0, 8 + 10 * $0, 8 + 10 * $0) }

    private static func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }

    private static func rgb(_ red: Int, _ green: Int, _ blue: Int) -> UInt32 { UInt32(red << 16 | green << 8 | blue) }

    private static func isGrey(_ color: UInt32) -> Bool { color == (color & 0xFF) * 0x01_0101 }
}

/// Finds the entry of a palette nearest to a colour. Components may lie outside 0 … 255.
protocol PaletteSearch {
    var colors: UnsafePointer<UInt32> { get }
    /// Returns the entry's position.
    func nearest(_ red: Int32, _ green: Int32, _ blue: Int32) -> Int
}

extension PaletteSearch {
    @inline(__always)
    func distance(_ at: Int, _ red: Int32, _ green: Int32, _ blue: Int32) -> Int32 {
        let color = Int32(truncatingIfNeeded: colors[at])
        let byRed = red &- (color &>> 16)
        let byGreen = green &- ((color &>> 8) & 0xFF)
        let byBlue = blue &- (color & 0xFF)
        return byRed &* byRed &* 2 &+ byGreen &* byGreen &* 4 &+ byBlue &* byBlue &* 3
    }
}

/// Searches ``MosaicPalette/xterm256`` in closed form. The nearest colour of the cube has the nearest level of each
/// component; the nearest grey lies at the weighted mean. The better of the two is the nearest of all 240.
struct CubeSearch: PaletteSearch {
    let colors: UnsafePointer<UInt32>

    @inline(__always)
    func nearest(_ red: Int32, _ green: Int32, _ blue: Int32) -> Int {
        let cube = Int(step(red) &* 36 &+ step(green) &* 6 &+ step(blue))
        let mean = (red &* 2 &+ green &* 4 &+ blue &* 3) / 9
        let grey = 216 &+ Int(min(max((mean &- 3) / 10, 0), 23))
        return distance(grey, red, green, blue) < distance(cube, red, green, blue) ? grey : cube
    }

    @inline(__always)
    private func step(_ value: Int32) -> Int32 {
        if value < 115 { return value < 48 ? 0 : 1 }
        return min((value &- 35) / 40, 5)
    }
}

struct ListSearch: PaletteSearch {
    let colors: UnsafePointer<UInt32>
    let count: Int

    @inline(__always)
    func nearest(_ red: Int32, _ green: Int32, _ blue: Int32) -> Int {
        var best = 0
        var bestDistance = Int32.max
        var at = 0
        while at < count {
            let distance = distance(at, red, green, blue)
            if distance < bestDistance {
                best = at
                bestDistance = distance
            }
            at &+= 1
        }
        return best
    }
}
