package import PlayCore

/// One response of a server, whole or abandoned, from which the bandwidth is estimated.
///
/// Only transfers over the network count: a response from the cache says nothing about it.
package struct Transfer: Sendable, Hashable {
    /// The bytes of the body that arrived.
    package let bytes: Int
    /// The time from the request to the first byte, never negative.
    package let latency: HostTime
    /// The time from the first byte to the last, never negative.
    package let duration: HostTime
    /// The time at which the last byte arrived.
    package let end: HostTime

    package init(bytes: Int, latency: HostTime, duration: HostTime, end: HostTime) {
        self.bytes = max(0, bytes)
        self.latency = max(.zero, latency)
        self.duration = max(.zero, duration)
        self.end = end
    }
}
