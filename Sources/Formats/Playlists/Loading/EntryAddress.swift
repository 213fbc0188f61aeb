import Encoding
import PlayCore

/// An address with header fields for its own requests, as IPTV players write it: `ADDRESS|User-Agent=…&Referer=…`. All
/// other notations are converted to this form. The fields apply to one entry and, if it is a list, to its entries on
/// the same server. Unverified texts.
package struct EntryAddress: Sendable, Equatable {
    package struct Field: Sendable, Equatable {
        package let name: String
        package var value: String
    }

    package let address: String
    /// One field per name, in the order of first occurrence.
    package private(set) var fields: [Field] = []

    private static let mostFields = 32
    private static let longestValue = 8192

    /// Splits a location. A bar without a known field after it belongs to the address.
    package init(_ location: String) {
        guard let (address, options) = Self.split(location) else {
            self.address = location
            return
        }
        self.address = address
        for (name, value) in Self.pairs(options) { set(name, AddressText.unescaped(value) ?? value) }
    }

    package static func plain(_ location: String) -> String { split(location)?.address ?? location }

    /// The form that ``init(_:)`` reads.
    package var text: String {
        guard !fields.isEmpty else { return address }
        return address + "|" + fields.map { $0.name + "=" + Self.escaped($0.value) }.joined(separator: "&")
    }

    func text(of address: String) -> String {
        guard !fields.isEmpty else { return address }
        var copy = EntryAddress(address)
        copy.set(self)
        return copy.text
    }

    /// Adds the same fields to another address of the same server, such as a subtitle file's. Its own fields stay.
    package func text(at other: String) -> String {
        var copy = EntryAddress(other)
        guard Self.server(of: address) == Self.server(of: copy.address) else { return other }
        for field in fields where !copy.has(field.name) { copy.set(field.name, field.value) }
        return copy.text
    }

    private func has(_ name: String) -> Bool { fields.contains { $0.name.lowercased() == name.lowercased() } }

    /// Returns scheme, host and port, in lower case.
    private static func server(of address: String) -> String? {
        let plain = AddressText.withoutSecrets(address)
        guard let start = plain.firstRange(of: "://")?.upperBound else { return nil }
        return plain[..<start].lowercased() + plain[start...].prefix { !"/?#".contains($0) }.lowercased()
    }

    // MARK: names

    /// Sets a field, replacing one of the same name. Removes quotes around the value. Ignores invalid ones and those
    /// that the transfer controls.
    package mutating func set(_ name: String, _ value: String) {
        let isQuoted = value.utf8.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
        let value = isQuoted ? String(value.dropFirst().dropLast()) : value
        guard let name = Self.fieldName(name), !value.isEmpty, value.utf8.count <= Self.longestValue,
            !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { return }
        if let place = fields.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
            fields[place].value = value
        } else if fields.count < Self.mostFields {
            fields.append(Field(name: name, value: value))
        }
    }

    package mutating func set(_ other: EntryAddress) { for field in other.fields { set(field.name, field.value) } }

    /// Usual names of fields in lists, in lower case, without `http-`.
    private static let usual = [
        "user-agent": "User-Agent", "useragent": "User-Agent", "referer": "Referer", "referrer": "Referer",
        "origin": "Origin", "cookie": "Cookie", "cookies": "Cookie", "authorization": "Authorization",
        "accept": "Accept", "accept-language": "Accept-Language",
    ]

    /// Options of players that look like fields, and fields that belong to the transfer itself.
    private static let refused: Set<String> = [
        "accept-encoding", "acceptencoding", "active-remote", "auth", "connection", "connection-timeout",
        "content-length", "customrequest", "encoding", "failonerror", "host", "http-version", "if-range", "postdata",
        "proxy-authorization", "range", "reconnect", "seekable", "sslcipherlist", "te", "transfer-encoding", "upgrade",
        "verifypeer",
    ]

    private static func fieldName(_ name: String) -> String? {
        let lower = name.lowercased()
        let short = lower.hasPrefix("http-") ? String(lower.dropFirst(5)) : lower
        if let known = usual[short] { return known }
        guard !refused.contains(lower), !refused.contains(short), !lower.isEmpty, name.utf8.count <= 64,
            name.utf8.allSatisfy({ isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
        else { return nil }
        return name
    }

    package static func field(ofOption name: some StringProtocol) -> String? {
        let lower = name.lowercased()
        guard lower.hasPrefix("http-") else { return nil }
        return usual[String(lower.dropFirst(5))]
    }

    // MARK: the text

    private static func split(_ location: String) -> (address: String, options: String)? {
        guard location.utf8.contains(UInt8(ascii: "|")), AddressText.scheme(of: location) != "file" else { return nil }
        var rest = location[...]
        while let bar = rest.firstIndex(of: "|") {
            let options = location[location.index(after: bar)...].trimmed
            if begins(options) { return (location[..<bar].trimmed, options) }
            rest = rest[rest.index(after: bar)...]
        }
        return nil
    }

    private static func begins(_ options: String) -> Bool {
        guard let end = options.firstIndex(of: "=") else { return false }
        let name = options[..<end].lowercased()
        return usual[name] != nil || refused.contains(name) || name.hasPrefix("x-")
            || usual[String(name.dropFirst(name.hasPrefix("http-") ? 5 : 0))] != nil
    }

    /// Reads `a=b&c=d`. A part without a field name continues the preceding value, as in an unescaped query.
    package static func pairs(_ options: String) -> [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        for piece in options.split(separator: "&", omittingEmptySubsequences: false) {
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, result.isEmpty || begins(String(piece)) || parts[0].contains("-") {
                result.append((parts[0].trimmed, String(parts[1])))
            } else if !result.isEmpty {
                result[result.count - 1].value += "&" + piece
            }
        }
        return result
    }

    private static func escaped(_ value: String) -> String {
        value.utf8.map { byte in
            if isLetterOrDigit(byte) || "-._~:/;,()".utf8.contains(byte) {
                return String(UnicodeScalar(byte))
            }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
