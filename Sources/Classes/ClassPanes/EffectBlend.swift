import Cells
import PlayCore
import ScreenKit

struct EffectPixel: Equatable {
    static let none = EffectPixel(red: 0, green: 0, blue: 0, opacity: 0)

    var red: UInt8
    var green: UInt8
    var blue: UInt8
    var opacity: UInt8
}

/// The two pixels of a cell.
struct EffectPair: Equatable {
    var upper: EffectPixel
    var lower: EffectPixel
}

struct EffectPixels {
    private let picture: ScaledPicture
    /// The least opacity that counts as visible.
    private static let least: UInt8 = 8

    init(_ picture: ScaledPicture) { self.picture = picture }

    /// Returns the effect's pixels in a cell, or `nil` if both are transparent.
    func pair(column: Int, row: Int) -> EffectPair? {
        let pair = EffectPair(upper: pixel(column, 2 * row), lower: pixel(column, 2 * row + 1))
        return pair.upper.opacity == 0 && pair.lower.opacity == 0 ? nil : pair
    }

    private func pixel(_ column: Int, _ row: Int) -> EffectPixel {
        let (x, y) = (column - picture.x, row - picture.y)
        guard (0..<picture.pixels.width).contains(x), (0..<picture.pixels.height).contains(y) else { return .none }
        let opacity = picture.opacity?[y * picture.pixels.width + x] ?? 255
        guard opacity >= Self.least else { return .none }
        let color = picture.pixels.rgb(x: x, y: y)
        return EffectPixel(red: color.red, green: color.green, blue: color.blue, opacity: opacity)
    }
}

/// Blends by opacity in linear light. Text stays readable where less than half of its cell is covered.
struct EffectBlend {
    private static let space: UInt32 = 0x20
    private static let upperHalf: UInt32 = 0x2580
    private static let lowerHalf: UInt32 = 0x2584
    private static let fullBlock: UInt32 = 0x2588

    /// The terminal's default background, if it is known.
    private let ground: Color
    private let ink: Color
    private let isASCII: Bool
    private let light = LinearLight.table

    init(_ terminal: TerminalTraits) {
        ground = terminal.background?.direct ?? .rgb(0, 0, 0)
        ink = Contrast.isLight(ground) ? .rgb(0, 0, 0) : .rgb(229, 229, 229)
        isASCII = terminal.isASCII
    }

    func cell(_ below: Cell, under pair: EffectPair) -> Cell {
        let isReversed = below.attributes.contains(.reverse)
        let front = shown(isReversed ? below.background : below.foreground, isReversed ? ground : ink)
        let back = shown(isReversed ? below.foreground : below.background, isReversed ? ink : ground)
        let opacity = (Int(pair.upper.opacity) + Int(pair.lower.opacity)) / 2
        let isText = ![Self.space, Self.upperHalf, Self.lowerHalf, Self.fullBlock, 0].contains(below.glyph)
        if isASCII || isText && opacity < 128 {
            let mean = mean(pair)
            var cell = below
            cell.attributes.remove(.reverse)
            cell.foreground = blended(mean, over: front)
            cell.background = blended(mean, over: back)
            if opacity >= 128 { cell.glyph = Self.space }
            return cell
        }
        let upper = [Self.upperHalf, Self.fullBlock].contains(below.glyph) ? front : back
        let lower = [Self.lowerHalf, Self.fullBlock].contains(below.glyph) ? front : back
        let isFree = below.glyph == Self.space && below.background.isDefault && !isReversed
        return halves(blended(pair.upper, over: upper), blended(pair.lower, over: lower), pair, isFree: isFree)
    }

    /// - Parameter isFree: whether the cell shows only the background, which stays where the effect is transparent.
    private func halves(_ upper: Color, _ lower: Color, _ pair: EffectPair, isFree: Bool) -> Cell {
        if isFree, pair.upper.opacity == 0 {
            return Cell(glyph: Self.lowerHalf, foreground: lower, background: .terminalDefault, attributes: [])
        }
        if isFree, pair.lower.opacity == 0 {
            return Cell(glyph: Self.upperHalf, foreground: upper, background: .terminalDefault, attributes: [])
        }
        if upper == lower {
            return Cell(glyph: Self.space, foreground: .terminalDefault, background: lower, attributes: [])
        }
        return Cell(glyph: Self.upperHalf, foreground: upper, background: lower, attributes: [])
    }

    private func shown(_ color: Color, _ usual: Color) -> Color { color.isDefault ? usual : color.direct }

    private func blended(_ pixel: EffectPixel, over below: Color) -> Color {
        .rgb(
            light.blended(pixel.red, over: below.red, opacity: pixel.opacity),
            light.blended(pixel.green, over: below.green, opacity: pixel.opacity),
            light.blended(pixel.blue, over: below.blue, opacity: pixel.opacity))
    }

    private func mean(_ pair: EffectPair) -> EffectPixel {
        let (upper, lower) = (UInt32(pair.upper.opacity), UInt32(pair.lower.opacity))
        let sum = max(1, upper + lower)
        func mean(_ a: UInt8, _ b: UInt8) -> UInt8 {
            light.code((light.ofCode[Int(a)] * upper + light.ofCode[Int(b)] * lower) / sum)
        }
        return EffectPixel(
            red: mean(pair.upper.red, pair.lower.red), green: mean(pair.upper.green, pair.lower.green),
            blue: mean(pair.upper.blue, pair.lower.blue), opacity: UInt8((upper + lower) / 2))
    }
}
