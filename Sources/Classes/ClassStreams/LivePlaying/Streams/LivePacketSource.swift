import Media
import PlayCore

/// A source of a stream's packets. One thread.
protocol LivePacketSource {
    /// Returns the next packet, or `nil` at the end. Fails with `timedOut` at the deadline, by ``SystemClock``.
    func read(until deadline: HostTime) throws(MediaError) -> Packet?
    func kind(of track: Int) -> LiveInput.Kind?
    func parameters(of track: Int) -> CodecParameters?
    var delivery: StreamDelivery { get }
}

extension LiveInput: LivePacketSource {
    var delivery: StreamDelivery { StreamDelivery() }
}
