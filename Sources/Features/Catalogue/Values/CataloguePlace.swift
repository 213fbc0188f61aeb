/// A catalogue that can be browsed: its newest items or all, and those that match a search.
package struct CataloguePlace: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// `https://host[:port]` of a PeerTube server.
        case peerTube(origin: String)
        case subscriptions(origin: String)
        /// A path or an address.
        case manifest(String)
    }

    package let kind: Kind
    /// A manifest has an order of its own.
    package var hasNewestFirst: Bool { if case .manifest = kind { false } else { true } }
    /// Unverified text.
    package let name: String

    package init(_ kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }
}
