import Cells
import PlayCore

/// One `[name]` section of a file of layouts while it is read.
struct LayoutSection {
    typealias Mistake = LayoutFile.Mistake

    let name: String
    let line: Int
    private var views: [LayoutView] = []
    private var standard: [ControlRow] = []
    private var compact: [ControlRow] = []
    private var height = 1
    private var spacing = 1
    private var compactBelow = 80

    init(name: String, line: Int) {
        self.name = name
        self.line = line
    }

    func finished() throws(Mistake) -> LayoutLibrary.Named {
        guard !standard.isEmpty else {
            throw Mistake(line: line, reason: tr("the layout %1 has no standard row", name))
        }
        return LayoutLibrary.Named(
            name,
            ControlLayout(
                views: views, standard: standard, compact: compact.isEmpty ? standard : compact,
                controlBarHeight: height, horizontalItemSpacing: spacing, compactLayoutMaximumWidth: compactBelow))
    }

    /// Reads `key = value`.
    mutating func parse(_ text: Substring, _ number: Int) throws(Mistake) {
        guard let equals = text.firstIndex(of: "=") else {
            throw Mistake(line: number, reason: tr("expected key = value"))
        }
        let key = String(LayoutFile.trimmed(text[..<equals]))
        let value = LayoutFile.trimmed(text[text.index(after: equals)...])
        switch key {
        case "standard": standard.append(try row(value, number, below: standard))
        case "compact": compact.append(try row(value, number, below: compact))
        case "height": height = try integer(value, 1...3, number)
        case "spacing": spacing = try integer(value, 0...9, number)
        case "compact-below": compactBelow = try integer(value, 0...LayoutFile.maximumColumns, number)
        default: throw Mistake(line: number, reason: tr("unknown setting %1", SafeText.clean(key, limit: 40)))
        }
    }

    private func integer(_ text: Substring, _ range: ClosedRange<Int>, _ number: Int) throws(Mistake) -> Int {
        guard let value = Int(text), range.contains(value) else {
            throw Mistake(
                line: number,
                reason: tr("expected a whole number from %1 to %2", "\(range.lowerBound)", "\(range.upperBound)"))
        }
        return value
    }

    // MARK: Rows

    private mutating func row(_ text: Substring, _ number: Int, below rows: [ControlRow]) throws(Mistake) -> ControlRow
    {
        guard rows.count < LayoutFile.maximumRows else {
            throw Mistake(line: number, reason: tr("a bar has at most %1 rows", "\(LayoutFile.maximumRows)"))
        }
        var row: ControlRow = []
        for token in try Self.tokens(text, number) {
            let id = try view(token, number, isTaken: { row.contains($0) })
            row.append(id)
        }
        guard !row.isEmpty, row.count <= LayoutFile.maximumControls else {
            throw Mistake(
                line: number, reason: tr("a row has 1 to %1 controls", "\(LayoutFile.maximumControls)"))
        }
        return row
    }

    /// Returns an equal existing view, else a new one.
    private mutating func view(
        _ token: Token, _ number: Int, isTaken: (LayoutView.ID) -> Bool
    ) throws(Mistake) -> LayoutView.ID {
        let tag: ControlTag
        if token.isQuoted {
            tag = .text
        } else {
            guard
                let named = ControlTag.allCases.first(where: { $0.fileName == token.name || $0.rawValue == token.name }
                ),
                named != .text
            else {
                throw Mistake(line: number, reason: tr("unknown control %1", SafeText.clean(token.name, limit: 40)))
            }
            tag = named
        }
        let (width, elasticity) = try Self.numbers(token, isSpacer: tag == .empty, number)
        let text = token.isQuoted ? SafeText.clean(token.name, limit: 80) : nil
        let new = LayoutView(views.count, tag, width: width, elasticity: elasticity, text: text)
        let isSingle = tag != .empty && tag != .text && tag != .logo
        if isSingle, let old = views.first(where: { $0.tag == tag && isTaken($0.id) }) {
            throw Mistake(line: number, reason: tr("duplicate control %1 in the row", old.tag.fileName ?? ""))
        }
        let isSame = { (old: LayoutView) in
            old.tag == new.tag && old.width == new.width && old.text == new.text
                && old.elasticityInThousandths == new.elasticityInThousandths && !isTaken(old.id)
        }
        if let known = views.first(where: isSame) { return known.id }
        views.append(new)
        return new.id
    }

    private static func numbers(
        _ token: Token, isSpacer: Bool, _ number: Int
    ) throws(Mistake) -> (LayoutView.Width, Double) {
        guard token.numbers.count <= 2 else {
            throw Mistake(line: number, reason: tr("a control takes only a width and an elasticity"))
        }
        var width = isSpacer ? LayoutView.Width.columns(1) : .standard
        if let text = token.numbers.first, text != "-" {
            guard let columns = Int(text), (0...LayoutFile.maximumColumns).contains(columns) else {
                throw Mistake(
                    line: number,
                    reason: tr("a width is a number of columns from 0 to %1", "\(LayoutFile.maximumColumns)"))
            }
            width = .columns(columns)
        }
        var elasticity = isSpacer ? 1.0 : 0
        if token.numbers.count == 2 {
            let text = token.numbers[1]
            guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".") }),
                let value = Double(text), value <= LayoutFile.maximumElasticity
            else {
                throw Mistake(
                    line: number,
                    reason: tr("an elasticity is a number from 0 to %1", "\(Int(LayoutFile.maximumElasticity))"))
            }
            elasticity = value
        }
        return (width, elasticity)
    }

    // MARK: Tokens

    struct Token {
        var name: String
        var isQuoted: Bool
        var numbers: [Substring]
    }

    private static func tokens(_ text: Substring, _ number: Int) throws(Mistake) -> [Token] {
        var tokens: [Token] = []
        var rest = LayoutFile.trimmed(text)
        while let first = rest.first {
            var name: Substring
            if first == "\"" {
                rest = rest.dropFirst()
                guard let end = rest.firstIndex(of: "\"") else {
                    throw Mistake(line: number, reason: tr("missing closing quote \""))
                }
                name = rest[..<end]
                rest = rest[rest.index(after: end)...]
            } else {
                name = rest.prefix { $0 != " " && $0 != "\t" && $0 != ":" }
                rest = rest[name.endIndex...]
            }
            let tail = rest.prefix { $0 != " " && $0 != "\t" }
            guard tail.isEmpty || tail.first == ":" else {
                throw Mistake(line: number, reason: tr("missing space after the text"))
            }
            let numbers = tail.isEmpty ? [] : tail.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
            tokens.append(Token(name: String(name), isQuoted: first == "\"", numbers: numbers))
            rest = LayoutFile.trimmed(rest[tail.endIndex...])
        }
        return tokens
    }
}
