import Media
import PlayCore

/// Where the packets of a stream come from. One thread.
protocol LivePacketSource {
    /// The next packet; nil: the stream has ended.
    ///
    /// - Parameter deadline: by ``SystemClock``; then it fails with `timedOut`.
    func read(until deadline: HostTime) throws(MediaError) -> Packet?
    /// What a packet's track carries; nil: neither sound nor pictures.
    func kind(of track: Int) -> LiveInput.Kind?
    /// Nil: there is no such track.
    func parameters(of track: Int) -> CodecParameters?
    /// What came so far, where packets may be lost.
    var delivery: StreamDelivery { get }
}

extension LiveInput: LivePacketSource {
    var delivery: StreamDelivery { StreamDelivery() }
}
