import Manifests
package import Media
package import PlayCore

/// One container as a source.
package final class ContainerSource: PacketSource {
    private let demuxer: Demuxer
    package let subtitlePreroll: MediaTime
    private var splices = SpliceLog()
    package private(set) var adverts: [RegionMark] = []
    /// Of the packet that was read last.
    private var position = MediaTime.zero

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

    package func select(_ wanted: Set<Int>) {
        demuxer.select(wanted.isEmpty ? [] : wanted.union(demuxer.spliceTracks))
    }

    package func read() throws(MediaError) -> SourceItem? {
        while let packet = try demuxer.read() {
            guard demuxer.spliceTracks.contains(packet.track) else {
                position = packet.decodingTime ?? position
                return .packet(packet)
            }
            let place = packet.time ?? position
            if splices.add(section: packet.bytes, at: place, shift: demuxer.shift) {
                adverts = AdvertMarks.marks(splices.cues)
            }
        }
        return nil
    }

    package func seek(to target: MediaTime, direction: Demuxer.Direction) -> Bool {
        splices.jump(from: position, to: target)
        return demuxer.seek(to: target, direction: direction)
    }

    package func seek(toShare share: Double) -> Bool {
        splices.jump(from: position, to: MediaTime(nanoseconds: .max))
        return demuxer.seek(toShare: share)
    }

    package func parameters(of track: Int) -> CodecParameters? { demuxer.parameters(of: track) }
    package func rotation(of track: Int) -> Rotation { demuxer.rotation(of: track) }
    package func coverPacket(of track: Int) -> Packet? { demuxer.coverPacket(of: track) }
    package func switchEdges() -> [MediaTime] { [] }
    package var switchedTracks: Set<Int> { [] }
    package func switchOver(at edge: MediaTime) {}
}
