import Media
import MediaSources
import PlayCore

/// Two containers as one item: a picture without sound, and the sound that belongs to it, as services have them whose
/// files are apart. The sound's tracks have numbers of their own, behind the picture's. The `demux` thread's.
final class PairedSource: PacketSource {
    private let picture: any PacketSource
    private let sound: any PacketSource
    /// Added to the sound's track numbers.
    private let shift: Int
    /// Read and not given away yet.
    private var heads: (picture: SourceItem?, sound: SourceItem?) = (nil, nil)
    private var hasEnded = (picture: false, sound: false)
    private var wanted: Set<Int> = []

    init(picture: any PacketSource, sound: any PacketSource) {
        self.picture = picture
        self.sound = sound
        shift = (picture.tracks.map(\.id).max() ?? 0) + 1
        wanted = Set(picture.tracks.map(\.id))
        hasEnded.sound = true
    }

    /// What the sound's file has beside sound (a cover) is left out.
    var tracks: [TrackInfo] {
        picture.tracks
            + sound.tracks.filter { if case .audio = $0.kind { true } else { false } }.map {
                var info = $0
                info.id += shift
                return info
            }
    }

    var chapters: [Chapter] { picture.chapters }
    var duration: MediaTime? { picture.duration ?? sound.duration }
    var isGrowing: Bool { picture.isGrowing }
    var promisedLength: MediaTime? { picture.promisedLength ?? sound.promisedLength }
    var tags: MediaTags { picture.tags }
    var format: MediaFormat? { picture.format }
    var canSeek: Bool { picture.canSeek && sound.canSeek }
    var isStillImage: Bool { false }
    var naturalStart: MediaTime { picture.naturalStart }
    var stream: (any StreamHandle)? { picture.stream }
    var network: (any NetworkLink)? { picture.network }
    var captionNames: [CaptionName] { picture.captionNames }
    var adverts: [RegionMark] { picture.adverts }

    func previewPicture(at target: MediaTime) -> PreviewPicture? { picture.previewPicture(at: target) }
    func scrubPicture(at target: MediaTime) -> VideoFrame? { picture.scrubPicture(at: target) }

    func parameters(of track: Int) -> CodecParameters? {
        track >= shift ? sound.parameters(of: track - shift) : picture.parameters(of: track)
    }

    func rotation(of track: Int) -> Rotation { track >= shift ? .none : picture.rotation(of: track) }
    func coverPacket(of track: Int) -> Packet? { track >= shift ? nil : picture.coverPacket(of: track) }

    func select(_ wanted: Set<Int>) {
        self.wanted = wanted
        picture.select(wanted.filter { $0 < shift })
        sound.select(Set(wanted.filter { $0 >= shift }.map { $0 - shift }))
        (heads.picture, heads.sound) = (nil, nil)
        hasEnded = (wantsPicture == false, wantsSound == false)
    }

    private var wantsPicture: Bool { wanted.contains { $0 < shift } }
    private var wantsSound: Bool { wanted.contains { $0 >= shift } }

    // MARK: reading

    func read() throws(MediaError) -> SourceItem? {
        if heads.picture == nil, !hasEnded.picture {
            heads.picture = try picture.read()
            hasEnded.picture = heads.picture == nil
        }
        if heads.sound == nil, !hasEnded.sound {
            heads.sound = try sound.read().map(shifted)
            hasEnded.sound = heads.sound == nil
        }
        guard let next = heads.picture else { return dequeue(\.sound) }
        guard let other = heads.sound else { return dequeue(\.picture) }
        return Self.time(other) < Self.time(next) ? dequeue(\.sound) : dequeue(\.picture)
    }

    private func dequeue(_ head: WritableKeyPath<(picture: SourceItem?, sound: SourceItem?), SourceItem?>)
        -> SourceItem?
    {
        defer { heads[keyPath: head] = nil }
        return heads[keyPath: head]
    }

    private func shifted(_ item: SourceItem) -> SourceItem {
        switch item {
        case .packet(let packet):
            .packet(packet.moved(toTrack: packet.track + shift, by: .zero, time: nil, duration: nil))
        case .text(let text):
            .text(
                SubtitleText(
                    track: text.track + shift, payload: text.payload, settings: text.settings, start: text.start,
                    end: text.end))
        case .change(let track): .change(track: track + shift)
        }
    }

    /// A change belongs before the packet that follows it.
    private static func time(_ item: SourceItem) -> MediaTime {
        guard case .packet(let packet) = item else { return MediaTime(nanoseconds: .min) }
        return packet.decodingTime ?? MediaTime(nanoseconds: .min)
    }

    // MARK: seeking

    /// The sound begins where the picture has landed.
    func seek(to target: MediaTime, direction: Demuxer.Direction) -> Bool {
        (heads.picture, heads.sound) = (nil, nil)
        guard wantsPicture else {
            hasEnded.sound = !wantsSound
            return sound.seek(to: target, direction: direction)
        }
        guard picture.seek(to: target, direction: direction) else { return false }
        hasEnded = (false, !wantsSound)
        guard wantsSound else { return true }
        do throws(MediaError) {
            heads.picture = try picture.read()
        } catch {
            return false
        }
        hasEnded.picture = heads.picture == nil
        let landing = heads.picture.map(Self.time) ?? target
        return sound.seek(to: max(.zero, min(landing, target)), direction: .atOrBefore)
    }

    func seek(toShare share: Double) -> Bool { false }

    func switchEdges() -> [MediaTime] { picture.switchEdges() }
    var switchedTracks: Set<Int> { picture.switchedTracks }

    func switchOver(at edge: MediaTime) {
        heads.picture = nil
        picture.switchOver(at: edge)
    }
}
