/// Which adverts may play.
package struct AdvertWishes: Sendable, Equatable {
    /// The viewer's own choice: path or address of a document.
    package var location: String?
    /// Whether adverts named by a list or a service may play.
    package var isAllowed = false
    /// The ID of the player whose adverts those are; empty for a player without an ID.
    package var playerID = ""

    package init() {}

    /// Returns the location of the document about adverts, or `nil` if none play. `named` has a service's documents, by
    /// the player's ID.
    package func location(named: [String: String]) -> String? { location ?? (isAllowed ? named[playerID] : nil) }
}
