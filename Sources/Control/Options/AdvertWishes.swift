/// Which adverts may play. A value.
package struct AdvertWishes: Sendable, Equatable {
    /// The viewer's own choice: path or address of a document.
    package var location: String?
    /// Adverts that a list or a service names may play.
    package var isAllowed = false
    /// The player whose adverts those are; empty: a player without an ID.
    package var playerID = ""

    package init() {}

    /// Where the document about a video's adverts is; nil: none plays.
    ///
    /// - Parameter named: what a service names, by the player's ID.
    package func location(named: [String: String]) -> String? { location ?? (isAllowed ? named[playerID] : nil) }
}
