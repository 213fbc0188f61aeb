import Manifests
import Media
import MediaSources
import PlayCore

/// Pictures to show at once during a seek: single key frames (`EXT-X-I-FRAME-STREAM-INF`, DASH's trick modes), each a
/// hundredth of a segment's size. Used on the `demux` thread.
final class ScrubPictures {
    private unowned let stream: StreamSegments
    private var failures = 0
    /// After this many failures in a row no more are requested, because failures delay seeks.
    private static let mostFailures = 3

    init(_ stream: StreamSegments) { self.stream = stream }

    /// Returns the smallest rendition that fills the screen's pixel rows, else the largest, or `nil`.
    static func choice(_ renditions: [Rendition], height: Int) -> Int? {
        let usable = renditions.indices.filter { index in
            let rendition = renditions[index]
            return rendition.kind == .iframes && rendition.protection == nil && !rendition.isInVariant
                && CodecSupport.canPlay(rendition)
        }.sorted {
            let (one, other) = (renditions[$0], renditions[$1])
            return (one.height, one.bandwidth ?? 0, $0) < (other.height, other.bandwidth ?? 0, $1)
        }
        return usable.first { renditions[$0].height >= height } ?? usable.last
    }

    /// Returns `nil` for live and local streams, whose media arrives as soon. Playback then reads `rendition`.
    func picture(at time: MediaTime, before rendition: Int) -> VideoFrame? {
        let rows = stream.control.demand?.grid?.height ?? 0
        return isAtHand(rendition, time) ? nil : picture(at: time, height: rows)
    }

    func picture(at time: MediaTime, height: Int) -> VideoFrame? {
        guard failures < Self.mostFailures,
            let index = Self.choice(stream.lists.presentation.renditions, height: height)
        else { return nil }
        do throws(MediaError) {
            guard let segment = try segment(index, at: time) else { return nil }
            let frame = try decode(segment, at: time)
            failures = 0
            return frame
        } catch {
            if !stream.access.cancel.isInterrupted { failures += 1 }
            Log.shared.write(.debug, "net", "no quick picture: \(error.reason)")
            return nil
        }
    }

    private func isAtHand(_ rendition: Int, _ time: MediaTime) -> Bool {
        guard let list = stream.lists.knownList(rendition), list.isEnded, let index = list.index(at: time) else {
            return true
        }
        return stream.store.isAtHand(list.segments[index])
    }

    private func segment(_ index: Int, at time: MediaTime) throws(MediaError) -> Segment? {
        let list: SegmentList
        do throws(ByteSourceError) {
            list = try stream.lists.list(index)
        } catch {
            throw MediaError(.source(error), operation: "read")
        }
        guard list.isEnded, let place = list.index(at: time), !list.segments[place].isGap else { return nil }
        return list.segments[place]
    }

    private func bytes(_ segment: Segment) throws(MediaError) -> [SegmentBody] {
        do throws(ByteSourceError) {
            var bodies: [SegmentBody] = []
            if let section = segment.initSection { bodies.append(try stream.store.body(of: section)) }
            bodies.append(try stream.store.body(of: segment))
            for body in bodies where !body.isComplete {
                try body.finish()
                stream.noteFetched(body)
            }
            return bodies
        } catch {
            throw MediaError(.source(error), operation: "read")
        }
    }

    /// Decodes the last key frame at or before `time`, else the first.
    private func decode(_ segment: Segment, at time: MediaTime) throws(MediaError) -> VideoFrame? {
        var rest = try bytes(segment)[...]
        let chain = ChainBytes { rest.popFirst() }
        let demuxer = try Demuxer(chain: chain, cancel: stream.access.cancel)
        let pictures = demuxer.tracks.first { if case .video = $0.kind { true } else { false } }
        guard let track = pictures?.id, let parameters = demuxer.parameters(of: track) else {
            throw MediaError(.unreadable, operation: "read")
        }
        demuxer.select([track])
        var (chosen, first): (Packet?, MediaTime?) = (nil, nil)
        while let packet = try demuxer.read() {
            guard let begin = packet.time else { continue }
            first = first ?? begin
            let shift = segment.start - (segment.mediaOffset ?? first ?? .zero)
            if chosen != nil, !packet.isKeyframe || begin + shift > time { continue }
            chosen = packet.moved(toTrack: track, by: shift, time: begin, duration: packet.duration)
        }
        var frame: VideoFrame?
        let decoder = try VideoDecoder(parameters: parameters, framesPerSecond: nil, rotation: .none, hardware: .none)
        for packet in [chosen, nil] where frame == nil {
            try decoder.decode(packet) {
                frame = $0
                return false
            }
        }
        return frame
    }
}
