import PlayCore

/// Cleans and limits a cue's untrusted text: removes C0 and C1 controls, direction changes, tags and non-characters,
/// and keeps at most ``maximumScalars`` scalars in ``maximumLines`` lines.
struct CueTextBuilder {
    /// A screen full of text has a few thousand characters.
    static let maximumScalars = 4096
    static let maximumLines = 64

    var style = CueStyle() {
        didSet { if style != oldValue { closeSpan(oldValue) } }
    }

    private var lines: [CueLine] = []
    private var line: CueLine = []
    private var text = String.UnicodeScalarView()
    private var count = 0

    var isFull: Bool { count >= Self.maximumScalars }

    mutating func append(_ scalar: Unicode.Scalar) {
        guard !isFull, let clean = Self.cleaned(scalar) else { return }
        count += 1
        text.append(clean)
    }

    mutating func append(_ string: String) {
        for scalar in string.unicodeScalars { append(scalar) }
    }

    mutating func newLine() {
        guard lines.count < Self.maximumLines - 1 else {
            // Beyond the limit, text continues in the last line.
            append(" ")
            return
        }
        closeLine()
    }

    /// Removes blank lines at the beginning and end, and spaces around lines.
    mutating func finish() -> [CueLine] {
        closeLine()
        let trimmed = lines.map(Self.trimmed)
        guard let first = trimmed.firstIndex(where: { !$0.isEmpty }),
            let last = trimmed.lastIndex(where: { !$0.isEmpty })
        else { return [] }
        return Array(trimmed[first...last])
    }

    private mutating func closeSpan(_ style: CueStyle) {
        guard !text.isEmpty else { return }
        line.append(CueSpan(String(text), style))
        text = String.UnicodeScalarView()
    }

    private mutating func closeLine() {
        closeSpan(style)
        lines.append(line)
        line = []
    }

    private static func trimmed(_ line: CueLine) -> CueLine {
        var spans = line[...]
        while let first = spans.first {
            let text = first.text.drop { $0 == " " }
            spans.removeFirst()
            guard text.isEmpty else {
                spans = [CueSpan(String(text), first.style)] + spans
                break
            }
        }
        while let last = spans.last {
            spans.removeLast()
            guard let end = last.text.lastIndex(where: { $0 != " " }) else { continue }
            spans.append(CueSpan(String(last.text[...end]), last.style))
            break
        }
        return Array(spans)
    }

    /// Returns the scalar, its replacement, or `nil` to remove it.
    private static func cleaned(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x20..<0x7F, 0xA0..<0x600: scalar
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: " "
        // Every escape sequence starts with one of these.
        case 0..<0x20, 0x7F..<0xA0: nil
        // Direction marks, embeddings, overrides and isolates; also deprecated format characters.
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F: nil
        // Byte order mark, interlinear annotation, tags, non-characters.
        case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F, 0xFDD0...0xFDEF: nil
        case _ where ByteText.isCarrier(scalar): "\u{FFFD}"
        case let value where value & 0xFFFE == 0xFFFE: nil
        default: scalar
        }
    }
}
