import Media
import PlayCore

/// A source of a stream's packets. One thread.
protocol LivePacketSource {
    /// Returns `nil` at the end. At the deadline, by ``SystemClock``, throws `timedOut`.
    func read(until deadline: HostTime) throws(MediaError) -> Packet?
    func kind(of track: Int) -> LiveInput.Kind?
    func parameters(of track: Int) -> CodecParameters?
    var delivery: StreamDelivery { get }
}

extension LiveInput: LivePacketSource {
    var delivery: StreamDelivery { StreamDelivery() }
}
