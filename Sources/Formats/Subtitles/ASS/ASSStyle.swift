/// A line of `[V4+ Styles]`, reduced to what cells can show.
struct ASSStyle: Equatable {
    var look = CueStyle()
    var placement = CuePlacement()
    /// In the script's units.
    var fontSize: Double?

    /// `fields` are trimmed, by lower-case name. A legacy alignment has SSA's numbers.
    init(_ fields: [String: Substring], isLegacy: Bool) {
        look.isBold = Self.isOn(fields["bold"])
        look.isItalic = Self.isOn(fields["italic"])
        look.isUnderlined = Self.isOn(fields["underline"])
        look.foreground = fields["primarycolour"].flatMap(Self.colour)
        fontSize = fields["fontsize"].flatMap { Double($0) }.flatMap { $0 > 0 && $0 < 10_000 ? $0 : nil }
        // 3: an opaque box instead of an outline.
        if fields["borderstyle"] == "3" {
            look.background = (fields["outlinecolour"] ?? fields["tertiarycolour"]).flatMap(Self.colour)
        }
        if let number = fields["alignment"].flatMap({ Int($0) }) {
            placement = (isLegacy ? CuePlacement(legacy: number) : CuePlacement(keypad: number)) ?? placement
        }
    }

    private static func isOn(_ field: Substring?) -> Bool { field == "-1" || field == "1" }

    /// Reads `&HAABBGGRR&`, or the same number in decimal. Returns `nil` for any other text.
    static func colour(_ text: Substring) -> RGB? {
        let word = text.filter { $0 != " " }
        let value: UInt32?
        if word.lowercased().hasPrefix("&h") {
            let digits = word.dropFirst(2).prefix { $0.isASCII && $0.isHexDigit }
            value = UInt32(digits.suffix(8), radix: 16)
        } else {
            value = Int64(word).flatMap { abs($0) <= 0xFFFF_FFFF ? UInt32(truncatingIfNeeded: $0) : nil }
        }
        return value.map { value in
            RGB(
                UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8),
                UInt8(truncatingIfNeeded: value >> 16))
        }
    }
}
