import Glibc

/// The servers that a program for strangers asks, and none besides, wherever playlists, manifests, redirects and names
/// lead. A value.
///
/// A server is named by scheme, host and port. A name may lead anywhere, so whoever connects asks again with the address
/// that was found: one of this machine or of a private network must be named itself.
package struct ServerBounds: Sendable, Equatable {
    private struct Server: Sendable, Equatable {
        /// Nil: both of HTTP's.
        let scheme: String?
        /// In small letters, IPv6 in brackets; `*.` in front: every name below.
        let host: String
        /// Nil: the scheme's.
        let port: Int?

        func matches(_ scheme: String, _ host: String, _ port: Int?) -> Bool {
            guard self.scheme == nil || self.scheme == scheme,
                (self.port ?? Self.usualPort(scheme)) == (port ?? Self.usualPort(scheme))
            else { return false }
            return self.host.hasPrefix("*.") ? host.hasSuffix(self.host.dropFirst()) : host == self.host
        }

        private static func usualPort(_ scheme: String) -> Int { scheme == "https" ? 443 : 80 }
    }

    private var servers: [Server] = []
    /// Every server of the public network.
    private var hasPublic = false

    /// None.
    package init() {}

    /// `[SCHEME://]HOST[:PORT]` with commas between; `any`: every server of the public network. Nil for what is no such
    /// list.
    package init?(_ list: String) {
        for entry in list.split(separator: ",", omittingEmptySubsequences: false) {
            if entry == "any" {
                hasPublic = true
            } else {
                guard let server = Self.server(entry) else { return nil }
                servers.append(server)
            }
        }
    }

    /// With the server of an address, too; PeerTube's own scheme is https. What is no address changes nothing.
    package func adding(serverOf address: String) -> ServerBounds {
        guard let place = address.firstRange(of: "://") else { return self }
        let scheme = address[..<place.lowerBound].lowercased()
        let rest = address[place.upperBound...].prefix { !"/?#".contains($0) }
        let name = (scheme == "peertube" ? "https" : scheme) + "://" + rest
        guard let server = Self.server(name[...]) else { return self }
        var more = self
        more.servers.append(server)
        return more
    }

    /// - Parameters:
    ///   - scheme: in small letters, as `host`, which has brackets around IPv6.
    ///   - port: nil: the scheme's.
    package func allows(scheme: String, host: String, port: Int?) -> Bool {
        hasPublic || servers.contains { $0.matches(scheme, host, port) }
    }

    /// Whether the address that a name has led to may be connected to.
    ///
    /// - Parameter bytes: 4 or 16.
    package func allows(address bytes: [UInt8], scheme: String, port: Int?) -> Bool {
        if InternetAddress.isPublic(bytes) { return true }
        let names = [InternetAddress.text(bytes)] + (InternetAddress.isLoopback(bytes) ? ["localhost"] : [])
        return names.contains { name in servers.contains { $0.matches(scheme, name, port) } }
    }

    // MARK: Reading

    private static func server(_ entry: Substring) -> Server? {
        var rest = entry.lowercased()[...]
        var scheme: String?
        if let place = rest.firstRange(of: "://") {
            scheme = String(rest[..<place.lowerBound])
            guard scheme == "http" || scheme == "https" else { return nil }
            rest = rest[place.upperBound...]
        }
        if rest.last == "/" { rest = rest.dropLast() }
        let end = rest.first == "[" ? rest.firstIndex(of: "]").map { rest.index(after: $0) } : rest.firstIndex(of: ":")
        let host = rest[..<(end ?? rest.endIndex)]
        let tail = rest[(end ?? rest.endIndex)...]
        guard let name = InternetAddress.hostName(host) else { return nil }
        if tail.isEmpty { return Server(scheme: scheme, host: name, port: nil) }
        guard tail.first == ":", let port = Int(tail.dropFirst()), (1...65535).contains(port) else { return nil }
        return Server(scheme: scheme, host: name, port: port)
    }
}

/// Addresses of the Internet Protocol as bytes, 4 or 16. Pure.
private enum InternetAddress {
    /// A host as it stands in addresses, IPv6 in its one form; nil for what is none.
    static func hostName(_ text: Substring) -> String? {
        if text.first == "[" {
            guard text.last == "]" else { return nil }
            return bytes(String(text.dropFirst().dropLast()), AF_INET6).map(Self.text)
        }
        let name = text.hasPrefix("*.") ? text.dropFirst(2) : text
        guard let first = name.utf8.first, let last = name.utf8.last, first != UInt8(ascii: "."),
            last != UInt8(ascii: "."), text.utf8.count <= 253, name.utf8.allSatisfy(isOfName)
        else { return nil }
        // What looks like numbers is read by some as an address: only the usual form of one is.
        let isNumeric = name.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
        return isNumeric && bytes(String(text), AF_INET) == nil ? nil : String(text)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (48...57).contains(byte) || byte >= 0x80 || "-._".utf8.contains(byte)
    }

    private static func bytes(_ text: String, _ family: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: family == AF_INET6 ? 16 : 4)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    /// As the host of an address.
    static func text(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 16 ? AF_INET6 : AF_INET
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return family == AF_INET6 ? "[\(name)]" : name
    }

    static func isLoopback(_ bytes: [UInt8]) -> Bool {
        let bytes = embedded(bytes)
        return bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// Whether it is of the one network that everyone shares: neither of this machine, nor of a private network, a link
    /// or a group.
    static func isPublic(_ bytes: [UInt8]) -> Bool {
        let bytes = embedded(bytes)
        // Of IPv6 one eighth is handed out; 2002::/16 is IPv4 in another dress.
        guard bytes.count == 4 else { return bytes[0] & 0xE0 == 0x20 && !(bytes[0] == 0x20 && bytes[1] == 0x02) }
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (100, 64...127), (127, _), (169, 254), (172, 16...31), (192, 168), (198, 18...19):
            return false
        case (192, 0): return bytes[2] != 0
        case (224..., _): return false
        default: return true
        }
    }

    /// The IPv4 address within one of IPv6, as `::ffff:10.0.0.1` and `64:ff9b::10.0.0.1` have it.
    private static func embedded(_ bytes: [UInt8]) -> [UInt8] {
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)
        guard bytes.count == 16, bytes.starts(with: mapped) || bytes.starts(with: translated) else { return bytes }
        return Array(bytes.suffix(4))
    }
}
