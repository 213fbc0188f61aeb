package import PlayCore

/// Parses SSA and ASS files, and ASS in containers, which store the header and each event's times separately.
package struct ASSParser: Sendable {
    private enum Section { case information, styles, events, other }

    private var section = Section.other
    private var isLegacy = false
    private var styleFields = Self.defaultStyleFields
    private var eventFields = Self.defaultEventFields
    private var styles: [String: ASSStyle] = [:]
    private var resolution: (x: Double?, y: Double?) = (nil, nil)
    /// Whether `\n` also breaks the line.
    private var breaksAtSmallN = false
    private(set) var cues: [Cue] = []

    private static let defaultStyleFields = [
        "name", "fontname", "fontsize", "primarycolour", "secondarycolour", "outlinecolour", "backcolour", "bold",
        "italic", "underline", "strikeout", "scalex", "scaley", "spacing", "angle", "borderstyle", "outline", "shadow",
        "alignment", "marginl", "marginr", "marginv", "encoding",
    ]
    private static let defaultEventFields = [
        "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
    ]
    /// The fields of an event in Matroska.
    private static let packetFields = [
        "readorder", "layer", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
    ]
    private static let maximumStyles = 4096

    /// - Parameter header: UTF-8 from a container, or empty.
    package init(header: [UInt8] = []) {
        var reader = LineReader(header[...])
        while let line = reader.next() { parse(line) }
    }

    static func parse(_ text: ArraySlice<UInt8>, cancel: CancelToken? = nil) -> [Cue] {
        var parser = ASSParser()
        var reader = LineReader(text, cancel: cancel)
        while parser.cues.count < SubtitleLimits.cues, let line = reader.next() { parser.parse(line) }
        return parser.cues
    }

    /// Reads an event (UTF-8) that begins with the reading order and has no times. Returns `nil` if it shows nothing.
    package func cue(packet: [UInt8], start: MediaTime, end: MediaTime) -> Cue? {
        cue(Self.fields(String(decoding: packet, as: UTF8.self)[...], Self.packetFields), start: start, end: end)
    }

    private mutating func parse(_ line: ArraySlice<UInt8>) {
        let line = line.trimmed
        guard let first = line.first, first != UInt8(ascii: ";"), first != UInt8(ascii: "!") else { return }
        if first == UInt8(ascii: "[") { return enter(line) }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let key = line[..<colon].trimmed.text.lowercased()
        let value = line[(colon + 1)...]
        // Some files lack sections, so the key of a line decides.
        switch (key, section) {
        case ("format", .styles): styleFields = Self.names(value.text)
        case ("format", _): eventFields = Self.names(value.text)
        case ("style", _): parseStyle(value.text[...])
        case ("dialogue", _): parseEvent(value)
        case ("playresx", _): resolution.x = Self.positive(value)
        case ("playresy", _): resolution.y = Self.positive(value)
        case ("wrapstyle", _): breaksAtSmallN = value.trimmed.text == "2"
        default: break
        }
    }

    private mutating func enter(_ line: ArraySlice<UInt8>) {
        switch line.text.lowercased() {
        case "[script info]": section = .information
        case "[v4 styles]":
            section = .styles
            isLegacy = true
        case "[v4+ styles]", "[v4 styles+]", "[v4++ styles]":
            section = .styles
            isLegacy = false
        case "[events]": section = .events
        default: section = .other
        }
    }

    private static func names(_ text: String) -> [String] {
        text.split(separator: ",").prefix(64).map { trimmed($0).lowercased() }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let rest = text.drop { $0 == " " || $0 == "\t" }
        guard let last = rest.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return rest[...last]
    }

    private static func positive(_ text: ArraySlice<UInt8>) -> Double? {
        Double(text.trimmed.text).flatMap { $0 >= 1 && $0 <= 1e6 ? $0 : nil }
    }

    /// Returns the fields by name, or `nil` if some are missing. The last field is the line's rest, with commas.
    private static func fields(_ text: Substring, _ names: [String]) -> [String: Substring]? {
        guard !names.isEmpty else { return nil }
        let parts = text.split(separator: ",", maxSplits: names.count - 1, omittingEmptySubsequences: false)
        guard parts.count == names.count else { return nil }
        return Dictionary(
            zip(names, parts).map { name, part in (name, name == "text" ? part : trimmed(part)) },
            uniquingKeysWith: { first, _ in first })
    }

    private mutating func parseStyle(_ value: Substring) {
        guard styles.count < Self.maximumStyles, let fields = Self.fields(value, styleFields),
            let name = fields["name"]
        else { return }
        styles[Self.plainName(name)] = ASSStyle(fields, isLegacy: isLegacy)
    }

    /// Removes the star with which SSA marks styles.
    private static func plainName(_ name: Substring) -> String { String(name.drop { $0 == "*" }) }

    private mutating func parseEvent(_ value: ArraySlice<UInt8>) {
        let text = value.prefix(SubtitleLimits.cueBytes).text
        guard let fields = Self.fields(text[...], eventFields), let start = fields["start"].flatMap(Self.time),
            let end = fields["end"].flatMap(Self.time), let cue = cue(fields, start: start, end: end)
        else { return }
        cues.append(cue)
    }

    private func cue(_ fields: [String: Substring]?, start: MediaTime, end: MediaTime) -> Cue? {
        guard let fields, let text = fields["text"] else { return nil }
        let style = fields["style"].flatMap { styles[Self.plainName($0)] } ?? styles["Default"]
        let layer = fields["layer"].flatMap { Int($0.prefix(9)) } ?? 0
        let (lines, overrides) = parse(text, style)
        guard !lines.isEmpty else { return nil }
        return Cue(
            start: start, end: end, layer: layer, placement: overrides.placement, point: overrides.point, lines: lines)
    }

    private func parse(_ text: Substring, _ style: ASSStyle?) -> ([CueLine], ASSOverrides) {
        var overrides = ASSOverrides(
            base: style?.look ?? CueStyle(), placement: style?.placement ?? CuePlacement(),
            fontSize: style?.fontSize, resolution: playResolution, styles: styles)
        var builder = CueTextBuilder()
        builder.style = overrides.style
        let scalars = Array(text.unicodeScalars)
        let lastBrace = scalars.lastIndex(of: "}") ?? -1
        var index = 0
        while index < scalars.count, !builder.isFull {
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            if scalars[index] == "{", index < lastBrace, let end = scalars[index...].firstIndex(of: "}") {
                overrides.apply(scalars[(index + 1)..<end])
                builder.style = overrides.style
                index = end + 1
            } else if scalars[index] == "\\", let next, "Nnh".unicodeScalars.contains(next) {
                if !overrides.isDrawing { breakLine(next, &builder) }
                index += 2
            } else {
                if !overrides.isDrawing { builder.append(scalars[index]) }
                index += 1
            }
        }
        return (builder.finish(), overrides)
    }

    private func breakLine(_ letter: Unicode.Scalar, _ builder: inout CueTextBuilder) {
        switch letter {
        case "N": builder.newLine()
        case "n": breaksAtSmallN ? builder.newLine() : builder.append(" ")
        default: builder.append("\u{A0}")
        }
    }

    /// libass's rule: a missing dimension follows from the other one by 4:3, and both default to VSFilter's size.
    private var playResolution: (x: Double, y: Double) {
        switch resolution {
        case (let x?, let y?): (x, y)
        case (let x?, nil): (x, x == 1280 ? 1024 : x * 3 / 4)
        case (nil, let y?): (y == 1024 ? 1280 : y * 4 / 3, y)
        case (nil, nil): (384, 288)
        }
    }

    /// Reads `h:mm:ss.cc`. Some files have a colon before the fraction.
    private static func time(_ text: Substring) -> MediaTime? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (3...4).contains(parts.count) else { return nil }
        let last = parts[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 4 ? parts[3] : last.count == 2 ? last[1] : ""
        guard let hours = whole(parts[0]), let minutes = whole(parts[1]), let seconds = last.first.flatMap(whole),
            fraction.utf8.allSatisfy(\.isDigit)
        else { return nil }
        let digits = fraction.prefix(9)
        let nanoseconds =
            (Int64(digits) ?? 0) * (0..<(9 - digits.count)).reduce(Int64(1)) { product, _ in product * 10 }
        return MediaTime(nanoseconds: (hours * 3600 + minutes * 60 + seconds) * 1_000_000_000 + nanoseconds)
    }

    private static func whole(_ text: Substring) -> Int64? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int64(text)
    }
}
