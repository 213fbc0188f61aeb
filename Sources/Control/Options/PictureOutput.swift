import PlayCore

package enum PictureOutput: String, Sendable, CaseIterable {
    case auto, half, quadrant, sextant, braille, sixel, kitty, null

    package var summary: String {
        switch self {
        case .auto: trMark("Kitty graphics where the terminal is on this machine and supports them, else half blocks.")
        case .half: trMark("Half blocks: two pixels per character. Works everywhere.")
        case .quadrant: trMark("Quadrant blocks: four pixels and two colours per character. In most fonts.")
        case .sextant: trMark("Sextant blocks: six pixels and two colours per character. Not in every font.")
        case .braille: trMark("Braille: eight dots and one colour per character.")
        case .sixel: trMark("Sixel graphics, 240 colours: xterm, foot, mlterm, WezTerm and others.")
        case .kitty: trMark("Kitty graphics, all colours: kitty, Ghostty, WezTerm, Konsole.")
        case .null: trMark("Show no pictures, but decode them.")
        }
    }

    /// Whether it may use pixels instead of characters, which not every terminal supports.
    package var isGraphics: Bool { self == .sixel || self == .kitty || self == .auto }

    package var symbols: PictureSymbols? { self == .auto ? nil : PictureSymbols(rawValue: rawValue) }
}

/// `--symbols`: the characters of pictures.
package enum PictureSymbols: String, Sendable, CaseIterable { case auto, half, quadrant, sextant, braille, ascii }

extension PlayerOptions {
    package var wantedSymbols: PictureSymbols? {
        pictureSymbols != .auto ? pictureSymbols : pictureOutput?.symbols
    }

    var contradiction: (String, String)? {
        if let output = pictureOutput, let symbols = output.symbols, ![.auto, symbols].contains(pictureSymbols) {
            return ("--vo=\(output.rawValue)", "--symbols=\(pictureSymbols.rawValue)")
        }
        guard usesASCII == true else { return nil }
        if let output = pictureOutput, ![.auto, .half, .null].contains(output) {
            return ("--ascii", "--vo=\(output.rawValue)")
        }
        return [.auto, .ascii].contains(pictureSymbols)
            ? nil : ("--ascii", "--symbols=\(pictureSymbols.rawValue)")
    }
}
