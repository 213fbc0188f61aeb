import Manifests
import Media
import PlayCore

/// Consecutive segments read by one demuxer. Maps its tracks and times to the item's. Used on the `demux` thread.
final class SegmentChain {
    let trackNames: [Int: Int]
    let demuxer: Demuxer
    /// The distance from the container's times to the item's axis.
    let offset: MediaTime
    private var ahead = Fifo<Packet>()
    private static let aheadLimit = 400
    /// Splice messages not returned yet, on the container's axis. Beyond the limit, the newest are dropped.
    private var sections: [(bytes: [UInt8], time: MediaTime?)] = []
    private static let mostSections = 256
    private let video: Int?
    /// The expected start of the next sound packet, for containers that omit it. ``usual`` is the last one's duration.
    private var expected: MediaTime?
    private var usual: MediaTime?

    struct Tracks {
        var video: Int?
        var audio: Int?
    }

    /// `occasion` is why the chain begins here. `packedTime` is the start of sound without a container.
    init(
        _ bytes: ChainBytes, _ segment: Segment, _ tracks: Tracks, axis: inout TimeAxis,
        _ occasion: TimeAxis.Occasion, isLeading: Bool,
        packedTime: () -> MediaTime?, cancel: CancelToken
    ) throws(MediaError) {
        demuxer = try Demuxer(chain: bytes, cancel: cancel)
        var names: [Int: Int] = [:]
        var video: Int?
        for track in demuxer.tracks {
            switch track.kind {
            case .video:
                if let name = tracks.video, video == nil {
                    names[track.id] = name
                    video = track.id
                }
            case .audio:
                if let name = tracks.audio, !names.values.contains(name) { names[track.id] = name }
            default: break
            }
        }
        trackNames = names
        usual = Self.usualDuration(demuxer.tracks.filter { names[$0.id] != nil })
        self.video = video
        demuxer.select(Set(names.keys).union(isLeading && !names.isEmpty ? demuxer.spliceTracks : []))
        var first: MediaTime?
        while !names.isEmpty, ahead.count < Self.aheadLimit, let packet = try demuxer.read() {
            ahead.append(packet)
            guard !demuxer.spliceTracks.contains(packet.track) else { continue }
            guard let time = packet.time, video == nil || packet.track == video else { continue }
            first = time
            break
        }
        let isPacked = Self.packedFormats.contains(demuxer.containerName)
        if let mediaOffset = segment.mediaOffset {
            offset = segment.start - mediaOffset
        } else if let first {
            let base = isPacked ? packedTime() : .zero
            let isTimed = base != nil
            let start = base ?? .zero
            // Sound without times begins with its segment.
            offset =
                isTimed
                ? start
                    + axis.offset(
                        discontinuity: segment.discontinuity, first: first + start, start: segment.start,
                        duration: segment.duration, occasion, isLeading: isLeading)
                : segment.start - first
        } else {
            offset = .zero
        }
    }

    /// Returns a sound packet's duration by its codec. Some containers do not set the first packet's.
    private static func usualDuration(_ tracks: [TrackInfo]) -> MediaTime? {
        for track in tracks {
            guard case .audio(let rate, _) = track.kind, rate > 0, let samples = frameSizes[track.codec] else {
                continue
            }
            return MediaTime(seconds: Double(samples) / Double(rate))
        }
        return nil
    }

    /// Samples per frame (ISO/IEC 14496-3, 11172-3, ATSC A/52).
    private static let frameSizes = ["aac": 1024, "mp3": 1152, "ac3": 1536, "eac3": 1536]
    private static let packedFormats: Set = ["aac", "mp3", "ac3", "eac3"]

    func read() throws(MediaError) -> Packet? {
        guard let (packet, name) = try nextNamed() else { return nil }
        guard packet.track != video else { return packet.moved(toTrack: name, by: offset, time: nil, duration: nil) }
        // Containers omit times that follow from the previous packet.
        let time = packet.time ?? expected
        let duration = packet.duration ?? usual
        (expected, usual) = (time.flatMap { time in duration.map { time + $0 } }, duration)
        return packet.moved(toTrack: name, by: offset, time: time, duration: duration)
    }

    /// Reads the next packet of a known track. Ignores tracks that appear later (timed ID3).
    private func nextNamed() throws(MediaError) -> (packet: Packet, name: Int)? {
        while true {
            let packet: Packet?
            if let kept = ahead.popFirst() { packet = kept } else { packet = try demuxer.read() }
            guard let packet else { return nil }
            if let name = trackNames[packet.track] { return (packet, name) }
            if demuxer.spliceTracks.contains(packet.track), sections.count < Self.mostSections {
                sections.append((packet.bytes, packet.time))
            }
        }
    }

    func newSections() -> [(bytes: [UInt8], time: MediaTime?)] {
        guard !sections.isEmpty else { return [] }
        defer { sections = [] }
        return sections
    }

    func parameters(of track: Int) -> CodecParameters? {
        trackNames.first { $0.value == track }.flatMap { demuxer.parameters(of: $0.key) }
    }
}
