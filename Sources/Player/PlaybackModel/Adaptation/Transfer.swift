package import PlayCore

/// One response of a server, whole or abandoned, for estimating the bandwidth. Responses of the cache do not count.
package struct Transfer: Sendable, Hashable {
    package let bytes: Int
    /// The time from the request to the first byte, never negative.
    package let latency: HostTime
    /// The time from the first byte to the last, never negative.
    package let duration: HostTime
    package let end: HostTime

    package init(bytes: Int, latency: HostTime, duration: HostTime, end: HostTime) {
        self.bytes = max(0, bytes)
        self.latency = max(.zero, latency)
        self.duration = max(.zero, duration)
        self.end = end
    }
}
