/// The part of CSS in `STYLE` blocks that cells can show: colours, bold, italic, underline of `::cue` and
/// `::cue(selector)`, with a name, `#id`, `.class`es and `[voice="…"]`. Rules apply in order, without precedence of
/// more specific selectors. Ignores unsupported rules one by one.
struct WebVTTStyleSheet {
    /// `name` is empty for the whole cue.
    struct Element {
        var name: String
        var id = ""
        var classes: [String] = []
        var voice: String?
    }

    private struct Selector {
        var name: String?
        var id: String?
        var classes: [String] = []
        var voice: String?

        func matches(_ element: Element) -> Bool {
            (name ?? element.name) == element.name && (id ?? element.id) == element.id
                && classes.allSatisfy(element.classes.contains) && (voice == nil || voice == element.voice)
        }
    }

    private struct Rule {
        let selector: Selector
        let declarations: [(property: String, value: String)]
    }

    private var rules: [Rule] = []
    private static let maximumRules = 64

    mutating func add(_ text: String) {
        var rest = Self.withoutComments(text)[...]
        while rules.count < Self.maximumRules, let opening = rest.firstIndex(of: "{") {
            let body = rest[rest.index(after: opening)...]
            guard let closing = body.firstIndex(of: "}") else { return }
            if let selector = Self.selector(rest[..<opening]) {
                rules.append(Rule(selector: selector, declarations: Self.declarations(body[..<closing])))
            }
            rest = body[body.index(after: closing)...]
        }
    }

    func apply(to style: inout CueStyle, element: Element) {
        for rule in rules where rule.selector.matches(element) {
            for (property, value) in rule.declarations { Self.set(&style, property, value) }
        }
    }

    private static func set(_ style: inout CueStyle, _ property: String, _ value: String) {
        switch property {
        case "color": style.foreground = ColorNames.parse(value) ?? style.foreground
        case "background-color", "background": style.background = ColorNames.parse(value) ?? style.background
        case "font-weight": style.isBold = value == "bold" || value == "bolder" || (Int(value) ?? 0) >= 600
        case "font-style": style.isItalic = value == "italic" || value == "oblique"
        case "text-decoration", "text-decoration-line": style.isUnderlined = value.contains("underline")
        default: break
        }
    }

    private static func withoutComments(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let opening = rest.firstRange(of: "/*") {
            result += rest[..<opening.lowerBound]
            guard let closing = rest[opening.upperBound...].firstRange(of: "*/") else { return result }
            rest = rest[closing.upperBound...]
        }
        return result + rest
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.joined(separator: " ")
    }

    private static func declarations(_ body: Substring) -> [(property: String, value: String)] {
        body.split(separator: ";").compactMap { declaration in
            let parts = declaration.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            return (trimmed(parts[0]).lowercased(), trimmed(parts[1]).lowercased())
        }
    }

    /// Reads `::cue` or `::cue(…)`. Returns `nil` for any other selector.
    private static func selector(_ text: Substring) -> Selector? {
        let text = trimmed(text)
        if text == "::cue" { return Selector(name: "") }
        guard text.hasPrefix("::cue("), text.hasSuffix(")") else { return nil }
        var selector = Selector()
        var rest = trimmed(text.dropFirst(6).dropLast())[...]
        selector.name = name(&rest)
        while let mark = rest.first {
            rest = rest.dropFirst()
            switch mark {
            case "#": selector.id = name(&rest)
            case ".": selector.classes.append(name(&rest) ?? "")
            case "[":
                guard rest.hasPrefix("voice="), let end = rest.firstIndex(of: "]") else { return nil }
                selector.voice = String(rest[..<end].dropFirst(6).filter { $0 != "\"" && $0 != "'" })
                rest = rest[rest.index(after: end)...]
            default: return nil
            }
        }
        return selector
    }

    private static func name(_ rest: inout Substring) -> String? {
        let word = rest.prefix { !"#.[]: ".contains($0) }
        rest = rest.dropFirst(word.count)
        return word.isEmpty ? nil : String(word)
    }
}
