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
