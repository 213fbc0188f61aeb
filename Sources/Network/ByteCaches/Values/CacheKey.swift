package import Addresses
import Encoding

/// What a resource is called in the cache. Equal keys are the same bytes; what is secret in an address is not in it.
package struct CacheKey: Sendable, Hashable {
    /// SHA-256 of the identity, 64 hexadecimal digits.
    package let text: String
    /// For people: the address without name, password and query. Text from outside.
    package let name: String

    /// What the bytes are wanted for.
    package enum Kind: String, Sendable, CaseIterable {
        case media
        /// The address of `#EXT-X-KEY`: its parameters may be all that tells one video's key from another's, so that
        /// no rule ever touches them.
        case encryptionKey = "key"
        /// Of a stream that plays without its server; never taken for the answer of one.
        case manifest
    }

    package init(_ address: Address, kind: Kind = .media, rule: CacheKeyRule = CacheKeyRule()) {
        let identity = kind == .encryptionKey ? address.text : rule.identity(of: address)
        text = SHA256.hexadecimal(kind.rawValue + " " + identity)
        name = address.withoutSecrets
    }
}

/// What of an address does not matter for which bytes it stands. Without rules all of it matters.
package struct CacheKeyRule: Sendable, Equatable {
    /// Parameters of the query to leave out, by the domain whose addresses they are in; subdomains count.
    package var strippedParameters: [String: Set<String>] = [:]
    /// Domains that give the same bytes by http and https; subdomains count.
    package var unifiedDomains: Set<String> = []

    package init() {}

    /// The address without what does not matter.
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

    /// Whether `host` is `domain` or below it.
    static func covers(_ domain: String, _ host: String) -> Bool { host == domain || host.hasSuffix("." + domain) }

    /// Port 80 by http and 443 by https are what a server has without saying so.
    private static func withoutDefaultPort(_ rest: Substring, _ address: Address) -> String {
        guard let port = address.port, port == (address.scheme == "https" ? 443 : 80),
            let colon = rest.range(of: "\(address.host):\(port)")
        else { return String(rest) }
        return rest[..<colon.lowerBound] + address.host + rest[colon.upperBound...]
    }
}

extension Substring {
    /// The first place of a text in this one.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
