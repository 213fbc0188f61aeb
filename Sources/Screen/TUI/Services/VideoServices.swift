package import Catalogue

/// Asks the service of the item on threads of its own. Called on the main thread; nothing here waits.
package protocol VideoServices: AnyObject {
    /// The newest; when it changes the player's wake-up is signalled.
    var state: ServiceState { get }

    /// Another item plays: what is read for the one before is cancelled, what is being sent is not.
    func itemChanged()

    func perform(_ order: ServiceOrder)
}
