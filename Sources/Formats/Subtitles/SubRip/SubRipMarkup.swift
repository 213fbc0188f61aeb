import PlayCore

/// The text of an SRT cue: a little HTML (`<b>`, `<i>`, `<u>`, `<font color>`), ASS's tags in braces, entities. Other
/// tags are removed if closed, else text. Also removes `{Y:…}`, which other formats leave behind.
struct SubRipMarkup {
    private let text: [Unicode.Scalar]
    private var index = 0
    private var builder = CueTextBuilder()
    private var overrides: ASSOverrides
    private var open: [String: Int] = [:]
    private var colours: [RGB?] = []
    /// Closing tags of other names that occur in the text.
    private let closers: Set<String>

    /// Parses UTF-8. A tag in the text has precedence over `placement`, which comes from the line of times.
    static func parse(_ lines: [ArraySlice<UInt8>], placement: CuePlacement?) -> ([CueLine], CuePlacement) {
        var markup = SubRipMarkup(lines.map(\.text).joined(separator: "\n"), placement ?? CuePlacement())
        markup.run()
        return (markup.builder.finish(), markup.overrides.placement)
    }

    private init(_ text: String, _ placement: CuePlacement) {
        self.text = Array(text.unicodeScalars)
        overrides = ASSOverrides(base: CueStyle(), placement: placement)
        var closers: Set<String> = []
        if text.utf8.contains(UInt8(ascii: "<")) {
            for start in self.text.indices where self.text[start] == "<" {
                if let tag = Tag(self.text[start...]), tag.isClosing { closers.insert(tag.name) }
            }
        }
        self.closers = closers
    }

    private mutating func run() {
        while index < text.count, !builder.isFull {
            switch text[index] {
            case "\n":
                builder.newLine()
                index += 1
            case "<": readTag()
            case "{": readBraces()
            case "\\": readBackslash()
            case "&": readEntity()
            default: readText()
            }
        }
    }

    private mutating func readText() {
        builder.append(text[index])
        index += 1
    }

    private mutating func readEntity() {
        guard let entity = Entities.read(text[index...]) else { return readText() }
        builder.append(entity.text)
        index += entity.length
    }

    private mutating func readBackslash() {
        switch index + 1 < text.count ? text[index + 1] : " " {
        case "N": builder.newLine()
        case "h": builder.append("\u{A0}")
        default: return readText()
        }
        index += 2
    }

    private mutating func readBraces() {
        let body = text[(index + 1)...].prefix(1024).prefix { $0 != "}" && $0 != "{" && $0 != "\n" }
        let isClosed = body.endIndex < text.count && text[body.endIndex] == "}"
        guard isClosed, let first = body.first else { return readText() }
        let isMicroDVD = body.count > 2 && Character(first).isLetter && body[body.startIndex + 1] == ":"
        guard first == "\\" || isMicroDVD else { return readText() }
        if first == "\\" {
            overrides.apply(body)
            restyle()
        }
        index = body.endIndex + 1
    }

    private mutating func readTag() {
        guard let tag = Tag(text[index...]) else { return readText() }
        let isPaired = tag.isClosing ? open[tag.name, default: 0] > 0 : closers.contains(tag.name)
        guard tag.isKnown || isPaired else { return readText() }
        if tag.isClosing {
            close(tag.name)
        } else if tag.name == "br" {
            builder.newLine()
        } else {
            open[tag.name, default: 0] += 1
            if tag.name == "font" {
                colours.append(tag.attribute("color").flatMap(ColorNames.parse) ?? colours.last ?? nil)
            }
        }
        restyle()
        index += tag.length
    }

    private mutating func close(_ name: String) {
        guard let count = open[name], count > 0 else { return }
        open[name] = count - 1
        if name == "font" { colours.removeLast() }
    }

    private mutating func restyle() {
        var style = overrides.style
        if open["b", default: 0] > 0 { style.isBold = true }
        if open["i", default: 0] > 0 { style.isItalic = true }
        if open["u", default: 0] > 0 { style.isUnderlined = true }
        if let colour = colours.last ?? nil { style.foreground = colour }
        builder.style = style
    }
}

extension SubRipMarkup {
    private struct Tag {
        let name: String
        let isClosing: Bool
        /// In scalars, with both brackets.
        let length: Int
        private let attributes: ArraySlice<Unicode.Scalar>

        private static let known: Set<String> = ["b", "i", "u", "s", "font", "br", "c", "v", "ruby", "rt", "span"]
        private static let maximumLength = 256

        /// Returns `nil` for text. A tag begins with a letter, so `2<3` is none.
        init?(_ text: ArraySlice<Unicode.Scalar>) {
            var rest = text.dropFirst().prefix(Self.maximumLength)
            isClosing = rest.first == "/"
            if isClosing { rest = rest.dropFirst() }
            let word = rest.prefix {
                $0 == "_" || Character($0).isASCII && (Character($0).isLetter || Character($0).isNumber)
            }
            guard let first = word.first, Character(first).isLetter else { return nil }
            let body = rest.dropFirst(word.count).prefix { $0 != "<" && $0 != ">" && $0 != "\n" }
            guard body.endIndex < rest.endIndex, rest[body.endIndex] == ">" else { return nil }
            if let separator = body.first, separator != " ", separator != ".", separator != "/" { return nil }
            name = String(String.UnicodeScalarView(word)).lowercased()
            attributes = body
            length = body.endIndex + 1 - text.startIndex
        }

        var isKnown: Bool { Self.known.contains(name) }

        func attribute(_ name: String) -> String? {
            let text = String(String.UnicodeScalarView(attributes))
            guard let range = text.lowercased().firstRange(of: name + "=") else { return nil }
            // The lower-case text has the same length, because the relevant names and values are ASCII.
            let offset = text.lowercased().utf8.distance(from: text.startIndex, to: range.upperBound)
            let rest = text.utf8.dropFirst(offset)
            guard let first = rest.first else { return nil }
            let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
            let value = isQuoted ? rest.dropFirst().prefix { $0 != first } : rest.prefix { $0 != 0x20 }
            return String(decoding: value, as: UTF8.self)
        }
    }
}
