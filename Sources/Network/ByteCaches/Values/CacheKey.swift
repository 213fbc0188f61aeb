package import Addresses
import Encoding

/// The identity of a resource in the cache, without the address's secrets. Equal keys mean equal bytes.
package struct CacheKey: Sendable, Hashable {
    /// SHA-256 of the identity, 64 hexadecimal digits.
    package let text: String
    /// The name for people: the address without user name, password and query. Unverified text.
    package let name: String

    package enum Kind: String, Sendable, CaseIterable {
        case media
        /// The address of `#EXT-X-KEY`. Ignores rules: two videos' keys may differ only in a parameter.
        case encryptionKey = "key"
        /// The manifest of a stream that plays without its server. Never used as a server's response.
        case manifest
    }

    package init(_ address: Address, kind: Kind = .media, rule: CacheKeyRule = CacheKeyRule()) {
        let identity = kind == .encryptionKey ? address.text : rule.identity(of: address)
        text = SHA256.hexadecimal(kind.rawValue + " " + identity)
        name = address.withoutSecrets
    }
}

/// The parts of an address that do not identify its bytes. By default all parts do.
package struct CacheKeyRule: Sendable, Equatable {
    /// The parameters by domain of the addresses, which includes subdomains.
    package var strippedParameters: [String: Set<String>] = [:]
    /// Domains that serve the same bytes over http and https, including subdomains.
    package var unifiedDomains: Set<String> = []

    package init() {}

    func identity(of address: Address) -> String {
        var text = address.text
        let names = strippedParameters.filter { Self.covers($0.key, address.host) }.reduce(into: Set<String>()) {
            $0.formUnion($1.value)
        }
        if !names.isEmpty, let query = address.query, text.hasSuffix("?" + query) {
            let kept = query.split(separator: "&", omittingEmptySubsequences: false).filter { parameter in
                !names.contains(String(parameter.prefix { $0 != "=" }))
            }
            text.removeLast(query.count + 1)
            if !kept.isEmpty { text += "?" + kept.joined(separator: "&") }
        }
        guard address.isHTTP, unifiedDomains.contains(where: { Self.covers($0, address.host) }) else { return text }
        return "http(s)" + Self.withoutDefaultPort(text.dropFirst(address.scheme.count), address)
    }

    static func covers(_ domain: String, _ host: String) -> Bool { host == domain || host.hasSuffix("." + domain) }

    private static func withoutDefaultPort(_ rest: Substring, _ address: Address) -> String {
        guard let port = address.port, port == (address.scheme == "https" ? 443 : 80),
            let colon = rest.range(of: "\(address.host):\(port)")
        else { return String(rest) }
        return rest[..<colon.lowerBound] + address.host + rest[colon.upperBound...]
    }
}

extension Substring {
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
