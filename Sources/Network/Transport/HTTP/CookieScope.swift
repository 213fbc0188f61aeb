package import Addresses
import PlayCore

/// The addresses that receive a cookie (RFC 6265, 5.1.3, 5.1.4 and 5.4).
package struct CookieScope: Sendable, Hashable {
    /// In lower case, without a leading dot.
    private let domain: String
    private let hasSubdomains: Bool
    private let path: String
    private let isSecure: Bool

    private static let mostCookies = 100

    private init(domain: String, hasSubdomains: Bool, path: String, isSecure: Bool) {
        (self.domain, self.hasSubdomains, self.path, self.isSecure) = (domain, hasSubdomains, path, isSecure)
    }

    package init(hostOf address: Address) {
        self.init(domain: address.host.lowercased(), hasSubdomains: false, path: "/", isSecure: false)
    }

    package func contains(_ address: Address) -> Bool {
        let host = address.host.lowercased()
        guard host == domain || (hasSubdomains && host.hasSuffix("." + domain)) else { return false }
        guard !isSecure || address.scheme == "https" else { return false }
        let place = address.path.isEmpty ? "/" : address.path
        return place == path || place.hasPrefix(path.hasSuffix("/") ? path : path + "/")
    }

    /// Reads cookies as yt-dlp writes them: `name=value; Domain=…; Path=/; Secure; Expires=…; name2=value2; …`. A
    /// cookie without a domain belongs to the host of `address`. Omits expired ones.
    package static func cookies(_ text: String, with address: Address, now: Int64) -> [HTTPHeader] {
        var found: [(pair: String, attributes: [String: String])] = []
        for piece in text.split(separator: ";") where found.count <= mostCookies {
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmed
            let value = parts.count > 1 ? parts[1].trimmed : ""
            if attributes.contains(name.lowercased()) {
                if !found.isEmpty { found[found.count - 1].attributes[name.lowercased()] = value }
            } else if parts.count == 2, !name.isEmpty {
                found.append((name + "=" + value, [:]))
            }
        }
        return found.prefix(mostCookies).compactMap { cookie in
            if let end = cookie.attributes["expires"].flatMap({ Int64($0) }), end != 0, end < now { return nil }
            guard let scope = CookieScope(cookie.attributes, with: address) else { return nil }
            return HTTPHeader(name: "Cookie", value: cookie.pair, scope: scope)
        }
    }

    private static let attributes: Set<String> = [
        "domain", "path", "secure", "expires", "max-age", "httponly", "samesite", "version", "comment", "discard",
    ]

    /// Returns `nil` for a domain that covers unrelated hosts.
    private init?(_ attributes: [String: String], with address: Address) {
        let domain = (attributes["domain"] ?? "").lowercased()
        let name = domain.hasPrefix(".") ? String(domain.dropFirst()) : domain
        let host = address.host.lowercased()
        let isNumber = name.contains(":") || name.allSatisfy { $0.isNumber || $0 == "." }
        guard name.isEmpty || name == host || (name.contains(".")) else { return nil }
        let path = attributes["path"] ?? "/"
        self.init(
            domain: name.isEmpty ? host : name, hasSubdomains: !name.isEmpty && !isNumber,
            path: path.hasPrefix("/") ? path : "/", isSecure: attributes["secure"] != nil)
    }

    /// Combines the cookies into one field. Of two with the same name, the first counts.
    static func joined(_ headers: [HTTPHeader]) -> [HTTPHeader] {
        let cookies = headers.filter(\.isCookie)
        guard cookies.count > 1 else { return headers }
        var names: Set<Substring> = []
        let pairs = cookies.map(\.value).filter { names.insert($0.prefix { $0 != "=" }).inserted }
        let field = HTTPHeader(name: "Cookie", value: pairs.joined(separator: "; "))
        return headers.filter { !$0.isCookie } + [field].compactMap(\.self)
    }
}

extension HTTPHeader {
    var isCookie: Bool { name.lowercased() == "cookie" }
}
