/// Who watches, in the words of a third party; must be known before services are asked.
package struct UserIdentity: Sendable, Equatable {
    /// Text from outside.
    package var name: String?
    /// Text from outside; not always digits.
    package var number: String?
    package var group: Int?

    package init() {}

    /// A text with the viewer's own words in the places of `${user.name}`, `${user.number}` and `${user.group}`; nothing
    /// where they are not known. What stands in these words stays as it is.
    package func filled(into text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "${user."), let end = rest[start.upperBound...].firstIndex(of: "}") {
            result += rest[..<start.lowerBound]
            result += value(of: rest[start.upperBound..<end]) ?? String(rest[start.lowerBound...end])
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// Nil: no such word.
    private func value(of word: Substring) -> String? {
        switch word {
        case "name": name ?? ""
        case "number": number ?? ""
        case "group": group.map(String.init) ?? ""
        default: nil
        }
    }
}
