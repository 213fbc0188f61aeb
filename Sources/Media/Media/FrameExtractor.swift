internal import CFFmpeg
package import PlayCore

/// Decodes one picture of an item again, in full quality, even one that playback skips.
package enum FrameExtractor {
    /// How much earlier to start if a seek lands after its target. Those of the player.
    private static let distances: [MediaTime] = [.zero, .milliseconds(100), .seconds(2), .seconds(12)]
    /// Near the start, decodes everything from the first byte on.
    private static let nearBeginning: MediaTime = .seconds(15)
    /// Tolerates the container's rounding of times to its own ticks.
    private static let tolerance: MediaTime = .milliseconds(1)

    /// Decodes from the key frame before `time`: up to a second for long groups of pictures. Any thread. Returns `nil`
    /// if the source cannot seek or has no picture that starts at `time`.
    package static func frame(
        at time: MediaTime, track: Int, of source: any ByteSource, name: String, cancel: CancelToken
    ) throws(MediaError) -> VideoFrame? {
        let demuxer = try Demuxer(source: source, nameHint: name, cancel: cancel)
        guard demuxer.canSeek, let parameters = demuxer.parameters(of: track) else { return nil }
        demuxer.select([track])
        for distance in distances {
            guard demuxer.seek(to: max(.zero, time - distance), direction: .atOrBefore) else { return nil }
            let decoder = try VideoDecoder(
                parameters: parameters, framesPerSecond: nil, rotation: demuxer.rotation(of: track), hardware: .none)
            if let frame = try search(time, demuxer, decoder, cancel) { return frame }
            if time <= distance { break }
        }
        // A container without an index may land after its own beginning.
        guard time < Self.nearBeginning, demuxer.seek(toShare: 0) else { return nil }
        return try search(
            time, demuxer,
            try VideoDecoder(
                parameters: parameters, framesPerSecond: nil, rotation: demuxer.rotation(of: track), hardware: .none),
            cancel)
    }

    private static func search(
        _ time: MediaTime, _ demuxer: Demuxer, _ decoder: VideoDecoder, _ cancel: CancelToken
    ) throws(MediaError) -> VideoFrame? {
        var found: VideoFrame?
        var isBeyond = false
        while found == nil, !isBeyond, !cancel.isCancelled {
            let packet = try demuxer.read()
            try decoder.decode(packet) { frame in
                if frame.time > time + tolerance {
                    isBeyond = true
                } else if frame.time >= time - tolerance {
                    found = frame
                }
                return found == nil && !isBeyond
            }
            if packet == nil { break }
        }
        return found
    }
}
