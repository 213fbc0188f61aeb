package struct TextLink: Sendable, Hashable {
    /// Printable ASCII. All other characters are percent-encoded (RFC 3987, 3.1), so none acts as a command, a blank or
    /// an option.
    package let address: String
    package let range: Range<String.Index>
}

/// Finds web addresses (http, https) in messages. The work is limited by the text's length.
package enum LinkFinder {
    /// In bytes, encoded.
    package static let addressLimit = 2000
    private static let most = 20

    package static func links(in text: String) -> [TextLink] {
        var found: [TextLink] = []
        let scalars = text.unicodeScalars
        var start = scalars.startIndex
        while found.count < most, let colon = scalars[start...].firstIndex(of: ":") {
            let after = scalars.index(after: colon)
            guard scalars[after...].starts(with: "//".unicodeScalars),
                let scheme = scheme(before: colon, from: start, in: scalars)
            else {
                start = after
                continue
            }
            let host = scalars.index(after, offsetBy: 2)
            let end = end(of: scalars[host...])
            start = max(after, end)
            if end > host, let address = encoded(scalars[scheme..<end]) {
                found.append(TextLink(address: address, range: scheme..<end))
            }
        }
        return found
    }

    package static func address(_ text: String) -> String? {
        guard let link = links(in: text).first, link.range == text.startIndex..<text.endIndex else { return nil }
        return link.address
    }

    // MARK: Parts

    /// Returns the start of "http" or "https". Returns `nil` for another scheme, or if the letters end a longer word.
    private static func scheme(
        before colon: String.Index, from start: String.Index, in scalars: String.UnicodeScalarView
    ) -> String.Index? {
        for name in ["https", "http"] {
            guard let begin = scalars.index(colon, offsetBy: -name.count, limitedBy: start),
                String(scalars[begin..<colon]).lowercased() == name
            else { continue }
            guard begin > scalars.startIndex else { return begin }
            let before = scalars[scalars.index(before: begin)]
            return before.isASCII && isWord(before) ? nil : begin
        }
        return nil
    }

    /// The host is ASCII, because words of other scripts often follow it without a blank. The path may contain letters
    /// of any script. Final punctuation belongs to the sentence.
    private static func end(of rest: String.UnicodeScalarView.SubSequence) -> String.Index {
        let tail = rest.firstIndex { !isHost($0) } ?? rest.endIndex
        guard rest[..<tail].contains(where: isWord) else { return rest.startIndex }
        var end = tail
        if tail < rest.endIndex, ["/", "?", "#"].contains(rest[tail]) {
            end = rest[tail...].firstIndex { !isPath($0) } ?? rest.endIndex
        }
        while end > rest.startIndex {
            let last = rest.index(before: end)
            guard endsSentence(rest[last], of: rest[..<last]) else { break }
            end = last
        }
        return end
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
    }

    private static func isHost(_ scalar: Unicode.Scalar) -> Bool {
        isWord(scalar) || ["-", ".", ":", "[", "]", "_", "%", "@"].contains(scalar)
    }

    private static func isPath(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar.value > 0x20 && scalar.value < 0x7F
                && !["<", ">", "\"", "`", "{", "}", "|", "\\", "^"].contains(scalar)
        }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    private static func endsSentence(
        _ scalar: Unicode.Scalar, of before: String.UnicodeScalarView.SubSequence
    ) -> Bool {
        switch scalar {
        case ".", ",", ";", ":", "!", "?", "'", "*", "_", "~": true
        case ")": before.count { $0 == "(" } <= before.count { $0 == ")" }
        case "]": before.count { $0 == "[" } <= before.count { $0 == "]" }
        default: false
        }
    }

    private static func encoded(_ scalars: String.UnicodeScalarView.SubSequence) -> String? {
        var result = ""
        for byte in String(scalars).utf8 {
            if (0x21...0x7E).contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
            if result.utf8.count > addressLimit { return nil }
        }
        return result
    }
}
