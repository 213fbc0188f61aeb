package import Media
package import PlayCore

/// One container as a source.
package final class ContainerSource: PacketSource {
    private let demuxer: Demuxer
    package let subtitlePreroll: MediaTime

    /// Subtitles rarely stand for longer.
    private static let longestPreroll = MediaTime.seconds(10)
    /// What a disk gives before anyone notices.
    private static let prerollBytes = 16.0 * 1024 * 1024

    /// - Parameter isAtHand: its bytes are on this machine.
    package init(_ demuxer: Demuxer, isAtHand: Bool = false) {
        self.demuxer = demuxer
        let affordable = demuxer.bytesPerSecond.map { MediaTime(seconds: Self.prerollBytes / max(1, $0)) }
        subtitlePreroll = isAtHand && demuxer.canSeek ? min(Self.longestPreroll, affordable ?? .seconds(1)) : .zero
    }

    package var tracks: [TrackInfo] { demuxer.tracks }
    package var chapters: [Chapter] { demuxer.chapters }
    package var duration: MediaTime? { demuxer.duration }
    package var promisedLength: MediaTime? { demuxer.isDurationGuessed ? nil : demuxer.duration }
    package var tags: MediaTags { demuxer.tags }
    package var format: MediaFormat? { demuxer.format }
    package var canSeek: Bool { demuxer.canSeek }
    package var isStillImage: Bool { demuxer.isStillImage }
    package var naturalStart: MediaTime { .zero }
    package var stream: (any StreamHandle)? { nil }

    package func select(_ wanted: Set<Int>) { demuxer.select(wanted) }
    package func read() throws(MediaError) -> SourceItem? { try demuxer.read().map(SourceItem.packet) }
    package func seek(to target: MediaTime, direction: Demuxer.Direction) -> Bool {
        demuxer.seek(to: target, direction: direction)
    }
    package func seek(toShare share: Double) -> Bool { demuxer.seek(toShare: share) }
    package func parameters(of track: Int) -> CodecParameters? { demuxer.parameters(of: track) }
    package func rotation(of track: Int) -> Rotation { demuxer.rotation(of: track) }
    package func coverPacket(of track: Int) -> Packet? { demuxer.coverPacket(of: track) }
    package func switchEdges() -> [MediaTime] { [] }
    package var switchedTracks: Set<Int> { [] }
    package func switchOver(at edge: MediaTime) {}
}
