extension HTTPHead {
    /// The file name of `Content-Disposition` (RFC 6266), without folders. Unverified; may contain control characters.
    package var fileName: String? { self["content-disposition"].flatMap(ContentDisposition.fileName) }
}

/// The field `Content-Disposition` (RFC 6266, 4.1), read as leniently as browsers do.
enum ContentDisposition {
    static func fileName(_ field: String) -> String? {
        let parameters = parameters(of: field)
        let name = parameters["filename*"].flatMap(extended) ?? parameters["filename"].flatMap(plain)
        // Browsers on Windows sent whole paths. Attackers try to leave the folder.
        let last = name?.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
        return last.flatMap { $0.isEmpty || $0.allSatisfy { $0 == "." || $0 == " " } ? nil : $0 }
    }

    /// Returns the parameters by lower-case name. The first of each name counts.
    private static func parameters(of field: String) -> [String: String] {
        var result: [String: String] = [:]
        for part in split(field) {
            guard let equals = part.firstIndex(of: "=") else { continue }
            let name = part[..<equals].trimmed.lowercased()
            if result[name] == nil { result[name] = unquoted(part[part.index(after: equals)...].trimmed) }
        }
        return result
    }

    private static func split(_ field: String) -> [Substring] {
        var (isQuoted, isEscaped) = (false, false)
        return field.split { character in
            defer { isEscaped = isQuoted && character == "\\" && !isEscaped }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            return character == ";" && !isQuoted
        }
    }

    private static func unquoted(_ value: String) -> String {
        guard value.first == "\"" else { return value }
        var (result, isEscaped) = ("", false)
        for character in value.dropFirst() {
            if !isEscaped, character == "\"" { break }
            isEscaped = !isEscaped && character == "\\"
            if !isEscaped { result.append(character) }
        }
        return result
    }

    /// Reads RFC 8187, 3.2.1: `UTF-8''%E6%B8%AF.mp4`.
    private static func extended(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = percentDecoded(parts[2]) else { return nil }
        switch parts[0].lowercased() {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }

    /// Bytes that are not UTF-8 have already been lost.
    private static func plain(_ value: String) -> String? {
        guard !value.unicodeScalars.contains("\u{FFFD}") else { return nil }
        guard value.contains("%"), let bytes = percentDecoded(value[...]) else { return value }
        return String(validating: bytes, as: UTF8.self) ?? value
    }

    private static func percentDecoded(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard digits.count == 2 else { return nil }
            bytes.append(UInt8(digits[0] << 4 | digits[1]))
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
