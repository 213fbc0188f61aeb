package import Addresses
package import PlayCore

/// How requests are made. A value: what is set holds for the requests that begin afterwards.
package struct HTTPSettings: Sendable, Equatable {
    package var userAgent: String
    /// Sent with every request, to every server.
    package var referrer: String?
    /// Sent with every request, but after a redirect only what is harmless (``RedirectRule``).
    package var headers: [HTTPHeader] = []
    /// Sent with the requests of one download, beside ``headers``: what may be a secret to ``ownOrigin`` alone.
    package var ownHeaders: [HTTPHeader] = []
    package var ownOrigin = ""
    /// Whether cookies last longer than the redirects of one request, or than what shares a ``CookieJar``.
    package var usesCookies = false
    /// The cookies of all requests with these settings; `nil` for those of the client.
    package var cookieJar: CookieJar?
    /// In Netscape's format; read, never written.
    package var cookieFile: String?
    /// Nil: as the environment says (`http_proxy` and the like); empty: none.
    package var proxy: String?
    /// Names and passwords of servers, as curl and ftp read them; an address's own come first. Nil: none.
    package var netrcFile: String?
    /// Whom SFTP servers sign in, where an address names no user.
    package var userName: String?
    /// Absolute path of the folder with the user's SSH keys and `known_hosts`; `nil` without a home folder.
    package var sshFolder: String?
    /// How long nothing may come, and the interval between tries.
    package var timeout = HostTime.milliseconds(5000)
    /// Tries after the first; 0: ask.
    package var retries = 2
    /// Over TLS, where the server has it.
    package var usesHTTP2 = true
    package var verifiesTLS = true
    /// False: a redirect from https to http is an error; so it is always from servers whose key is known.
    package var allowsUnencryptedRedirects = true
    /// Certificates to trust in place of the system's, PEM.
    package var caFile: String?
    /// By host: the keys that decide in place of certificates, whatever the port.
    package var serverKeys: [String: ServerKey] = [:]
    /// `https:` address of the service (RFC 8484); nil: the system's resolver.
    package var dnsOverHTTPS: String?
    /// The domains that are resolved there, with all below them; empty: every one.
    package var dnsOverHTTPSDomains: [String] = []
    /// `host:port:address`, in place of resolving; certificate and Host header stay the host's.
    package var resolveOverrides: [String] = []
    /// Transfers at a time to one server; those that wait for their reader do not count.
    package var transfersPerHost = 6
    package var maximumRedirects = 10
    /// Whom requests may reach, redirects included; nil: everyone.
    package var servers: ServerBounds?

    package init(userAgent: String) { self.userAgent = userAgent }

    /// Whether the name of `host` is asked for over HTTPS.
    func usesDNSOverHTTPS(for host: String) -> Bool {
        guard dnsOverHTTPS != nil else { return false }
        if dnsOverHTTPSDomains.isEmpty { return true }
        return dnsOverHTTPSDomains.contains { domain in
            let domain = domain.lowercased()
            return host == domain || host.hasSuffix("." + domain)
        }
    }
}

/// The identity of cookies that some requests share and others must not see: those of one stream, or of one download.
/// Its cookies go with it.
package final class CookieJar: Sendable, Equatable {
    package init() {}

    package static func == (a: CookieJar, b: CookieJar) -> Bool { a === b }
}

/// A header field of a request.
package struct HTTPHeader: Sendable, Hashable {
    package let name: String
    package let value: String
    /// Which requests bear it, wherever a redirect leads; nil: those of the server that may know the others.
    package let scope: CookieScope?

    /// Nil for what is no field: a name with other than RFC 9110's token characters, a value with control characters.
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

    /// As libcurl takes it: a field without a value needs a semicolon.
    var line: String { value.isEmpty ? name + ";" : name + ": " + value }

    private static func isToken(_ byte: UInt8) -> Bool {
        let character = Character(UnicodeScalar(byte))
        return byte < 0x7F && (character.isLetter || character.isNumber || "!#$%&'*+-.^_`|~".contains(character))
    }
}
