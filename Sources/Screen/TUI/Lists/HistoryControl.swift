package import History
package import PlayCore

/// Reads what is remembered on a thread of its own. Called on the main thread; nothing here waits.
package protocol HistoryControl: AnyObject {
    /// The newest; when it changes the player's wake-up is signalled.
    var list: HistoryList { get }

    /// Reads it anew.
    func refresh()

    /// Forgets something and reads anew.
    func perform(_ change: HistoryChange)

    /// The item with this path or address begins at `position` when it is opened next.
    func start(_ location: String, at position: MediaTime)
}
