import Encoding
import PlayCore

/// Addresses as text: the part of RFC 3986 that lists need.
package enum AddressText {
    /// Returns the scheme in lower case, if `//` follows it or it is `file:/x`, `magnet:?…` or `data:…,…`.
    package static func scheme(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = text[..<colon]
        let rest = text[text.utf8.index(after: colon)...]
        guard let first = name.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20),
            name.utf8.allSatisfy({ $0 < 0x80 }), name.allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) })
        else { return nil }
        let scheme = name.lowercased()
        let isOne =
            switch scheme {
            case "file": rest.hasPrefix("/")
            case "magnet": rest.hasPrefix("?")
            case "data": rest.contains(",") && !rest.hasPrefix(" ")
            default: false
            }
        return isOne || rest.hasPrefix("//") ? scheme : nil
    }

    package static func isAddress(_ location: String) -> Bool { scheme(of: location).map { $0 != "file" } ?? false }

    /// Returns the location for messages and logs: an address loses user name, password and query.
    package static func shown(_ location: String) -> String {
        guard isAddress(location) else { return location }
        return withoutSecrets(withoutQuery(location))
    }

    /// Converts `file:///a%20b` to `/a b`. Returns `nil` for a file on another host.
    package static func path(ofFileAddress address: String) -> String? {
        var rest = address.dropFirst("file:".count)
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != "/" }
            guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
            rest = rest.dropFirst(host.count)
        }
        return rest.isEmpty ? nil : unescaped(String(rest))
    }

    /// Decodes escapes. Returns `nil` for an invalid one, and for NUL.
    package static func unescaped(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = ByteText.bytes(text)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(Hexadecimal.digit),
                let low = rest.popFirst().flatMap(Hexadecimal.digit),
                high * 16 + low != 0
            else { return nil }
            bytes.append(high * 16 + low)
        }
        return ByteText.text(bytes)
    }

    /// Resolves a relative reference against the address of its list (RFC 3986, 5.2).
    package static func resolve(_ reference: String, against base: String) -> String {
        guard let colon = base.firstRange(of: "://") else { return reference }
        if reference.hasPrefix("//") { return base[..<colon.lowerBound] + ":" + reference }
        let authorityEnd = base[colon.upperBound...].firstIndex { "/?#".contains($0) } ?? base.endIndex
        let path = base[authorityEnd...].prefix { $0 != "?" && $0 != "#" }
        let site = base[..<authorityEnd]
        if reference.hasPrefix("?") { return site + path + reference }
        let split = reference.firstIndex { "?#".contains($0) } ?? reference.endIndex
        let (own, tail) = (reference[..<split], reference[split...])
        let merged = own.hasPrefix("/") ? String(own) : folder(of: path) + own
        return site + withoutDots(merged) + tail
    }

    private static func folder(of path: Substring) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
    }

    private static func withoutDots(_ path: String) -> String {
        var parts: [Substring] = []
        let all = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for part in all {
            switch part {
            case ".": continue
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
        // A final "." or ".." names a folder.
        if let last = all.last, [".", ".."].contains(last) { parts.append("") }
        return "/" + parts.joined(separator: "/")
    }

    package static func withoutQuery(_ address: String) -> String {
        String(EntryAddress.plain(address).prefix { $0 != "?" && $0 != "#" })
    }

    /// Removes user name, password and header fields. Replaces the query, perhaps secret, by a hash (FNV-1a, 64 bits).
    package static func identity(_ address: String) -> String {
        let plain = withoutSecrets(EntryAddress.plain(address))
        guard let mark = plain.firstIndex(of: "?") else { return plain }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in plain[mark...].prefix(while: { $0 != "#" }).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return plain[..<mark] + "?" + String(hash, radix: 16)
    }

    /// Returns the address without user name and password, which must not appear in lists or logs.
    package static func withoutSecrets(_ address: String) -> String {
        guard let start = address.firstRange(of: "://")?.upperBound else { return address }
        let end = address[start...].firstIndex { "/?#".contains($0) } ?? address.endIndex
        guard let at = address[start..<end].lastIndex(of: "@") else { return address }
        return String(address[..<start] + address[address.index(after: at)...])
    }
}

package enum PathText {
    /// Removes `.`, `..` and double slashes, without accessing the file system.
    package static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") {
            switch part {
            case ".": continue
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Returns the folder of an absolute path, without a trailing slash except for `/` itself.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    package static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
