import Encoding

/// Path and query of a request, split before unescaping.
package struct HTTPTarget: Sendable, Hashable {
    /// Unescaped. No segment is empty, `.` or `..`, or contains a slash or a control character.
    package let segments: [String]
    /// The last of several parameters with the same name counts.
    package let query: [String: String]

    package init(segments: [String], query: [String: String] = [:]) {
        self.segments = segments
        self.query = query
    }

    private static let maximumSegments = 32
    private static let maximumFields = 128

    /// Reads `/path?query` or `http://host/path?query` (RFC 9112, 3.2) with valid, permitted escapes and few segments.
    package init?(_ text: String) {
        var rest = text[...]
        for scheme in ["http://", "https://"] where rest.lowercased().hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count).drop { $0 != "/" }
        }
        guard rest.utf8.first == UInt8(ascii: "/") else { return nil }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].split(separator: "/")
        guard path.count <= Self.maximumSegments else { return nil }
        var segments: [String] = []
        for part in path {
            guard let segment = Self.unescaped(Array(part.utf8)), segment != ".", segment != "..",
                !segment.contains("/"), HTTPText.isFieldValue(segment), !segment.contains("\t")
            else { return nil }
            segments.append(segment)
        }
        guard let query = Self.form(parts.count == 2 ? Array(parts[1].utf8) : []) else { return nil }
        self.init(segments: segments, query: query)
    }

    /// Reads `a=1&b=2` (application/x-www-form-urlencoded). Returns `nil` for an invalid escape.
    static func form(_ bytes: [UInt8]) -> [String: String]? {
        let parts = bytes.split(separator: UInt8(ascii: "&"))
        guard parts.count <= maximumFields else { return nil }
        var fields: [String: String] = [:]
        for part in parts {
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false).map {
                unescaped($0.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 })
            }
            guard let name = sides[0], let value = sides.count == 2 ? sides[1] : "" else { return nil }
            fields[name] = value
        }
        return fields
    }

    /// Returns `nil` for an invalid escape and invalid UTF-8.
    private static func unescaped(_ bytes: [UInt8]) -> String? {
        guard bytes.contains(UInt8(ascii: "%")) else { return String(validating: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%") {
                guard place + 2 < bytes.count, let high = Hexadecimal.digit(bytes[place + 1]),
                    let low = Hexadecimal.digit(bytes[place + 2])
                else { return nil }
                result.append(high << 4 | low)
                place += 3
            } else {
                result.append(bytes[place])
                place += 1
            }
        }
        return String(validating: result, as: UTF8.self)
    }
}
