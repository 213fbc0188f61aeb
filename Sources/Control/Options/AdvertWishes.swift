package struct AdvertWishes: Sendable, Equatable {
    package var location: String?
    package var isAllowed = false
    /// The ID of the player whose adverts those are. May be empty.
    package var playerID = ""

    package init() {}

    /// Returns `nil` if no adverts play. `named`: a service's documents by the player's ID.
    package func location(named: [String: String]) -> String? { location ?? (isAllowed ? named[playerID] : nil) }
}
