/// Detects when this machine's network comes back. Any thread.
package protocol NetworkWatch: AnyObject, Sendable {
    /// How often it came back. Only rises.
    var arrivals: Int { get }
}

/// Starts watching and rings at each arrival. Returns `nil` if the system does not report arrivals.
package typealias NetworkWatchMaker = @Sendable (Doorbell) -> (any NetworkWatch)?

/// Detects when the line to one server carries again after a cut. Any thread.
package protocol LineWatch: NetworkWatch {
    /// Sets whether the server's data is missing. Only then the line is probed.
    func setActive(_ isActive: Bool)
}

package typealias LineWatchMaker = @Sendable (Doorbell) -> any LineWatch
