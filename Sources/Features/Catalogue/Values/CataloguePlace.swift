/// A catalogue that can be browsed: its newest items, and those that match a search.
package struct CataloguePlace: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// `https://host[:port]` of a PeerTube server.
        case peerTube(origin: String)
        /// The viewer's subscriptions at a server.
        case subscriptions(origin: String)
        /// The path or address of a manifest.
        case manifest(String)
    }

    package let kind: Kind
    /// The name for display; unverified text.
    package let name: String

    package init(_ kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }
}
