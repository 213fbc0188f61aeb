import Cells
import TestSupport

/// Reads the clips `counter.*`. They have sixteen stripes, white where the bit of the picture's number is set, the
/// lowest bit at the left. They are four times as wide as high.
extension VTScreen {
    /// The number of the picture, or `nil` if none is shown.
    var counter: Int? { counter(row: rows / 2 - columns / 32) }

    /// Returns the number that both halves of a row's cells show, or `nil` if they show none.
    private func counter(row: Int) -> Int? {
        var number = 0
        for bit in 0..<16 {
            let look = Look(self[(2 * bit + 1) * columns / 32, row])
            guard let upper = Self.isLight(look.foreground), let lower = Self.isLight(look.background), upper == lower
            else { return nil }
            if upper { number |= 1 << bit }
        }
        return number
    }

    /// Whether the picture is shown and nothing else: its full number of rows, all with the same number, and letterbox
    /// around them. It fails for picture 0, which is as black as the letterbox.
    var showsPictureAlone: Bool {
        let height = columns / 8
        let first = (0..<rows).first { !isLetterbox(row: $0) } ?? 0
        guard first + height <= rows, abs(2 * first + height - rows) <= 1 else { return false }
        guard let number = counter(row: first) else { return false }
        return (first..<first + height).allSatisfy { counter(row: $0) == number }
            && (first + height..<rows).allSatisfy { isLetterbox(row: $0) }
    }

    /// Returns whether a row is blank on black, as around the picture.
    func isLetterbox(row: Int) -> Bool {
        (0..<columns).allSatisfy { column in
            let look = Look(self[column, row])
            return look.glyph == 0x2580 && look.foreground == look.background && Self.isBlack(look.background)
        }
    }

    /// Returns whether a colour is black, directly or from the 256 colours' cube, which takes fewer bytes.
    private static func isBlack(_ rawColor: UInt32) -> Bool {
        let color = Color(rawValue: rawColor)
        return color == .rgb(0, 0, 0) || color.paletteIndex == 16
    }

    /// Returns whether a colour is light, or `nil` if it is not a colour of a picture.
    private static func isLight(_ rawColor: UInt32) -> Bool? {
        guard let index = Color(rawValue: rawColor).paletteIndex else {
            return rawColor >> 24 == 0 ? rawColor >> 8 & 0xFF > 127 : nil
        }
        // Black and white of the 256 colours' cube, and its greys.
        return switch index {
        case 16, 232..<244: false
        case 231, 244...255: true
        default: nil
        }
    }

    /// Returns the columns of the bar's slider in a row, or `nil` if there is none.
    func sliderColumns(row: Int) -> ClosedRange<Int>? {
        let glyphs = Set("═●─░│".unicodeScalars.map(\.value))
        let found = (0..<columns).filter { glyphs.contains(self[$0, row].glyph) }
        guard let first = found.first, let last = found.last else { return nil }
        return first...last
    }
}
