package import PlayCore

/// Previews for seeking: key frames, each decoded by itself. Keeps container and decoder. One thread.
package final class KeyframePictures {
    /// How far to search for a key frame of the track.
    private static let mostPackets = 300

    private let demuxer: Demuxer
    private let decoder: VideoDecoder

    /// Returns `nil` if the container cannot seek, or the track does not exist.
    package init?(_ source: any ByteSource, name: String, track: Int, cancel: CancelToken) throws(MediaError) {
        demuxer = try Demuxer(source: source, nameHint: name, cancel: cancel)
        guard demuxer.canSeek, let parameters = demuxer.parameters(of: track) else { return nil }
        demuxer.select([track])
        decoder = try VideoDecoder(
            parameters: parameters, framesPerSecond: nil, rotation: demuxer.rotation(of: track), hardware: .none)
        decoder.skipDeblocking(.forPreviews)
    }

    /// Returns the undecoded key frame at or before `time`, or near it, or `nil` if there is none.
    package func keyframe(at time: MediaTime) throws(MediaError) -> Packet? {
        guard demuxer.seek(to: time, direction: .atOrBefore) else { return nil }
        for _ in 0..<Self.mostPackets {
            guard let packet = try demuxer.read() else { return nil }
            if packet.isKeyframe { return packet }
        }
        return nil
    }

    package func frame(of packet: Packet) throws(MediaError) -> VideoFrame? {
        decoder.flush()
        var found: VideoFrame?
        for packet in [packet, nil] where found == nil {
            try decoder.decode(packet) {
                found = $0
                return false
            }
        }
        return found
    }
}
