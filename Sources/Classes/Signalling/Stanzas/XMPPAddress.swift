/// An XMPP address (RFC 7622): `local@domain/resource`. Only the domain is compared without case.
package struct XMPPAddress: Sendable, Hashable, CustomStringConvertible {
    package let local: String?
    package let domain: String
    package let resource: String?

    /// - Parameter local: not checked for invalid characters, which the server refuses.
    package init(local: String? = nil, domain: String, resource: String? = nil) {
        self.local = local
        self.domain = domain.lowercased()
        self.resource = resource
    }

    /// Returns `nil` for empty parts, control characters, or a part of more than 1,023 bytes.
    package init?(_ text: some StringProtocol) {
        let slash = text.firstIndex(of: "/")
        let bare = slash.map { text[..<$0] } ?? text[...]
        let at = bare.firstIndex(of: "@")
        let domain = at.map { bare[bare.index(after: $0)...] } ?? bare[...]
        let parts = [
            at.map { String(bare[..<$0]) }, String(domain), slash.map { String(text[text.index(after: $0)...]) },
        ]
        for case let part? in parts {
            guard (1...1023).contains(part.utf8.count),
                part.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
            else { return nil }
        }
        guard !domain.contains("@"), !domain.contains(" ") else { return nil }
        self.init(local: parts[0], domain: String(domain), resource: parts[2])
    }

    package var bare: XMPPAddress { XMPPAddress(local: local, domain: domain) }

    package func with(resource: String?) -> XMPPAddress {
        XMPPAddress(local: local, domain: domain, resource: resource)
    }

    package var description: String {
        (local.map { $0 + "@" } ?? "") + domain + (resource.map { "/" + $0 } ?? "")
    }
}
