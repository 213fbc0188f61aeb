/// Writes cues as an ASS script that shows all of them at once.
package enum ASSWriter {
    /// The picture's height in the script's unit.
    private static let rows = 720

    /// - Parameters:
    ///   - cues: if several are at the bottom, the first one is lowest.
    ///   - aspect: width of the picture divided by its height, above 0.
    package static func script(of cues: [Cue], aspect: Double) -> String {
        let columns = max(1, Int((Double(rows) * aspect).rounded()))
        let head = """
            [Script Info]
            ScriptType: v4.00+
            PlayResX: \(columns)
            PlayResY: \(rows)
            WrapStyle: 0
            ScaledBorderAndShadow: yes

            [V4+ Styles]
            Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
            Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, \
            MarginV, Encoding
            Style: Default,sans-serif,40,&H00FFFFFF,&H00FFFFFF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2.5,0,2,20,20,24,1

            [Events]
            Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

            """
        return cues.reduce(into: head) { script, cue in
            script += "Dialogue: 0,0:00:00.00,9:59:59.99,Default,,0,0,0,,{\\an\(number(of: cue.placement))}"
            script += cue.lines.map { $0.map(text).joined() }.joined(separator: "\\N") + "\n"
        }
    }

    /// Returns ASS's number of a placement, as on a number pad.
    private static func number(of placement: CuePlacement) -> Int {
        let column =
            switch placement.horizontal {
            case .left: 1
            case .centre: 2
            case .right: 3
            }
        return switch placement.vertical {
        case .bottom: column
        case .middle: column + 3
        case .top: column + 6
        }
    }

    private static func text(_ span: CueSpan) -> String {
        var (on, off) = ("", "")
        for (letter, isSet) in [("b", span.style.isBold), ("i", span.style.isItalic), ("u", span.style.isUnderlined)]
        where isSet {
            on += "\\\(letter)1"
            off += "\\\(letter)0"
        }
        if let colour = span.style.foreground {
            // Blue comes first.
            let digits = [colour.blue, colour.green, colour.red].map {
                String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
            }
            on += "\\1c&H" + digits.joined() + "&"
            off += "\\1c"
        }
        let plain = escaped(span.text)
        return on.isEmpty ? plain : "{\(on)}\(plain){\(off)}"
    }

    /// Escapes text: an invisible joiner separates each backslash from the next letter.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\u{2060}").replacing("{", with: "\\{").replacing("}", with: "\\}")
    }
}
