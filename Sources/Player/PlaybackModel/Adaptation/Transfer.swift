package import PlayCore

/// A server's response, whole or abandoned, as a measurement of the bandwidth. Responses of the cache are excluded.
package struct Transfer: Sendable, Hashable {
    package let bytes: Int
    /// Time from the request to the first byte, never negative.
    package let latency: HostTime
    /// Time from the first byte to the last, never negative.
    package let duration: HostTime
    package let end: HostTime

    package init(bytes: Int, latency: HostTime, duration: HostTime, end: HostTime) {
        self.bytes = max(0, bytes)
        self.latency = max(.zero, latency)
        self.duration = max(.zero, duration)
        self.end = end
    }
}
