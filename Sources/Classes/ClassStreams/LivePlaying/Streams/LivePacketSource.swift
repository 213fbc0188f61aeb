import Media
import PlayCore

/// A source of a stream's packets. One thread.
protocol LivePacketSource {
    /// Returns the next packet, or `nil` at the end of the stream.
    ///
    /// - Parameter deadline: by ``SystemClock``; reading then fails with `timedOut`.
    func read(until deadline: HostTime) throws(MediaError) -> Packet?
    /// Returns the kind of a track, or `nil` if it is neither sound nor pictures.
    func kind(of track: Int) -> LiveInput.Kind?
    /// Returns a track's parameters, or `nil` if there is no such track.
    func parameters(of track: Int) -> CodecParameters?
    /// Counts of the packets so far, for links that lose packets.
    var delivery: StreamDelivery { get }
}

extension LiveInput: LivePacketSource {
    var delivery: StreamDelivery { StreamDelivery() }
}
