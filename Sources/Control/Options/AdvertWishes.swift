package struct AdvertWishes: Sendable, Equatable {
    /// The viewer's own document: path or address.
    package var location: String?
    /// Whether adverts of a list or a service may play.
    package var isAllowed = false
    /// The ID of the player whose adverts those are. May be empty.
    package var playerID = ""

    package init() {}

    /// Returns the document about adverts, or `nil` if none play. `named`: a service's documents by the player's ID.
    package func location(named: [String: String]) -> String? { location ?? (isAllowed ? named[playerID] : nil) }
}
