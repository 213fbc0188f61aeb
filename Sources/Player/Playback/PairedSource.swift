import Media
import MediaSources
import PlayCore

/// Pictures and separate sounds as one item: services deliver pictures without sound, and viewers add sounds to a film.
/// The sounds' track numbers follow the picture's. Used on the `demux` thread. The item fails with a service's separate
/// sound; a sound that the viewer added merely ends.
final class PairedSource: PacketSource {
    private struct Sound {
        let source: any PacketSource
        let shift: Int
        /// `nil` for the service's sound.
        let external: ExternalSound?
        /// The item that was read but not returned.
        var head: SourceItem?
        var hasEnded = true

        func track(_ id: Int) -> Int? { source.tracks.contains { $0.id == id - shift } ? id - shift : nil }
    }

    private let picture: any PacketSource
    private var sounds: [Sound] = []
    private let firstSound: Int
    private var nextNumber: Int
    /// The pictures' items that were read but not returned yet.
    private var ahead = Fifo<SourceItem>()
    private var pictureHasEnded = false
    private var wanted: Set<Int> = []
    /// An added sound that failed since the last check.
    private(set) var failure: (file: ExternalTrack, error: MediaError)?

    init(_ picture: any PacketSource) {
        self.picture = picture
        firstSound = (picture.tracks.map(\.id).max() ?? 0) + 1
        nextNumber = firstSound
        wanted = Set(picture.tracks.map(\.id))
    }

    convenience init(picture: any PacketSource, sound: any PacketSource) {
        self.init(picture)
        add(sound, as: nil)
    }

    /// Adds a sound; `external` is `nil` for the service's. Returns its first track's number; `nil` without sound.
    @discardableResult
    func add(_ source: any PacketSource, as external: ExternalSound?) -> Int? {
        let shift = nextNumber
        sounds.append(Sound(source: source, shift: shift, external: external))
        nextNumber += (source.tracks.map(\.id).max() ?? 0) + 1
        return source.tracks.first { if case .audio = $0.kind { true } else { false } }.map { $0.id + shift }
    }

    func remove(track: Int) { sounds.removeAll { $0.external != nil && $0.track(track) != nil } }

    func takeFailure() -> (file: ExternalTrack, error: MediaError)? {
        defer { failure = nil }
        return failure
    }

    /// Omits a sound file's other tracks, such as a cover.
    var tracks: [TrackInfo] {
        picture.tracks
            + sounds.flatMap { sound in
                sound.source.tracks.filter { if case .audio = $0.kind { true } else { false } }.map { track in
                    var info = sound.external?.describing(track) ?? track
                    info.id += sound.shift
                    return info
                }
            }
    }

    var chapters: [Chapter] { picture.chapters }
    var duration: MediaTime? { picture.duration ?? service?.duration }
    var isGrowing: Bool { picture.isGrowing }
    var isDurationGuessed: Bool { picture.isDurationGuessed }
    var countsLength: Bool { picture.countsLength }
    var promisedLength: MediaTime? { picture.promisedLength ?? service?.promisedLength }
    var subtitlePreroll: MediaTime { picture.subtitlePreroll }
    var tags: MediaTags { picture.tags }
    var format: MediaFormat? { picture.format }
    var canSeek: Bool { picture.canSeek && service?.canSeek ?? true }
    var isStillImage: Bool { picture.isStillImage }
    var byteCount: Int64? { picture.byteCount }
    var naturalStart: MediaTime { picture.naturalStart }
    var stream: (any StreamHandle)? { picture.stream }
    var network: (any NetworkLink)? { picture.network }
    var isBroadcast: Bool { picture.isBroadcast }
    var captionNames: [CaptionName] { picture.captionNames }
    var adverts: [RegionMark] { picture.adverts }
    var wantsSwitch: Bool { picture.wantsSwitch }

    private var service: (any PacketSource)? { sounds.first { $0.external == nil }?.source }

    func previewPicture(at target: MediaTime) -> PreviewPicture? { picture.previewPicture(at: target) }
    func scrubPicture(at target: MediaTime) -> VideoFrame? { picture.scrubPicture(at: target) }
    func textForm(of track: Int) -> SubtitleTextForm? { track < firstSound ? picture.textForm(of: track) : nil }
    func missedTexts() -> [SubtitleText] { picture.missedTexts() }

    func parameters(of track: Int) -> CodecParameters? {
        guard track >= firstSound else { return picture.parameters(of: track) }
        return sounds.lazy.compactMap { sound in sound.track(track).flatMap { sound.source.parameters(of: $0) } }.first
    }

    func rotation(of track: Int) -> Rotation { track >= firstSound ? .none : picture.rotation(of: track) }
    func coverPacket(of track: Int) -> Packet? { track >= firstSound ? nil : picture.coverPacket(of: track) }

    func select(_ wanted: Set<Int>) {
        self.wanted = wanted
        picture.select(wanted.filter { $0 < firstSound })
        for sound in sounds { sound.source.select(Set(wanted.compactMap(sound.track))) }
        forget()
    }

    /// Drops the items read ahead, which belong to another place or other tracks.
    private func forget() {
        ahead = Fifo()
        pictureHasEnded = !wantsPicture
        for index in sounds.indices {
            sounds[index].head = nil
            sounds[index].hasEnded = !wanted.contains { sounds[index].track($0) != nil }
        }
    }

    private var wantsPicture: Bool { wanted.contains { $0 < firstSound } }

    // MARK: reading

    func read() throws(MediaError) -> SourceItem? {
        if ahead.isEmpty, !pictureHasEnded {
            if let item = try picture.read() { ahead.append(item) } else { pictureHasEnded = true }
        }
        var first: Int?
        for index in sounds.indices where !sounds[index].hasEnded {
            if sounds[index].head == nil { try fill(index) }
            guard let head = sounds[index].head else { continue }
            if let other = first.flatMap({ sounds[$0].head }), Self.time(other) <= Self.time(head) { continue }
            first = index
        }
        guard let first, let head = sounds[first].head else { return ahead.popFirst() }
        if let next = ahead.first, Self.time(next) <= Self.time(head) { return ahead.popFirst() }
        sounds[first].head = nil
        return head
    }

    private func fill(_ index: Int) throws(MediaError) {
        let sound = sounds[index]
        do throws(MediaError) {
            sounds[index].head = try sound.source.read().map { Self.shifted($0, by: sound.shift) }
        } catch {
            guard let external = sound.external, error.code != .cancelled else { throw error }
            failure = (external.file, error)
        }
        sounds[index].hasEnded = sounds[index].head == nil
    }

    private static func shifted(_ item: SourceItem, by shift: Int) -> SourceItem {
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

    private static func time(_ item: SourceItem) -> MediaTime {
        guard case .packet(let packet) = item else { return MediaTime(nanoseconds: .min) }
        return packet.decodingTime ?? MediaTime(nanoseconds: .min)
    }

    // MARK: seeking

    /// Seeks the pictures, then the sounds to where they landed.
    func seek(to target: MediaTime, direction: Demuxer.Direction) -> Bool {
        forget()
        guard wantsPicture else { return seekSounds(to: target, direction) }
        guard picture.seek(to: target, direction: direction) else { return false }
        guard sounds.contains(where: { !$0.hasEnded }) else { return true }
        var landing = target
        do throws(MediaError) {
            while let item = try picture.read() {
                ahead.append(item)
                guard case .packet = item else { continue }
                landing = Self.time(item)
                break
            }
        } catch {
            return false
        }
        pictureHasEnded = ahead.isEmpty
        return seekSounds(to: max(.zero, min(landing, target)), .atOrBefore)
    }

    /// Seeks the sounds. A sound that the viewer added may have ended before the target.
    private func seekSounds(to target: MediaTime, _ direction: Demuxer.Direction) -> Bool {
        for index in sounds.indices where !sounds[index].hasEnded {
            guard !sounds[index].source.seek(to: target, direction: direction) else { continue }
            guard sounds[index].external != nil else { return false }
            sounds[index].hasEnded = true
        }
        return true
    }

    func seek(toShare share: Double) -> Bool {
        forget()
        // The place for the sounds is unknown.
        return sounds.allSatisfy(\.hasEnded) && picture.seek(toShare: share)
    }

    func switchEdges() -> [MediaTime] { picture.switchEdges() }
    var switchedTracks: Set<Int> { picture.switchedTracks }

    func switchOver(at edge: MediaTime) {
        ahead = Fifo()
        picture.switchOver(at: edge)
    }
}
