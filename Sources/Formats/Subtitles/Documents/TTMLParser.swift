import PlayCore
import XML

/// TTML (W3C, Timed Text Markup Language 2) as far as cells can show it: times, lines, spans, colour, weight, slant,
/// underline, and the third of the picture that contains a region.
enum TTMLParser {
    private static let limits = XMLLimits(bytes: SubtitleLimits.fileBytes)

    /// Returns no cues for another document, and those before the error for a damaged one.
    static func parse(_ bytes: [UInt8]) -> [Cue] {
        let reader = TTMLReader()
        do { try XMLReader.read(bytes, limits: limits, handler: reader) } catch {
            Log.shared.write(.info, "subtitles", "TTML, line \(error.line): \(error.reason)")
        }
        return reader.cues
    }
}

private final class TTMLReader: XMLHandler {
    private struct Scope {
        var start = MediaTime.zero
        var end = Cue.openEnd
        var isTimed = false
        var hasEnd = false
        /// Whether the children are shown one after another (`timeContainer="seq"`).
        var isSequence = false
        var childEnd = MediaTime.zero

        /// An element without an end lasts as long as its children.
        var ownEnd: MediaTime { hasEnd ? end : childEnd }
        var style = CueStyle()
        var region: String?
        var alignment = CuePlacement.Horizontal.centre
        var keepsSpace = false
        var isCue = false
        var isRegion = false
    }

    private(set) var cues: [Cue] = []
    private var scopes: [Scope] = [Scope()]
    private var texts: [Text] = []
    private var clock = TTMLClock()
    private var styles: [String: [String: String]] = [:]
    private var regions: [String: [String: String]] = [:]
    private var openRegion: String?
    private var isText = false

    private struct Text {
        var builder = CueTextBuilder()
        var endsWithSpace = true
    }

    func begin(_ name: String, _ attributes: [String: String]) throws(XMLRefusal) {
        let values = Self.plain(attributes)
        var scope = scopes[scopes.count - 1]
        (scope.isCue, scope.isRegion, scope.isTimed) = (false, name == "region", false)
        switch name {
        case "tt": clock = TTMLClock(values)
        case "style":
            if let region = openRegion {
                regions[region]?.merge(values) { $1 }
            } else if let id = values["id"], styles.count < 4096 {
                styles[id] = values
            }
        case "region":
            guard let id = values["id"], regions.count < 4096 else { break }
            regions[id] = resolved(values)
            openRegion = id
        case "br": newLine()
        case "body", "div", "p", "span":
            if name == "body" { isText = true }
            apply(values, to: &scope, in: scopes[scopes.count - 1])
            scope.isCue = name == "p" || name == "span" && (values["begin"] ?? values["end"] ?? values["dur"]) != nil
            if scope.isCue {
                guard cues.count < SubtitleLimits.cues else { throw XMLRefusal("too many lines") }
                texts.append(Text())
            }
            if !texts.isEmpty { texts[texts.count - 1].builder.style = scope.style }
        default: break
        }
        scopes.append(scope)
    }

    func interrupt(_ text: () -> String) { add(text()) }

    func end(_ text: String) {
        add(text)
        let scope = scopes.count > 1 ? scopes.removeLast() : scopes[0]
        if scope.isTimed {
            let outer = scopes.count - 1
            scopes[outer].childEnd =
                scopes[outer].isSequence ? scope.ownEnd : max(scopes[outer].childEnd, scope.ownEnd)
        }
        if scope.isCue, var text = texts.popLast() {
            let lines = text.builder.finish()
            if !lines.isEmpty, scope.end > scope.start {
                cues.append(Cue(start: scope.start, end: scope.end, placement: placement(scope), lines: lines))
            }
        }
        if !texts.isEmpty { texts[texts.count - 1].builder.style = scopes[scopes.count - 1].style }
        if scope.isRegion { openRegion = nil }
    }

    // MARK: Text

    private func add(_ text: String) {
        guard isText, !texts.isEmpty else { return }
        let keepsSpace = scopes[scopes.count - 1].keepsSpace
        var current = texts.removeLast()
        for scalar in text.unicodeScalars {
            let isSpace = [" ", "\t", "\n", "\r"].contains(scalar)
            if isSpace, !keepsSpace, current.endsWithSpace { continue }
            current.builder.append(isSpace ? " " : scalar)
            current.endsWithSpace = isSpace
        }
        texts.append(current)
    }

    private func newLine() {
        guard !texts.isEmpty else { return }
        texts[texts.count - 1].builder.newLine()
        texts[texts.count - 1].endsWithSpace = true
    }

    // MARK: Attributes

    /// Removes the prefixes, which a document may choose.
    private static func plain(_ attributes: [String: String]) -> [String: String] {
        var result: [String: String] = [:]
        for (name, value) in attributes { result[String(name.split(separator: ":").last ?? "")] = value }
        return result
    }

    private func resolved(_ values: [String: String], depth: Int = 0) -> [String: String] {
        guard depth < 8, let names = values["style"] else { return values }
        var result: [String: String] = [:]
        for name in names.split(separator: " ").prefix(32) {
            guard let style = styles[String(name)] else { continue }
            result.merge(resolved(style, depth: depth + 1)) { $1 }
        }
        return result.merging(values) { $1 }
    }

    private func apply(_ values: [String: String], to scope: inout Scope, in parent: Scope) {
        let base = parent.isSequence ? parent.childEnd : parent.start
        scope.start = base + (values["begin"].flatMap(clock.time) ?? .zero)
        (scope.isTimed, scope.childEnd) = (true, scope.start)
        scope.isSequence = values["timeContainer"] == "seq"
        scope.hasEnd = (values["end"] ?? values["dur"]).flatMap(clock.time) != nil
        if let end = values["end"].flatMap(clock.time) { scope.end = min(scope.end, base + end) }
        if let duration = values["dur"].flatMap(clock.time) { scope.end = min(scope.end, scope.start + duration) }
        scope.region = values["region"] ?? scope.region
        if let space = values["space"] { scope.keepsSpace = space == "preserve" }
        let all = resolved(values)
        if let colour = all["color"].flatMap({ ColorNames.parse($0) }) { scope.style.foreground = colour }
        if let slant = all["fontStyle"] { scope.style.isItalic = slant == "italic" || slant == "oblique" }
        if let weight = all["fontWeight"] { scope.style.isBold = weight == "bold" }
        if let line = all["textDecoration"] {
            scope.style.isUnderlined = line.split(separator: " ").contains("underline")
        }
        switch all["textAlign"] {
        case "left", "start": scope.alignment = .left
        case "right", "end": scope.alignment = .right
        case "center": scope.alignment = .centre
        default: break
        }
    }

    private func placement(_ scope: Scope) -> CuePlacement {
        var result = CuePlacement()
        result.horizontal = scope.alignment
        guard let region = scope.region.flatMap({ regions[$0] }) else { return result }
        let origin = Self.percentages(region["origin"]), extent = Self.percentages(region["extent"])
        guard let top = origin?.1 else { return result }
        let height = extent?.1 ?? 1 - top
        let share =
            switch region["displayAlign"] {
            case "after": top + height
            case "center": top + height / 2
            default: top
            }
        result.vertical = CuePlacement(thirdAtX: 0.5, y: share).vertical
        return result
    }

    /// Reads `15% 80%` as shares. Returns `nil` for other units.
    private static func percentages(_ text: String?) -> (Double, Double)? {
        let parts = text?.split(separator: " ") ?? []
        guard parts.count == 2, parts.allSatisfy({ $0.hasSuffix("%") }), let x = Double(parts[0].dropLast()),
            let y = Double(parts[1].dropLast())
        else { return nil }
        return (x / 100, y / 100)
    }
}

struct TTMLClock {
    /// Frames per second.
    private var frames = 30.0
    private var ticks = 1.0

    init() {}

    init(_ root: [String: String]) {
        let rate = root["frameRate"].flatMap { Double($0) } ?? 30
        let multiplier = root["frameRateMultiplier"]?.split { $0 == " " || $0 == ":" }.compactMap { Double($0) } ?? []
        let factor = multiplier.count == 2 && multiplier[1] > 0 ? multiplier[0] / multiplier[1] : 1
        frames = rate * factor > 0 ? rate * factor : 30
        // By default one tick per second, or per frame if a frame rate is declared.
        let rateOfTicks = root["tickRate"].flatMap { Double($0) } ?? (root["frameRate"] == nil ? 1 : frames)
        ticks = rateOfTicks > 0 ? rateOfTicks : 1
    }

    /// Reads `hh:mm:ss.fff`, `hh:mm:ss:frames`, and `12.5s` with `h`, `m`, `s`, `ms`, `f`, `t`.
    func time(_ text: String) -> MediaTime? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 3 || parts.count == 4 {
            let numbers = parts.compactMap { Double($0) }
            guard numbers.count == parts.count else { return nil }
            let seconds = numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
            return bounded(seconds + (numbers.count == 4 ? numbers[3] / frames : 0))
        }
        let unit = text.drop { $0.isNumber || $0 == "." }
        guard parts.count == 1, let number = Double(text.dropLast(unit.count)) else { return nil }
        let lengths = ["h": 3600, "m": 60, "s": 1, "ms": 0.001, "f": 1 / frames, "t": 1 / ticks]
        return lengths[String(unit)].flatMap { bounded(number * $0) }
    }

    /// Limits a time to a year.
    private func bounded(_ seconds: Double) -> MediaTime? {
        (0...31_536_000).contains(seconds) ? MediaTime(seconds: seconds) : nil
    }
}
