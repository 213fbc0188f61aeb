package import XML

/// What somebody says that it is and can do (XEP-0030). A value.
package struct ServiceInfo: Sendable, Equatable {
    package struct Identity: Sendable, Equatable {
        package let category: String
        package let type: String
        package let name: String?
    }

    package let identities: [Identity]
    package let features: Set<String>
    package let forms: [DataForm]

    package static let request = XMLElement("query", namespace: Namespace.serviceInfo)
    package static let itemsRequest = XMLElement("query", namespace: Namespace.serviceItems)

    /// - Parameter answer: the whole IQ.
    package init?(_ answer: XMLElement) {
        guard let query = answer.first("query", in: Namespace.serviceInfo) else { return nil }
        identities = query.children("identity").map {
            Identity(category: $0["category"] ?? "", type: $0["type"] ?? "", name: $0["name"])
        }
        features = Set(query.children("feature").compactMap { $0["var"] })
        forms = query.children("x").compactMap { DataForm($0) }
    }

    /// Addresses of what a server has.
    package static func items(_ answer: XMLElement) -> [XMPPAddress] {
        (answer.first("query", in: Namespace.serviceItems)?.children("item") ?? []).compactMap {
            $0["jid"].flatMap { XMPPAddress($0) }
        }
    }
}
