import PlayCore

struct ConfigEntry: Sendable, Equatable {
    /// `nil` before the first section and in `[default]`.
    let section: String?
    /// The name as written, without leading dashes.
    let name: String
    let value: String?
    /// From 1.
    let line: Int
}

package enum ConfigSyntaxError: Error, Sendable, Equatable {
    case noName
    case unterminatedQuote
    /// `%n%` without a second per cent sign, or with fewer bytes after it.
    case badLength
    case unclosedSection
    /// Text after the value; unverified.
    case unexpectedText(String)
}

/// mpv.conf's grammar: `name=value`, `name`, `no-name`, `"…"` and `'…'` around values, `%n%` before values of n bytes,
/// `#` for comments, `[section]`.
///
/// Works on bytes, because a value may be the name of a file in any encoding (``PlayCore/ByteText``).
enum ConfigFile {
    static func entries(_ bytes: [UInt8]) throws(OptionError) -> [ConfigEntry] {
        var section: String?
        var entries: [ConfigEntry] = []
        let body = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
        for (index, line) in body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            var scanner = ConfigLine(line)
            do {
                switch try scanner.read() {
                case .nothing: break
                case .section(let name): section = name == "default" ? nil : name
                case .option(let name, let value):
                    entries.append(ConfigEntry(section: section, name: name, value: value, line: index + 1))
                }
            } catch {
                throw .inFile("", line: index + 1, .syntax(error))
            }
        }
        return entries
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

private struct ConfigLine {
    enum Content { case nothing, section(String), option(String, String?) }

    private var rest: ArraySlice<UInt8>

    init(_ line: ArraySlice<UInt8>) { rest = line }

    mutating func read() throws(ConfigSyntaxError) -> Content {
        skipSpace()
        if rest.isEmpty { return .nothing }
        if skip("[") { return .section(try section()) }
        if rest.starts(with: "--".utf8) { rest = rest.dropFirst(2) }
        let name = prefix(while: Self.isNameByte)
        guard !name.isEmpty else { throw .noName }
        skipSpace()
        let value: ArraySlice<UInt8>? = skip("=") ? try value() : nil
        try end()
        return .option(ByteText.text(name), value.map { ByteText.text($0) })
    }

    private mutating func section() throws(ConfigSyntaxError) -> String {
        guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { throw .unclosedSection }
        let name = ByteText.text(rest[..<close])
        rest = rest[(close + 1)...]
        try end()
        return name
    }

    private mutating func value() throws(ConfigSyntaxError) -> ArraySlice<UInt8> {
        rest = rest.drop(while: Self.isSpace)
        for quote in ["\"", "'"] where skip(quote) {
            guard let close = rest.firstIndex(of: quote.utf8.first ?? 0) else { throw .unterminatedQuote }
            defer { rest = rest[(close + 1)...] }
            return rest[..<close]
        }
        if skip("%") { return try counted() }
        defer { rest = [] }
        var plain = rest.prefix { $0 != UInt8(ascii: "#") }
        while let last = plain.last, Self.isSpace(last) { plain.removeLast() }
        return plain
    }

    private mutating func counted() throws(ConfigSyntaxError) -> ArraySlice<UInt8> {
        let digits = prefix(while: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        guard let count = Int(String(decoding: digits, as: UTF8.self)), skip("%"), count <= rest.count else {
            throw .badLength
        }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private mutating func end() throws(ConfigSyntaxError) {
        skipSpace()
        if !rest.isEmpty { throw .unexpectedText(ByteText.text(rest)) }
    }

    /// Skips spaces, and a comment to the end of the line.
    private mutating func skipSpace() {
        rest = rest.drop(while: Self.isSpace)
        if rest.first == UInt8(ascii: "#") { rest = [] }
    }

    private mutating func skip(_ text: String) -> Bool {
        guard rest.first == text.utf8.first else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func prefix(while belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = rest.prefix(while: belongs)
        rest = rest.dropFirst(taken.count)
        return taken
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        // 0x20 converts capitals to small letters.
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || "-_.".utf8.contains(byte)
    }
}
