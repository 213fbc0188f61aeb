/// Detects when this machine's network comes back. Any thread.
package protocol NetworkWatch: AnyObject, Sendable {
    /// How often an interface went up or an address was added. Only rises.
    var arrivals: Int { get }
}

/// Starts watching and rings at each arrival. Returns `nil` if the system does not report arrivals.
package typealias NetworkWatchMaker = @Sendable (Doorbell) -> (any NetworkWatch)?
