import PlayCore

/// Splits pieces of a document into elements that contain only text (`<d p="…">text</d>`). Holds one element.
///
/// This is not an XML parser. Hundreds of tools write lists of comments, and one wrong character must not lose the
/// rest.
struct TagSplitter {
    struct Element: Equatable {
        var name: String
        var attributes: [String: String]
        var text: String
        var line: Int
        var isClosed: Bool
    }

    private let names: Set<String>
    private let limit: Int
    private var pending: [UInt8] = []
    private var line = 1
    private var open: Element?

    init(_ names: Set<String>, limit: Int) {
        self.names = names
        self.limit = limit
    }

    /// `broken` receives the line of a tag without an end.
    mutating func feed(_ bytes: [UInt8], give: (Element) -> Void, broken: (Int) -> Void) {
        pending += bytes
        split(isLast: false, give, broken)
        if pending.count > limit {
            broken(line)
            countLines(pending[...])
            pending = []
            open = nil
        }
    }

    mutating func finish(give: (Element) -> Void, broken: (Int) -> Void) {
        split(isLast: true, give, broken)
        close(give, isClosed: false)
    }

    private mutating func split(isLast: Bool, _ give: (Element) -> Void, _ broken: (Int) -> Void) {
        var rest = pending[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            addText(rest[..<start])
            rest = rest[start...]
            if open != nil {
                guard isLast || Self.hasWholeName(rest) else { break }
                guard mayEndText(rest) else {
                    addText(rest.prefix(1))
                    rest = rest.dropFirst()
                    continue
                }
            }
            guard let end = Self.tagEnd(rest) else {
                // Only the rest of the document can show whether the tag ends.
                if !isLast { break }
                return finishBroken(rest, broken)
            }
            let tag = rest[...end]
            if tag.last == UInt8(ascii: "<") {
                if isOurs(tag) { broken(line) }
                close(give, isClosed: false)
                countLines(tag.dropLast())
                rest = rest[end...]
            } else {
                begin(tag, give)
                countLines(tag)
                rest = rest[(end + 1)...]
            }
        }
        // Text waits for more data, because a character may be split.
        if !rest.contains(UInt8(ascii: "<")), isLast || open == nil {
            addText(rest)
            rest = []
        }
        pending = Array(rest)
    }

    private mutating func finishBroken(_ rest: ArraySlice<UInt8>, _ broken: (Int) -> Void) {
        if isOurs(rest) { broken(line) }
        pending = []
    }

    private func isOurs(_ tag: ArraySlice<UInt8>) -> Bool {
        let name = tag.dropFirst().prefix(while: Self.isLetter)
        return names.contains(String(decoding: name, as: UTF8.self).lowercased())
    }

    /// Whether the bracket starts the tag of a known element, or an end tag of one or of the list. Any other bracket is
    /// text.
    private func mayEndText(_ bytes: ArraySlice<UInt8>) -> Bool {
        let isEnd = bytes.dropFirst().first == UInt8(ascii: "/")
        let name = bytes.dropFirst(isEnd ? 2 : 1).prefix(while: Self.isLetter)
        let word = String(decoding: name.prefix(16), as: UTF8.self).lowercased()
        return names.contains(word) || isEnd && word == "i"
    }

    private static func hasWholeName(_ bytes: ArraySlice<UInt8>) -> Bool {
        let rest = bytes.dropFirst()
        return (rest.first == UInt8(ascii: "/") ? rest.dropFirst() : rest).contains { !isLetter($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

    private mutating func begin(_ tag: ArraySlice<UInt8>, _ give: (Element) -> Void) {
        let words = String(decoding: tag, as: UTF8.self)
        guard let (parsed, _) = CleanText.tag(words[...]) else { return }
        if parsed.name.hasPrefix("/") {
            close(give, isClosed: open.map { "/" + $0.name == parsed.name } ?? true)
            return
        }
        close(give, isClosed: false)
        guard names.contains(parsed.name) else { return }
        open = Element(name: parsed.name, attributes: parsed.attributes, text: "", line: line, isClosed: false)
        if tag.dropLast().last == UInt8(ascii: "/") { close(give, isClosed: true) }
    }

    private mutating func addText(_ bytes: ArraySlice<UInt8>) {
        if !bytes.isEmpty, open != nil, (open?.text.utf8.count ?? 0) <= limit {
            open?.text += String(decoding: bytes, as: UTF8.self)
        }
        countLines(bytes)
    }

    private mutating func close(_ give: (Element) -> Void, isClosed: Bool) {
        guard var element = open else { return }
        open = nil
        element.isClosed = isClosed
        element.text = Entities.decoded(element.text)
        give(element)
    }

    private mutating func countLines(_ bytes: ArraySlice<UInt8>) {
        line += bytes.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
    }

    /// Returns the `>` that ends the tag at the front or the `<` of the next tag, or `nil` if neither has arrived yet.
    private static func tagEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
        var quote: UInt8?
        for index in bytes.indices.dropFirst() {
            switch bytes[index] {
            // No value contains this character, so the preceding quote is wrong.
            case UInt8(ascii: "<"): return index
            case UInt8(ascii: ">") where quote == nil: return index
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil { quote = bytes[index] } else if quote == bytes[index] { quote = nil }
            default: break
            }
        }
        return nil
    }
}
