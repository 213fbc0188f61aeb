package import PlayCore

/// A small picture that represents a film: its cover, else one of its frames. Any thread.
package enum Thumbnail {
    /// The limit of pixels. Decoding needs up to four bytes for each.
    private static let mostPixels = 1 << 25

    /// Prefers the cover, then the key frame before a share (0 … 1) of the length, then the first frame.
    package static func frame(
        of source: any ByteSource, name: String, share: Double = 0.1, cancel: CancelToken
    ) throws(MediaError) -> VideoFrame? {
        let demuxer = try Demuxer(source: source, nameHint: name, cancel: cancel, mostPixels: mostPixels)
        for track in demuxer.tracks {
            guard case .cover = track.kind, let packet = demuxer.coverPacket(of: track.id) else { continue }
            var packets: [Packet] = [packet]
            do throws(MediaError) {
                if let frame = try first(of: track, demuxer, cancel, next: { packets.popLast() }) { return frame }
            } catch {
                // The film itself has a picture.
                Log.shared.write(.debug, "media", "cover of \(name): \(error)")
            }
        }
        for track in demuxer.tracks where track.isDecodable {
            guard case .video = track.kind else { continue }
            demuxer.select([track.id])
            if let duration = demuxer.duration, duration > .zero {
                _ = demuxer.seek(to: duration.scaled(by: share), direction: .atOrBefore)
            }
            return try first(of: track, demuxer, cancel) { () throws(MediaError) in try demuxer.read() }
        }
        return nil
    }

    /// Packets without a picture. A damaged film must not be read to its end for a thumbnail.
    private static let mostPackets = 500

    private static func first(
        of track: TrackInfo, _ demuxer: Demuxer, _ cancel: CancelToken, next: () throws(MediaError) -> Packet?
    ) throws(MediaError) -> VideoFrame? {
        guard let parameters = demuxer.parameters(of: track.id) else { return nil }
        let decoder = try VideoDecoder(
            parameters: parameters, framesPerSecond: nil, rotation: demuxer.rotation(of: track.id), hardware: .none,
            mostPixels: mostPixels)
        var found: VideoFrame?
        for _ in 0..<mostPackets where found == nil && !cancel.isCancelled {
            let packet = try next()
            try decoder.decode(packet) { frame in
                found = frame
                return false
            }
            if packet == nil { break }
        }
        return found
    }
}
