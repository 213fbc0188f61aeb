package import PlayCore

/// One answer of a server, whole or abandoned: what the bandwidth is estimated from.
///
/// Only what came over the network: an answer of the cache says nothing of it.
package struct Transfer: Sendable, Hashable {
    /// Of the body, that came.
    package let bytes: Int
    /// From the request to the first byte, never negative.
    package let latency: HostTime
    /// From the first byte to the last, never negative.
    package let duration: HostTime
    /// When the last byte came.
    package let end: HostTime

    package init(bytes: Int, latency: HostTime, duration: HostTime, end: HostTime) {
        self.bytes = max(0, bytes)
        self.latency = max(.zero, latency)
        self.duration = max(.zero, duration)
        self.end = end
    }
}
