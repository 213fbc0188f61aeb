import Media
import MediaSources
import PlayCore

/// Subtitles that began before the place of a jump and are still to be seen there. On the `demux` thread.
extension SubtitleReader {
    /// Far more than is ever said in some seconds; the sound's packets are among them.
    private static let mostPackets = 20_000

    /// Reads them, where that costs nothing; the source stands elsewhere afterwards.
    func readBefore(_ request: DemuxRequest, _ source: any PacketSource, isInterrupted: () -> Bool) {
        guard case .time(let target) = request.target, target > .zero, source.subtitlePreroll > .zero,
            let leading = request.audioTrack ?? request.videoTrack
        else { return }
        let wanted = wanted + (captions.isPresent ? [request.videoTrack].compactMap { $0 } : [])
        guard !wanted.isEmpty else { return }
        // The picture may begin at a key frame before the target: it is read on from there in any case.
        let start = max(.zero, target - source.subtitlePreroll)
        guard source.seek(to: start, direction: .atOrBefore) else { return }
        let selection = Set([request.videoTrack, request.audioTrack].compactMap { $0 } + wanted)
        source.select(Set(wanted + [leading]))
        defer { source.select(selection) }
        if let video = request.videoTrack.flatMap({ source.parameters(of: $0) }) { captions.begin(video) }
        for _ in 0..<Self.mostPackets {
            guard !isInterrupted(), let packet = next(source) else { return }
            if packet.track == leading, let time = packet.time, time >= target { return }
            if packet.track == request.videoTrack { captions.read(packet) } else { _ = read(packet) }
        }
    }

    /// Whether captions are met in what was read to find the place of the request, and what comes before it can be had.
    func findCaptions(in items: [SourceItem], _ request: DemuxRequest, _ source: any PacketSource) -> Bool {
        guard case .time(let target) = request.target, target > .zero, source.subtitlePreroll > .zero,
            let video = request.videoTrack, let parameters = source.parameters(of: video)
        else { return false }
        captions.begin(parameters)
        for case .packet(let packet) in items where packet.track == video { captions.read(packet) }
        return captions.isPresent
    }

    /// Nil at the end. What cannot be read here fails where it is needed.
    private func next(_ source: any PacketSource) -> Packet? {
        do {
            while let item = try source.read() {
                if case .packet(let packet) = item { return packet }
            }
        } catch {
            Log.shared.write(.debug, "subtitles", "before the target: \(error.reason)")
        }
        return nil
    }
}
