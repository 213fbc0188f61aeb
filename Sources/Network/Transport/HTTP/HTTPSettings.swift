package import Addresses
package import PlayCore

/// Changes apply to requests that start later.
package struct HTTPSettings: Sendable, Equatable {
    package var userAgent: String
    /// Sent with every request to every server.
    package var referrer: String?
    /// Sent with every request. After a redirect to another server, only harmless ones are sent (``RedirectRule``).
    package var headers: [HTTPHeader] = []
    /// The headers of one download, in addition to ``headers``. Secrets go only to ``ownOrigin``.
    package var ownHeaders: [HTTPHeader] = []
    package var ownOrigin = ""
    /// Whether cookies outlive one request with its redirects, or the requests that share a ``CookieJar``.
    package var usesCookies = false
    /// `nil` for the client's.
    package var cookieJar: CookieJar?
    /// In Netscape's format. Never written.
    package var cookieFile: String?
    /// Empty for no proxy, or `nil` for the environment's (`http_proxy` and the like).
    package var proxy: String?
    /// Servers' names and passwords, in the format of curl and ftp. Those in an address have precedence.
    package var netrcFile: String?
    /// Absolute path of the folder with the user's SSH keys and `known_hosts`; `nil` without a home folder.
    package var sshFolder: String?
    /// The longest time without data. Also the interval between attempts.
    package var timeout = HostTime.milliseconds(5000)
    /// 0 asks the player for a decision instead.
    package var retries = 2
    package var usesHTTP2 = true
    package var verifiesTLS = true
    /// From https to http. Never applies to a server with a known key.
    package var allowsUnencryptedRedirects = true
    /// PEM certificates to trust instead of the system's.
    package var caFile: String?
    /// Keys by host, on any port, to check instead of certificates.
    package var serverKeys: [String: ServerKey] = [:]
    /// The resolver's `https:` address (RFC 8484), or `nil` for the system's resolver.
    package var dnsOverHTTPS: String?
    /// The domains to resolve there, including subdomains. Empty for all.
    package var dnsOverHTTPSDomains: [String] = []
    /// `host:port:address`, used instead of resolving. Certificate and Host header remain the host's.
    package var resolveOverrides: [String] = []
    /// Simultaneous transfers to one server. Those that wait for their reader do not count.
    package var transfersPerHost = 6
    package var maximumRedirects = 10
    /// The servers that requests, including redirects, may reach. `nil` for all.
    package var servers: ServerBounds?

    package init(userAgent: String) { self.userAgent = userAgent }

    func usesDNSOverHTTPS(for host: String) -> Bool {
        guard dnsOverHTTPS != nil else { return false }
        if dnsOverHTTPSDomains.isEmpty { return true }
        return dnsOverHTTPSDomains.contains { domain in
            let domain = domain.lowercased()
            return host == domain || host.hasSuffix("." + domain)
        }
    }
}

/// Separates the cookies of some requests from all others. They are discarded with this object.
package final class CookieJar: Sendable, Equatable {
    package init() {}

    package static func == (a: CookieJar, b: CookieJar) -> Bool { a === b }
}

package struct HTTPHeader: Sendable, Hashable {
    package let name: String
    package let value: String
    /// The requests that carry the field. `nil` for requests to the server that may receive secrets.
    package let scope: CookieScope?

    /// Returns `nil` unless the name has only RFC 9110's token characters, and the value no control characters.
    package init?(name: String, value: String, scope: CookieScope? = nil) {
        let value = value.drop { $0 == " " || $0 == "\t" }
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken),
            !value.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F })
        else { return nil }
        self.name = name
        self.value = String(value)
        self.scope = scope
    }

    /// `Name: value` or `Name:value`.
    package init?(line: String) {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        self.init(name: String(line[..<colon]), value: String(line[line.index(after: colon)...]))
    }

    /// In libcurl's format, which requires a semicolon for an empty value.
    var line: String { value.isEmpty ? name + ";" : name + ": " + value }

    private static func isToken(_ byte: UInt8) -> Bool {
        let character = Character(UnicodeScalar(byte))
        return byte < 0x7F && (character.isLetter || character.isNumber || "!#$%&'*+-.^_`|~".contains(character))
    }
}
