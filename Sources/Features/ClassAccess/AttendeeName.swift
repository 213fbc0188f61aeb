import Text

/// Names of people as nicks of a room: one name is one person's. Pure.
package enum AttendeeName {
    /// Folded: nobody's, since it is the nick of whoever keeps the class.
    static let reserved = "keeper"

    /// A name as every server leaves it: what XMPP would rewrite (RFC 7622, NFKC), so that it could not be known again, is
    /// rewritten or left out here.
    package static func settled(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            // Wide forms, which Chinese names have: their usual letters.
            let folded = HalfWidth.folded(scalar)
            if folded.isASCII || !isRewritten(scalar) { scalars.append(folded.isASCII ? folded : scalar) }
        }
        let words = String(scalars).split { $0.isWhitespace }
        return words.joined(separator: " ")
    }

    private static func isRewritten(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        // By folding of cases it would change, too: that is none of a nick's business.
        return properties.changesWhenNFKCCaseFolded && !properties.changesWhenCaseFolded
    }

    /// Whether people would take one name for the other.
    package static func areAlike(_ a: String, _ b: String) -> Bool { folded(a) == folded(b) }

    package static func folded(_ name: String) -> String {
        settled(name).lowercased().filter { !$0.isWhitespace }
    }

    /// The name, or the first of "NAME 2", "NAME 3" … that `isTaken` does not know.
    package static func free(_ name: String, isTaken: (String) -> Bool) -> String {
        let settled = settled(name)
        let wanted = settled.isEmpty ? "?" : settled
        guard isTaken(folded(wanted)) else { return wanted }
        var number = 2
        while isTaken(folded("\(wanted) \(number)")) { number += 1 }
        return "\(wanted) \(number)"
    }
}
