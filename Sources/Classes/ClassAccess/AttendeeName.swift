import PlayCore

/// People's names as nicknames of a room. Each name belongs to one person.
package enum AttendeeName {
    /// The keeper's nickname, folded.
    static let reserved = "keeper"

    /// Replaces or removes characters that XMPP would rewrite (RFC 7622, NFKC), so every server keeps the name.
    package static func settled(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            let folded = HalfWidth.folded(scalar)
            if folded.isASCII || !isRewritten(scalar) { scalars.append(folded.isASCII ? folded : scalar) }
        }
        let words = String(scalars).split { $0.isWhitespace }
        return words.joined(separator: " ")
    }

    private static func isRewritten(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        // Characters that change only by case folding stay, since nicknames keep their case.
        return properties.changesWhenNFKCCaseFolded && !properties.changesWhenCaseFolded
    }

    package static func areAlike(_ a: String, _ b: String) -> Bool { folded(a) == folded(b) }

    package static func folded(_ name: String) -> String {
        settled(name).lowercased().filter { !$0.isWhitespace }
    }

    package static func free(_ name: String, isTaken: (String) -> Bool) -> String {
        let settled = settled(name)
        let wanted = settled.isEmpty ? "?" : settled
        guard isTaken(folded(wanted)) else { return wanted }
        var number = 2
        while isTaken(folded("\(wanted) \(number)")) { number += 1 }
        return "\(wanted) \(number)"
    }
}
