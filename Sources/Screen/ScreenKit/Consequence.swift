package import Commands

/// A request of a feature to the root. A feature changes only its own state; the root carries out these.
package enum Consequence<Order: Sendable & Equatable>: Sendable, Equatable {
    /// - Parameter outlivesItem: whether the message stays when another item starts.
    case say(String, Message.Kind = .info, outlivesItem: Bool = false)
    case dismissMessage
    /// An order for the feature's own source, outside the screen.
    case order(Order)
    case player(PlayerCommand)
    /// Closes the page. Ends the program if nothing else can be shown.
    case close
    /// Closes the page in favour of the current item.
    case showItem
    case play(location: String, isClass: Bool)
}
