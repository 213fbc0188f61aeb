import PlayCore

/// Names of people as nicks of a room. Each name belongs to one person.
package enum AttendeeName {
    /// The folded name that no person may have, since it is the keeper's nick.
    static let reserved = "keeper"

    /// Replaces or removes characters that XMPP would rewrite (RFC 7622, NFKC), so that every server keeps the name.
    package static func settled(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            // Replaces wide forms, which occur in Chinese names, by the ordinary letters.
            let folded = HalfWidth.folded(scalar)
            if folded.isASCII || !isRewritten(scalar) { scalars.append(folded.isASCII ? folded : scalar) }
        }
        let words = String(scalars).split { $0.isWhitespace }
        return words.joined(separator: " ")
    }

    private static func isRewritten(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        // Characters that change only by case folding stay, since nicks keep their case.
        return properties.changesWhenNFKCCaseFolded && !properties.changesWhenCaseFolded
    }

    package static func areAlike(_ a: String, _ b: String) -> Bool { folded(a) == folded(b) }

    package static func folded(_ name: String) -> String {
        settled(name).lowercased().filter { !$0.isWhitespace }
    }

    /// Returns the name, or the first of "NAME 2", "NAME 3" … that is not taken.
    package static func free(_ name: String, isTaken: (String) -> Bool) -> String {
        let settled = settled(name)
        let wanted = settled.isEmpty ? "?" : settled
        guard isTaken(folded(wanted)) else { return wanted }
        var number = 2
        while isTaken(folded("\(wanted) \(number)")) { number += 1 }
        return "\(wanted) \(number)"
    }
}
