/// Splits a playlist into tags and references. Skips comments and empty lines.
struct PlaylistText {
    enum Line: Equatable {
        /// `#EXTINF:4,title`: `EXTINF` and `4,title`.
        case tag(String, Substring)
        case resource(String)
    }

    private(set) var number = 0
    private var rest: ArraySlice<UInt8>
    private let limits: ManifestLimits

    /// - Throws: `.tooLarge`, and `.notAManifest` if the first tag is not one of a stream.
    init(_ bytes: [UInt8], limits: ManifestLimits) throws(ManifestError) {
        guard bytes.count <= limits.bytes else { throw ManifestError(.tooLarge, "\(bytes.count) bytes") }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        rest = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
        self.limits = limits
        // Published lists have comments before it, or lack it before stream tags. Anything else is another format.
        let whole = rest
        switch try next() {
        case .tag("EXTM3U", _)?: break
        case .tag(let name, _)? where name == "EXTINF" || name.hasPrefix("EXT-X-"): (rest, number) = (whole, 0)
        default: throw ManifestError(.notAManifest, "no #EXTM3U", line: number)
        }
    }

    mutating func next() throws(ManifestError) -> Line? {
        while !rest.isEmpty {
            let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
            let line = Self.trimmed(rest[..<end])
            rest = rest[end...].dropFirst(rest[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
            number += 1
            guard line.count <= limits.lineBytes else {
                throw ManifestError(.tooLarge, "a line of \(line.count) bytes", line: number)
            }
            if let line = Self.read(line) { return line }
        }
        return nil
    }

    private static func read(_ line: ArraySlice<UInt8>) -> Line? {
        guard let first = line.first else { return nil }
        guard first == UInt8(ascii: "#") else { return .resource(String(decoding: line, as: UTF8.self)) }
        guard line.starts(with: "#EXT".utf8) else { return nil }
        let text = String(decoding: line.dropFirst(), as: UTF8.self)
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return .tag(text, "") }
        return .tag(String(text[..<colon]), text[text.utf8.index(after: colon)...])
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let first = line.first, first == 0x20 || first == 0x09 { line.removeFirst() }
        while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
        return line
    }
}
