/// A catalogue that can be looked through: what is newest in it, and what matches words. A value.
package struct CataloguePlace: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// `https://host[:port]` of a PeerTube server.
        case peerTube(origin: String)
        /// What the viewer has subscribed to there.
        case subscriptions(origin: String)
        /// A manifest: path or address.
        case manifest(String)
    }

    package let kind: Kind
    /// For people; unverified text.
    package let name: String

    package init(_ kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }
}
