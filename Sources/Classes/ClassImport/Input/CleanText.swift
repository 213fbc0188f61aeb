import PlayCore

enum CleanText {
    /// Repairs bytes for an XML parser, which would stop at the first invalid character. Control characters become
    /// blanks, invalid UTF-8 becomes U+FFFD. Leaves other encodings unchanged.
    static func forXML(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || namesOtherEncoding(bytes) {
            return bytes
        }
        let isValid = bytes.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
        var result = isValid ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
        for index in result.indices {
            let byte = result[index]
            if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { result[index] = 0x20 }
            if byte == 0xEF, index + 2 < result.count, result[index + 1] == 0xBF, result[index + 2] >= 0xBE {
                result[index + 2] = 0xBD
            }
        }
        return result
    }

    private static func namesOtherEncoding(_ bytes: [UInt8]) -> Bool {
        let head = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
        guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>") else { return false }
        let declaration = head[..<end.lowerBound]
        return declaration.contains("encoding") && !declaration.contains("utf-8")
    }

    /// Converts HTML to text with links, line breaks, pictures of emoji and character references.
    static func fromHTML(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return text }
        var result = ""
        var link: (address: String, start: Int)?
        var rest = text[...]
        while let open = rest.firstIndex(of: "<") {
            result += Entities.decoded(String(rest[..<open]))
            guard let (tag, after) = tag(rest[open...]) else {
                result.append("<")
                rest = rest[rest.index(after: open)...]
                continue
            }
            switch tag.name {
            case "br", "p", "div", "li": if !result.isEmpty { result.append("\n") }
            case "img": result += tag.attributes["alt"] ?? tag.attributes["title"] ?? ""
            case "a": link = tag.attributes["href"].map { ($0, result.utf8.count) }
            case "/a":
                if let ended = link {
                    result += Self.remark(
                        ended.address, said: String(decoding: result.utf8.dropFirst(ended.start), as: UTF8.self))
                }
                link = nil
            default: break
            }
            rest = rest[after...]
        }
        return result + Entities.decoded(String(rest))
    }

    /// Returns the address in parentheses, or an empty text if the link's text is the address.
    private static func remark(_ address: String, said: String) -> String {
        let words = said.trimmed
        if words == address || address.isEmpty || address == "mailto:" + words || address == "http://" + words {
            return ""
        }
        return words.isEmpty ? address : " (\(address))"
    }

    struct Tag: Equatable {
        /// In lower case. An end tag keeps its slash.
        var name: String
        /// By lower-case name, with references decoded.
        var attributes: [String: String]
    }

    static func tag(_ text: Substring) -> (Tag, after: String.Index)? {
        let body = text.dropFirst()
        guard let first = body.first, first.isLetter || first == "/",
            let close = end(of: body), body.distance(from: body.startIndex, to: close) < 4096
        else { return nil }
        var rest = body[..<close]
        let name = rest.prefix { !$0.isWhitespace && ($0 != "/" || $0 == rest.first) }
        rest = rest.dropFirst(name.count)
        return (Tag(name: name.lowercased(), attributes: attributes(rest)), body.index(after: close))
    }

    private static func end(of body: Substring) -> String.Index? {
        var quote: Character?
        for index in body.indices {
            let character = body[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == "<" {
                return nil
            } else if character == ">" {
                return index
            }
        }
        return nil
    }

    static func attributes(_ text: Substring) -> [String: String] {
        var result: [String: String] = [:]
        var rest = text
        while let equals = rest.firstIndex(of: "=") {
            let name =
                rest[..<equals].split(whereSeparator: { $0.isWhitespace || $0 == "/" }).last.map(String.init) ?? ""
            rest = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
            let value: Substring
            if let quote = rest.first, quote == "\"" || quote == "'" {
                value = rest.dropFirst().prefix { $0 != quote }
                rest = rest.dropFirst(value.count + 2)
            } else {
                value = rest.prefix { !$0.isWhitespace }
                rest = rest.dropFirst(value.count)
            }
            if !name.isEmpty { result[name.lowercased()] = Entities.decoded(String(value)) }
        }
        return result
    }
}

extension StringProtocol {
    /// Removes blanks, line ends and ASCII control characters at both ends.
    var trimmed: String {
        let text = Substring(self)
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else {
            return ""
        }
        return String(text[first..<bytes.index(after: last)])
    }
}
