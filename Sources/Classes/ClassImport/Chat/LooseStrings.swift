/// Reads lists that are almost JSON: line ends within strings, single quotes, bare numbers.
enum LooseStrings {
    static func strings(_ list: String, most: Int) -> [String] {
        var rest = list.dropFirst()
        var elements: [String] = []
        while elements.count < most {
            rest = rest.drop { $0.isWhitespace }
            guard let first = rest.first, first != "]" else { break }
            if first == "\"" || first == "'" {
                rest = rest.dropFirst()
                elements.append(quoted(&rest, until: first))
            } else {
                let bare = rest.prefix { $0 != "," && $0 != "]" }
                elements.append(bare.trimmed)
                rest = rest[bare.endIndex...]
            }
            rest = rest.drop { $0 != "," }.dropFirst()
        }
        return elements
    }

    private static func quoted(_ rest: inout Substring, until quote: Character) -> String {
        var text = ""
        while let character = rest.popFirst() {
            if character == quote { break }
            guard character == "\\", let escaped = rest.popFirst() else {
                text.append(character)
                continue
            }
            text.append(escaped == "n" || escaped == "r" ? "\n" : escaped == "t" ? " " : escaped)
        }
        return text
    }
}
