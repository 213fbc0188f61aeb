import Media
import MediaSources
import PlayCore

/// Reads the subtitles that started before a seek's target and are still shown there. Used on the `demux` thread.
extension SubtitleReader {
    /// The limit of packets, including those of sound: far above the subtitles of some seconds.
    private static let mostPackets = 20_000

    /// Reads them if that costs nothing. Leaves the source at another place.
    func readBefore(_ request: DemuxRequest, _ source: any PacketSource, isInterrupted: () -> Bool) {
        guard case .time(let target) = request.target, target > .zero, source.subtitlePreroll > .zero,
            let leading = request.audioTrack ?? request.videoTrack
        else { return }
        let wanted = wanted + (captions.isPresent ? [request.videoTrack].compactMap { $0 } : [])
        guard !wanted.isEmpty else { return }
        // The picture may start at a key frame before the target. Reading continues there in any case.
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

    /// Returns whether the items at the target contain captions, and earlier ones can be read.
    func findCaptions(in items: [SourceItem], _ request: DemuxRequest, _ source: any PacketSource) -> Bool {
        guard case .time(let target) = request.target, target > .zero, source.subtitlePreroll > .zero,
            let video = request.videoTrack, let parameters = source.parameters(of: video)
        else { return false }
        captions.begin(parameters)
        for case .packet(let packet) in items where packet.track == video { captions.read(packet) }
        return captions.isPresent
    }

    /// Returns the next packet, or `nil` at the end or on failure, which is reported when the packets are needed.
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
