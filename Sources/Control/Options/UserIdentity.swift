/// The viewer's identity, as a third party names it; must be known before services are asked.
package struct UserIdentity: Sendable, Equatable {
    /// Text from outside.
    package var name: String?
    /// Text from outside; not always digits.
    package var number: String?
    package var group: Int?

    package init() {}

    /// Returns a text with the viewer's data in place of `${user.name}`, `${user.number}` and `${user.group}`, or
    /// nothing there if the data is unknown. The data itself is not expanded.
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

    /// Returns the value of a word, or `nil` if there is no such word.
    private func value(of word: Substring) -> String? {
        switch word {
        case "name": name ?? ""
        case "number": number ?? ""
        case "group": group.map(String.init) ?? ""
        default: nil
        }
    }
}
