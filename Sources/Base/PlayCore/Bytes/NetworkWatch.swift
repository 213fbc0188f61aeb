/// Detects when this machine's network comes back. Any thread.
package protocol NetworkWatch: AnyObject, Sendable {
    /// Number of arrivals (interfaces that went up, addresses that were added). Only rises.
    var arrivals: Int { get }
}

/// Starts to watch and rings at each arrival, or returns `nil` if the system does not report them.
package typealias NetworkWatchMaker = @Sendable (Doorbell) -> (any NetworkWatch)?
