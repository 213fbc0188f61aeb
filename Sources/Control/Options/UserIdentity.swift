/// The viewer's identity, as a third party names it; must be known before services are asked.
package struct UserIdentity: Sendable, Equatable {
    /// Text from outside.
    package var name: String?
    /// Text from outside; not always digits.
    package var number: String?
    package var group: Int?

    package init() {}

    /// Replaces `${user.name}`, `${user.number}` and `${user.group}`; unknown data is empty. The data is not expanded.
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

    private func value(of word: Substring) -> String? {
        switch word {
        case "name": name ?? ""
        case "number": number ?? ""
        case "group": group.map(String.init) ?? ""
        default: nil
        }
    }
}
