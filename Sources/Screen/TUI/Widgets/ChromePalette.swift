import Cells

/// The colours of the chrome as they are read on the terminal's own background.
///
/// Widgets name colours of the theme (``Theme``) or the colours that people chose for themselves. What those become is
/// decided here, once, when a screen is composed: one palette for dark and one for light backgrounds, and whatever is not
/// read with 4.5 : 1 then is lifted, with its hue. On a background that nobody knows the theme's colours stay, since its
/// owner chose them for it, and other colours are lifted as if it were black.
struct ChromePalette {
    private let background: Color?
    private let depth: ColorDepth
    /// By the number of a colour of the theme; of xterm's palette.
    private let theme: [UInt8]
    private let dim: UInt8
    /// Neighbours share their colour.
    private var last: (color: Color, look: Color) = (.terminalDefault, .terminalDefault)
    /// What was not read as it is.
    private var lifted: [Color: Color] = [:]

    /// Red, green, yellow, blue, magenta, cyan, each as it is and bright.
    private static let dark: [UInt8] = [16, 203, 77, 178, 75, 176, 44, 252, 246, 210, 120, 227, 111, 213, 87, 231]
    private static let light: [UInt8] = [16, 124, 22, 94, 19, 90, 24, 238, 241, 160, 22, 94, 26, 127, 23, 16]
    private static let dimOnDark: UInt8 = 246
    private static let dimOnLight: UInt8 = 241
    /// Where there are sixteen colours or eight, nobody knows which: those that are dark everywhere.
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

    /// Colours of cells without a background of their own: those of others belong to a picture, or to its author.
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
                    // Each terminal has its own idea of dim; many a one is not read on white.
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
        // As the theme has it, whatever that is.
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
