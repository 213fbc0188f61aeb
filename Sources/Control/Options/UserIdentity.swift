/// The user's data from a third party. Must be known before services are asked.
package struct UserIdentity: Sendable, Equatable {
    /// Unverified text.
    package var name: String?
    /// Unverified text, not always digits.
    package var number: String?
    package var group: Int?

    package init() {}

    /// Replaces `${user.name}`, `${user.number}` and `${user.group}`. Unknown data is empty. Does not expand the data.
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
