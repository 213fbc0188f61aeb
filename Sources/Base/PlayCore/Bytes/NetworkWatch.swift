/// Hears when this machine's network comes back. Any thread.
package protocol NetworkWatch: AnyObject, Sendable {
    /// How often it came: interfaces that went up, addresses that were added. Only rises.
    var arrivals: Int { get }
}

/// Begins to watch; rings at each arrival. Nil where the system does not tell.
package typealias NetworkWatchMaker = @Sendable (Doorbell) -> (any NetworkWatch)?
