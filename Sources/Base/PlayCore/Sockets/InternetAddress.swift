import Glibc

/// IP addresses as 4 or 16 bytes.
package enum InternetAddress {
    /// Returns a host as URLs write it, with IPv6 in canonical form, or `nil` if it is not a host.
    static func hostName(_ text: Substring) -> String? {
        if text.first == "[" {
            guard text.last == "]" else { return nil }
            return bytes(String(text.dropFirst().dropLast()), AF_INET6).map(Self.text)
        }
        let name = text.hasPrefix("*.") ? text.dropFirst(2) : text
        guard let first = name.utf8.first, let last = name.utf8.last, first != UInt8(ascii: "."),
            last != UInt8(ascii: "."), text.utf8.count <= 253, name.utf8.allSatisfy(isOfName)
        else { return nil }
        // Some resolvers read numeric names as addresses: only the usual form is accepted.
        let isNumeric = name.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
        return isNumeric && bytes(String(text), AF_INET) == nil ? nil : String(text)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (48...57).contains(byte) || byte >= 0x80 || "-._".utf8.contains(byte)
    }

    package static func bytes(_ text: String) -> [UInt8]? { bytes(text, AF_INET) ?? bytes(text, AF_INET6) }

    private static func bytes(_ text: String, _ family: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: family == AF_INET6 ? 16 : 4)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    static func text(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 16 ? AF_INET6 : AF_INET
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return family == AF_INET6 ? "[\(name)]" : name
    }

    package static func isLoopback(_ bytes: [UInt8]) -> Bool {
        let bytes = embedded(bytes)
        return bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// Returns whether the address is global unicast: not of this machine or a private network, nor link-local or
    /// multicast.
    static func isPublic(_ bytes: [UInt8]) -> Bool {
        let bytes = embedded(bytes)
        // One eighth of IPv6 is allocated; 2002::/16 embeds IPv4.
        guard bytes.count == 4 else { return bytes[0] & 0xE0 == 0x20 && !(bytes[0] == 0x20 && bytes[1] == 0x02) }
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (100, 64...127), (127, _), (169, 254), (172, 16...31), (192, 168), (198, 18...19):
            return false
        case (192, 0): return bytes[2] != 0
        case (224..., _): return false
        default: return true
        }
    }

    /// Returns the IPv4 address embedded in an IPv6 one, such as `::ffff:10.0.0.1` and `64:ff9b::10.0.0.1`.
    private static func embedded(_ bytes: [UInt8]) -> [UInt8] {
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)
        guard bytes.count == 16, bytes.starts(with: mapped) || bytes.starts(with: translated) else { return bytes }
        return Array(bytes.suffix(4))
    }
}
