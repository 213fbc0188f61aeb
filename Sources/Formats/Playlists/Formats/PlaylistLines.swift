import PlayCore

/// The lines of a text playlist, each as lossless bytes (for file names) and as text (for titles).
struct PlaylistLines {
    struct Line {
        let bytes: ArraySlice<UInt8>
        let text: String

        /// For paths: bytes that are not UTF-8 are preserved.
        var location: String { ByteText.text(bytes) }
    }

    let lines: [Line]
    /// Whether lines were omitted because they are too long, or not text.
    let isCut: Bool
    let limits: PlaylistLimits

    init(_ bytes: [UInt8], limits: PlaylistLimits, charset: PlaylistCharset) {
        self.limits = limits
        let bytes = Self.withoutMark(bytes)
        let texts = Self.texts(bytes, charset)
        var lines: [Line] = []
        var isCut = false
        let parts = bytes.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
        for (index, part) in parts.enumerated() {
            let line = Self.trimmed(part)
            guard !line.isEmpty else { continue }
            // File names contain no NUL, and are shorter.
            guard line.count <= limits.lineBytes, !line.contains(0) else {
                isCut = true
                continue
            }
            let text = texts.map { $0[index].trimmed } ?? String(decoding: line, as: UTF8.self)
            lines.append(Line(bytes: line, text: text))
        }
        self.lines = lines
        self.isCut = isCut
    }

    /// Decodes all lines together: one line does not show the charset. `nil` for UTF-8, or if the line count changes.
    private static func texts(_ bytes: [UInt8], _ charset: PlaylistCharset) -> [String]? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        let lines = charset.decode(bytes).unicodeScalars
            .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }.map { String($0) }
        return lines.count == bytes.count { $0 == 0x0A || $0 == 0x0D } + 1 ? lines : nil
    }

    /// Converts UTF-16, recognised by its byte order mark, to UTF-8. Removes UTF-8's own mark.
    private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        switch bytes.prefix(3) {
        case [0xEF, 0xBB, 0xBF]: return Array(bytes.dropFirst(3))
        case let head where head.starts(with: [0xFF, 0xFE]): return utf16(bytes) { low, high in low | high << 8 }
        case let head where head.starts(with: [0xFE, 0xFF]): return utf16(bytes) { high, low in low | high << 8 }
        default: return bytes
        }
    }

    private static func utf16(_ bytes: [UInt8], _ unit: (UInt16, UInt16) -> UInt16) -> [UInt8] {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { unit(UInt16(bytes[$0]), UInt16(bytes[$0 + 1])) }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let first = line.first, first == 0x20 || first == 0x09 { line.removeFirst() }
        while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
        return line
    }
}
