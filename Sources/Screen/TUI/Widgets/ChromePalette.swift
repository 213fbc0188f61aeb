import Cells
import ScreenKit

/// Makes the colours of the chrome readable on the terminal's own background.
///
/// Widgets use the theme's colours (``Theme``) or people's own. This type decides their final colours once, when a
/// screen is composed. It applies a palette for dark or for light backgrounds, then changes a colour with a contrast
/// below 4.5 : 1 until it is readable, keeping its hue. On an unknown background the theme's colours stay, because the
/// user has chosen them for it; other colours are changed as if it were black.
struct ChromePalette {
    private let background: Color?
    private let depth: ColorDepth
    /// Colours of xterm's palette, by the number in the theme.
    private let theme: [UInt8]
    private let dim: UInt8
    /// Kept, because neighbours often have the same colour.
    private var last: (color: Color, look: Color) = (.terminalDefault, .terminalDefault)
    private var lifted: [Color: Color] = [:]

    /// Black, red, green, yellow, blue, magenta, cyan, white, then the same bright.
    private static let dark: [UInt8] = [16, 203, 77, 178, 75, 176, 44, 252, 246, 210, 120, 227, 111, 213, 87, 231]
    private static let light: [UInt8] = [16, 124, 22, 94, 19, 90, 24, 238, 241, 160, 22, 94, 26, 127, 23, 16]
    private static let dimOnDark: UInt8 = 246
    private static let dimOnLight: UInt8 = 241
    /// For sixteen or eight colours of unknown values: the ones that are dark in every theme.
    private static let fewOnLight: [UInt8] = [0, 1, 4, 1, 4, 5, 4, 0, 0, 1, 4, 1, 4, 5, 4, 0]

    init(_ terminal: TerminalTraits) {
        background = terminal.background
        depth = terminal.colorDepth
        let isLight = terminal.background.map(Contrast.isLight) ?? false
        if depth == .palette16 || depth == .palette8 {
            theme = isLight ? Self.fewOnLight : []
        } else {
            theme = terminal.background == nil ? [] : isLight ? Self.light : Self.dark
        }
        dim = isLight ? Self.dimOnLight : Self.dimOnDark
    }

    /// Changes the colours of a screen. Cells with a background of their own stay: they belong to a picture or its
    /// author.
    mutating func apply(to screen: inout CellBuffer) {
        guard depth != .mono, depth != .grey else { return }
        screen.withMutableCells { cells in
            for index in cells.indices where !cells[index].isTransparent && cells[index].background.isDefault {
                let cell = cells[index]
                if !cell.foreground.isDefault {
                    // Pixels of a picture.
                    if cell.foreground.paletteIndex == nil, GlyphMask.of(glyph: cell.glyph) != nil { continue }
                    cells[index].foreground = readable(cell.foreground)
                } else if cell.attributes.contains(.dim), hasManyColors, background != nil {
                    // Terminals render dim in different ways; on white it is often unreadable.
                    cells[index].foreground = readable(.palette(dim))
                    cells[index].attributes.remove(.dim)
                }
            }
        }
    }

    private var hasManyColors: Bool { depth == .trueColor || depth == .palette256 }

    private mutating func readable(_ color: Color) -> Color {
        if color != last.color { last = (color, lifted[color] ?? look(color)) }
        return last.look
    }

    private mutating func look(_ color: Color) -> Color {
        let index = color.paletteIndex.flatMap { $0 < 16 ? Int($0) : nil }
        let own = index.flatMap { theme.indices.contains($0) ? Color.palette(theme[$0]) : nil } ?? color
        guard hasManyColors, index == nil || !theme.isEmpty else { return own }
        let ground = background ?? .rgb(0, 0, 0)
        let sent = EncoderProfile(colorDepth: depth).sent(own)
        guard Contrast.ratio(sent, ground) < Contrast.readable else { return own }
        let better = Contrast.lifted(own, on: ground)
        let isExact = depth == .trueColor && own.paletteIndex == nil
        let result = isExact ? better : Contrast.nearestReadable(better, on: ground)
        lifted[color] = result
        return result
    }
}
