package import PlayCore

/// Key frames of one track, each decoded by itself: what a viewer sees of a place before going there. One thread; keeps
/// container and decoder from one picture to the next.
package final class KeyframePictures {
    /// Of the track, that are looked at for a key frame.
    private static let mostPackets = 300

    private let demuxer: Demuxer
    private let decoder: VideoDecoder

    /// - Parameter track: of the container.
    /// - Returns: nil where places cannot be gone to, or the track is not there.
    package init?(_ source: any ByteSource, name: String, track: Int, cancel: CancelToken) throws(MediaError) {
        demuxer = try Demuxer(source: source, nameHint: name, cancel: cancel)
        guard demuxer.canSeek, let parameters = demuxer.parameters(of: track) else { return nil }
        demuxer.select([track])
        decoder = try VideoDecoder(
            parameters: parameters, framesPerSecond: nil, rotation: demuxer.rotation(of: track), hardware: .none)
        // They are shown so small that deblocking is not seen.
        decoder.setShrink(sourceHeight: parameters.height, shownHeight: 1)
    }

    /// The last key frame at or before `time`, or near it, not decoded; nil: there is none.
    package func keyframe(at time: MediaTime) throws(MediaError) -> Packet? {
        guard demuxer.seek(to: time, direction: .atOrBefore) else { return nil }
        for _ in 0..<Self.mostPackets {
            guard let packet = try demuxer.read() else { return nil }
            if packet.isKeyframe { return packet }
        }
        return nil
    }

    /// Nil: it cannot be decoded by itself.
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
