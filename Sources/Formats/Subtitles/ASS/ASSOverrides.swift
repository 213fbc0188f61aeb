/// The override tags in braces: `{\an8\i1\c&H0000FF&}`. Cells cannot show fonts, sizes, borders, karaoke, animation and
/// clips, so these are ignored. Of several positions the first one counts, as in libass.
struct ASSOverrides {
    private(set) var style: CueStyle
    private(set) var placement: CuePlacement
    /// Whether the text is between `\p1` and `\p0`, where it contains coordinates of a drawing.
    private(set) var isDrawing = false
    private var base: CueStyle
    private var hasAlignment = false
    /// In units of ``resolution``.
    private var position: (x: Double, y: Double)?
    private var anchor: CuePlacement.Horizontal
    private var fontSize: Double
    private let resolution: (x: Double, y: Double)
    private let styles: [String: ASSStyle]

    init(
        base: CueStyle, placement: CuePlacement, fontSize: Double? = nil,
        resolution: (x: Double, y: Double) = (384, 288), styles: [String: ASSStyle] = [:]
    ) {
        self.base = base
        style = base
        self.placement = placement
        anchor = placement.horizontal
        self.fontSize = fontSize ?? Self.usualFontSize
        self.resolution = resolution
        self.styles = styles
    }

    private static let usualFontSize = 18.0

    var point: SignPlace? {
        position.map { position in
            SignPlace(
                x: position.x / resolution.x, y: position.y / resolution.y, anchor: anchor,
                fontSize: fontSize / resolution.x)
        }
    }

    mutating func apply(_ block: ArraySlice<Unicode.Scalar>) {
        var depth = 0
        var start: Int?
        for index in block.indices {
            switch block[index] {
            case "(": depth += 1
            case ")": depth = max(0, depth - 1)
            case "\\" where depth == 0:
                if let start { applyTag(block[start..<index]) }
                start = index + 1
            default: break
            }
        }
        if let start { applyTag(block[start...]) }
    }

    private mutating func applyTag(_ tag: ArraySlice<Unicode.Scalar>) {
        let text = String(String.UnicodeScalarView(tag.drop { $0 == " " }.prefix(128)))
        let digits = text.prefix { "1234".contains($0) }.prefix(1)
        let letters = text.dropFirst(digits.count).prefix { $0.isASCII && $0.isLetter }
        let name = digits + letters
        let value = text.dropFirst(name.count).drop { $0 == " " }
        switch name {
        case "b": style.isBold = Self.number(value).map { $0 == 1 || $0 >= 600 } ?? base.isBold
        case "i": style.isItalic = Self.number(value).map { $0 == 1 } ?? base.isItalic
        case "u": style.isUnderlined = Self.number(value).map { $0 == 1 } ?? base.isUnderlined
        case "c", "1c": style.foreground = ASSStyle.colour(value) ?? base.foreground
        case "an": align(Self.number(value).flatMap(CuePlacement.init(keypad:)))
        case "a": align(Self.number(value).flatMap(CuePlacement.init(legacy:)))
        case "pos", "move": move(to: value)
        case "fs": fontSize = Double(value.prefix(9)).flatMap { $0 > 0 ? $0 : nil } ?? fontSize
        case "p": isDrawing = (Self.number(value) ?? 0) > 0
        // A style may follow directly: \rSign.
        case _ where letters.first == "r" && digits.isEmpty: reset(to: String(text.dropFirst()))
        default: break
        }
    }

    private mutating func reset(to name: String) {
        if let other = styles[name] { base = other.look }
        style = base
    }

    private mutating func align(_ wanted: CuePlacement?) {
        guard !hasAlignment, let wanted else { return }
        hasAlignment = true
        anchor = wanted.horizontal
        guard position == nil else { return }
        placement.horizontal = wanted.horizontal
        placement.vertical = wanted.vertical
    }

    /// Reads only the starting point of a movement.
    private mutating func move(to value: Substring) {
        let numbers = value.split(whereSeparator: { "(), ".contains($0) }).prefix(2).map { Double($0) }
        guard position == nil, numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite else {
            return
        }
        position = (x, y)
        let third = CuePlacement(thirdAtX: x / resolution.x, y: y / resolution.y)
        placement.horizontal = third.horizontal
        placement.vertical = third.vertical
    }

    private static func number(_ text: Substring) -> Int? { Int(text.prefix { $0.isNumber || $0 == "-" }.prefix(9)) }
}
