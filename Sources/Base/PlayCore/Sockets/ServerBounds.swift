/// The only servers that a public kiosk contacts, wherever playlists and redirects lead. The resolved address is
/// checked again before connecting: an address of this machine or of a private network must be listed itself.
package struct ServerBounds: Sendable, Equatable {
    private struct Server: Sendable, Equatable {
        /// `nil` for both http and https.
        let scheme: String?
        /// In lower case, IPv6 in brackets. A leading `*.` matches all subdomains.
        let host: String
        /// `nil` for the scheme's default.
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
    private var hasPublic = false

    /// Creates bounds that allow no server.
    package init() {}

    /// Reads `[SCHEME://]HOST[:PORT]` separated by commas; `any` allows the public network. `nil` for any other form.
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

    /// Adds the server of an address; PeerTube's own scheme counts as https. Ignores an invalid address.
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

    /// `scheme` and `host` are in lower case, IPv6 in brackets; `port` is `nil` for the scheme's default.
    package func allows(scheme: String, host: String, port: Int?) -> Bool {
        hasPublic || servers.contains { $0.matches(scheme, host, port) }
    }

    /// Returns whether a connection to a resolved address (4 or 16 bytes) is allowed.
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
