import PlayCore

/// Parses tags, classes and entities by the specification's tokenizer and tree rules. Ruby text follows its base in
/// round brackets, because cells cannot show small print. Times within the text (karaoke) are ignored. A voice
/// determines the colour, but its name is not shown, as in browsers.
struct WebVTTCueText {
    private struct Node {
        let name: String
        let style: CueStyle
    }

    private let text: [Unicode.Scalar]
    private var index = 0
    private var builder = CueTextBuilder()
    private var open: [Node] = []
    private let styleSheet: WebVTTStyleSheet
    private let base: CueStyle

    /// Deeper nesting does not occur in real files. Such text remains plain.
    private static let maximumDepth = 64

    static func parse(_ text: String, cueName: String = "", styleSheet: WebVTTStyleSheet = WebVTTStyleSheet())
        -> [CueLine]
    {
        var parser = WebVTTCueText(text, cueName, styleSheet)
        parser.run()
        while !parser.open.isEmpty { parser.pop() }
        return parser.builder.finish()
    }

    private init(_ text: String, _ cueName: String, _ styleSheet: WebVTTStyleSheet) {
        self.text = Array(text.unicodeScalars)
        self.styleSheet = styleSheet
        var base = CueStyle()
        styleSheet.apply(to: &base, element: WebVTTStyleSheet.Element(name: "", id: cueName))
        self.base = base
        builder.style = base
    }

    private mutating func run() {
        while index < text.count, !builder.isFull {
            switch text[index] {
            case "\n":
                builder.newLine()
                index += 1
            case "&":
                if let entity = Entities.read(text[index...]) {
                    builder.append(entity.text)
                    index += entity.length
                } else {
                    builder.append("&")
                    index += 1
                }
            case "<": readTag()
            default:
                builder.append(text[index])
                index += 1
            }
        }
    }

    /// Reads up to `>`. An unclosed tag extends to the end of the text.
    private mutating func readTag() {
        let body = text[(index + 1)...].prefix { $0 != ">" }
        index = min(text.count, body.endIndex + 1)
        guard let first = body.first else { return }
        if first == "/" {
            close(Self.string(body.dropFirst()))
        } else if !("0"..."9").contains(first) {
            start(body)
        }
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\u{C}"
    }

    private mutating func start(_ body: ArraySlice<Unicode.Scalar>) {
        let word = body.prefix(4096).prefix { !Self.isSpace($0) }
        let names = word.split(separator: ".", omittingEmptySubsequences: false).map(Self.string)
        let annotation = body.dropFirst(word.count).prefix(4096).split(whereSeparator: Self.isSpace).map(Self.string)
            .joined(separator: " ")
        guard let name = names.first, ["c", "i", "b", "u", "ruby", "rt", "v", "lang"].contains(name),
            name != "rt" || open.last?.name == "ruby", open.count < Self.maximumDepth
        else { return }
        let element = WebVTTStyleSheet.Element(
            name: name, classes: names.dropFirst().filter { !$0.isEmpty }, voice: name == "v" ? annotation : nil)
        var style = open.last?.style ?? base
        switch name {
        case "b": style.isBold = true
        case "i": style.isItalic = true
        case "u": style.isUnderlined = true
        default: break
        }
        Self.colour(&style, element.classes)
        styleSheet.apply(to: &style, element: element)
        if name == "rt" { builder.append("(") }
        open.append(Node(name: name, style: style))
        builder.style = style
    }

    private mutating func close(_ name: String) {
        guard let last = open.last else { return }
        if last.name == name {
            pop()
        } else if name == "ruby", last.name == "rt" {
            pop()
            pop()
        }
    }

    private mutating func pop() {
        let node = open.removeLast()
        if node.name == "rt" { builder.append(")") }
        builder.style = open.last?.style ?? base
    }

    /// Applies the classes that every player knows: `<c.yellow.bg_blue>`.
    private static func colour(_ style: inout CueStyle, _ classes: [String]) {
        for name in classes {
            if let colour = colours[name] { style.foreground = RGB(colour) }
            if name.hasPrefix("bg_"), let colour = colours[String(name.dropFirst(3))] { style.background = RGB(colour) }
        }
    }

    private static let colours: [String: UInt32] = [
        "white": 0xFFFFFF, "lime": 0x00FF00, "cyan": 0x00FFFF, "red": 0xFF0000, "yellow": 0xFFFF00,
        "magenta": 0xFF00FF, "blue": 0x0000FF, "black": 0x000000,
    ]
}
