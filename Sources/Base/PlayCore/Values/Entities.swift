/// HTML's character references in subtitles and chats. Of HTML's 2231 names, those of Latin-1 and the usual typographic
/// ones are known; other names remain unchanged.
package enum Entities {
    /// Longer names are not references.
    private static let maximumLength = 32

    /// Reads the reference that begins with `&`. Returns its text and its number of scalars.
    package static func read(_ text: ArraySlice<Unicode.Scalar>) -> (text: String, length: Int)? {
        guard text.first == "&" else { return nil }
        let body = text.dropFirst().prefix(maximumLength)
        guard let first = body.first else { return nil }
        if first == "#" { return number(body.dropFirst()) }
        let name = body.prefix { $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0)) }
        guard !name.isEmpty else { return nil }
        let isClosed = body.dropFirst(name.count).first == ";"
        if isClosed, let value = named[String(String.UnicodeScalarView(name))] { return (value, name.count + 2) }
        // HTML's oldest names need no semicolon, even before another letter.
        for length in stride(from: name.count, through: 2, by: -1) {
            let short = String(String.UnicodeScalarView(name.prefix(length)))
            if unclosed.contains(short), let value = named[short] { return (value, length + 1) }
        }
        return nil
    }

    package static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var rest = Array(text.unicodeScalars)[...]
        var result = String.UnicodeScalarView()
        while let scalar = rest.first {
            if scalar == "&", let reference = read(rest) {
                result.append(contentsOf: reference.text.unicodeScalars)
                rest = rest.dropFirst(reference.length)
            } else {
                result.append(scalar)
                rest = rest.dropFirst()
            }
        }
        return String(result)
    }

    private static func number(_ body: ArraySlice<Unicode.Scalar>) -> (text: String, length: Int)? {
        let isHex = body.first == "x" || body.first == "X"
        let digits = (isHex ? body.dropFirst() : body).prefix { scalar in
            Character(scalar).isASCII && (isHex ? Character(scalar).isHexDigit : ("0"..."9").contains(scalar))
        }
        guard !digits.isEmpty else { return nil }
        let isClosed = body.dropFirst(digits.count + (isHex ? 1 : 0)).first == ";"
        let value = UInt32(String(String.UnicodeScalarView(digits)), radix: isHex ? 16 : 10) ?? 0
        let scalar = value == 0 ? nil : Unicode.Scalar(value)
        return (
            String(Character(scalar ?? "\u{FFFD}")), 2 + (isHex ? 1 : 0) + digits.count + (isClosed ? 1 : 0)
        )
    }

    private static let latin1 =
        "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute "
        + "micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring "
        + "AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml "
        + "times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil "
        + "egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash "
        + "ugrave uacute ucirc uuml yacute thorn yuml"

    private static let unclosed = Set(
        latin1.split(separator: " ").map(String.init)
            + ["amp", "lt", "gt", "quot", "AMP", "LT", "GT", "QUOT", "COPY", "REG"])

    private static let named: [String: String] = {
        var table = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "AMP": "&", "LT": "<", "GT": ">",
            "QUOT": "\"", "COPY": "\u{A9}", "REG": "\u{AE}", "lrm": "\u{200E}", "rlm": "\u{200F}",
            "zwj": "\u{200D}", "zwnj": "\u{200C}", "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}",
            "ndash": "\u{2013}", "mdash": "\u{2014}", "lsquo": "\u{2018}", "rsquo": "\u{2019}", "sbquo": "\u{201A}",
            "ldquo": "\u{201C}", "rdquo": "\u{201D}", "bdquo": "\u{201E}", "dagger": "\u{2020}", "bull": "\u{2022}",
            "hellip": "\u{2026}", "permil": "\u{2030}", "prime": "\u{2032}", "lsaquo": "\u{2039}",
            "rsaquo": "\u{203A}", "euro": "\u{20AC}", "trade": "\u{2122}", "larr": "\u{2190}", "uarr": "\u{2191}",
            "rarr": "\u{2192}", "darr": "\u{2193}", "notin": "\u{2209}", "minus": "\u{2212}", "infin": "\u{221E}",
            "ClockwiseContourIntegral": "\u{2232}", "ne": "\u{2260}", "le": "\u{2264}", "ge": "\u{2265}",
            "nsubE": "\u{2AC5}\u{338}", "sung": "\u{266A}", "hearts": "\u{2665}", "OElig": "\u{152}",
            "oelig": "\u{153}", "Scaron": "\u{160}", "scaron": "\u{161}",
        ]
        for (offset, name) in latin1.split(separator: " ").enumerated() {
            if let scalar = Unicode.Scalar(0xA0 + UInt32(offset)) { table[String(name)] = String(Character(scalar)) }
        }
        return table
    }()
}
