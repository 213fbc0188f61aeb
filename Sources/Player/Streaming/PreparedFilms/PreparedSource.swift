import Media
import MediaSources
import PlayCore
import PlaybackModel

/// A film with small renditions as one item. The pictures come in the chosen definition, or in the one that fits the
/// screen; all else comes from the film. Used on the `demux` thread. Definitions change at key frames that both have,
/// and at seeks. The film's own pictures come with its sound, or separately after a change without a seek.
final class PreparedSource: PacketSource {
    typealias RenditionOpener = (PreparedRendition) throws(MediaError) -> any PictureReader
    typealias OriginalOpener = () throws(MediaError) -> any PacketSource

    let original: any PacketSource
    let ladder: FilmLadder
    let control: StreamControl
    private let wishes: DefinitionWishes
    private let openRendition: RenditionOpener
    private let openOriginal: OriginalOpener

    /// The definition in use. ``reader`` reads its pictures, or is `nil` if they come with the rest of the film.
    private(set) var current: Int
    private var reader: (any PictureReader)?
    private var readers: [Int: any PictureReader] = [:]
    private var isReaderPlaced = false
    private var wanted: Set<Int>
    private var heads: (picture: Packet?, rest: SourceItem?) = (nil, nil)
    private var hasEnded = (picture: false, rest: false)
    private var hasPendingChange = false
    /// A seek's error, which the next read throws.
    private var failure: MediaError?
    /// Earlier sound is dropped: a seek in the film leads to its own pictures' key frame.
    private var soundStart = MediaTime.zero
    private var lastPicture = MediaTime.zero
    /// The definition of the last call of ``switchEdges()``.
    private var switching: Int?

    /// Sound decoders need some media before the first audible sample.
    private static let soundLead = MediaTime.milliseconds(100)

    init(
        _ original: any PacketSource, _ ladder: FilmLadder, _ wishes: DefinitionWishes,
        openRendition: @escaping RenditionOpener, openOriginal: @escaping OriginalOpener
    ) {
        (self.original, self.ladder, self.wishes) = (original, ladder, wishes)
        (self.openRendition, self.openOriginal) = (openRendition, openOriginal)
        var status = StreamStatus()
        status.definitions = ladder.definitions
        status.isSegmented = false
        status.hasPreviews = true
        status.chosenDefinition = DefinitionChoice(preferred: wishes.preferred)
            .preferredIndex(in: ladder.definitions)
        control = StreamControl(status)
        current = ladder.original
        wanted = Set(original.tracks.map(\.id))
        use(desired)
    }

    // MARK: properties

    var video: Int { ladder.track.id }
    var tracks: [TrackInfo] { ladder.tracks(original.tracks, showing: current) }
    var chapters: [Chapter] { original.chapters }
    var adverts: [RegionMark] { original.adverts }
    var duration: MediaTime? { original.duration }
    var promisedLength: MediaTime? { original.promisedLength }
    var subtitlePreroll: MediaTime { original.subtitlePreroll }
    var tags: MediaTags { original.tags }
    var format: MediaFormat? { original.format }
    var canSeek: Bool { original.canSeek }
    var isStillImage: Bool { false }
    var naturalStart: MediaTime { original.naturalStart }
    var stream: (any StreamHandle)? { control }
    var captionNames: [CaptionName] { original.captionNames }

    /// Renditions are rotated like the film.
    func rotation(of track: Int) -> Rotation { original.rotation(of: track) }
    func coverPacket(of track: Int) -> Packet? { original.coverPacket(of: track) }

    func parameters(of track: Int) -> CodecParameters? {
        guard track == video, let reader else { return original.parameters(of: track) }
        return reader.parameters
    }

    // MARK: definitions

    private var desired: Int {
        if let chosen = control.status.chosenDefinition { return chosen }
        let demand = control.demand
        guard !wishes.fetchesFullSize, let grid = demand?.grid ?? wishes.shownGrid?() else { return ladder.original }
        return ladder.choice(within: DisplayCap(grid: grid, scaling: demand?.scaling ?? .aspectFit))
    }

    private var wantsPicture: Bool { wanted.contains(video) }

    /// Switches at the next seek or read. If the definition cannot be opened, the film's own pictures play.
    private func use(_ definition: Int) {
        reader = nil
        if definition != ladder.original {
            do throws(MediaError) {
                reader = try reader(of: definition)
            } catch {
                Log.shared.write(.warning, "library", "a rendition cannot be played: \(error)")
            }
        }
        began(reader == nil ? ladder.original : definition)
    }

    private func began(_ definition: Int) {
        current = definition
        isReaderPlaced = false
        control.update { status in
            status.definition = definition
            status.statistics.reason = status.chosenDefinition == nil ? "display" : "manual"
        }
        selectRest()
    }

    private func reader(of definition: Int) throws(MediaError) -> any PictureReader {
        if let reader = readers[definition] { return reader }
        let reader: any PictureReader =
            definition == ladder.original
            ? OriginalReader(try openOriginal(), track: video)
            : try openRendition(ladder.renditions[definition])
        readers[definition] = reader
        return reader
    }

    func select(_ wanted: Set<Int>) {
        self.wanted = wanted
        if !wantsPicture { isReaderPlaced = false }
        (heads.picture, heads.rest) = (nil, nil)
        selectRest()
        hasEnded = (reader == nil || !wantsPicture, !wantsRest)
    }

    private func selectRest() { original.select(reader == nil ? wanted : wanted.subtracting([video])) }

    /// Whether the film itself is also read.
    private var wantsRest: Bool { reader == nil || !wanted.subtracting([video]).isEmpty }

    // MARK: reading

    func read() throws(MediaError) -> SourceItem? {
        if let failure {
            self.failure = nil
            throw failure
        }
        if hasPendingChange {
            hasPendingChange = false
            return .change(track: video)
        }
        guard let item = try reader == nil ? readOriginal() : readBoth() else { return nil }
        guard case .packet(let packet) = item, packet.track == video else { return item }
        if packet.isKeyframe, changes(at: packet) {
            hasPendingChange = false
            return .change(track: video)
        }
        if let time = packet.time { lastPicture = max(lastPicture, time) }
        return item
    }

    private func readOriginal() throws(MediaError) -> SourceItem? {
        while let item = try original.read() {
            if !isSuperfluous(item) { return item }
        }
        return nil
    }

    private func isSuperfluous(_ item: SourceItem) -> Bool {
        guard soundStart > .zero, case .packet(let packet) = item, isSound(packet.track), let time = packet.time else {
            return false
        }
        return time + (packet.duration ?? .zero) < soundStart
    }

    private func isSound(_ track: Int) -> Bool {
        guard case .audio? = original.tracks.first(where: { $0.id == track })?.kind else { return false }
        return true
    }

    /// Returns the item that is first in decoding order.
    private func readBoth() throws(MediaError) -> SourceItem? {
        if heads.picture == nil, !hasEnded.picture, wantsPicture {
            heads.picture = try nextPicture()
            hasEnded.picture = heads.picture == nil
        }
        if heads.rest == nil, !hasEnded.rest, wantsRest {
            heads.rest = try readOriginal()
            hasEnded.rest = heads.rest == nil
        }
        guard let picture = heads.picture else {
            defer { heads.rest = nil }
            return heads.rest
        }
        if case .packet(let other)? = heads.rest, Self.isEarlier(other, picture) {
            heads.rest = nil
            return .packet(other)
        }
        if let rest = heads.rest, case .packet = rest {
        } else if let rest = heads.rest {
            heads.rest = nil
            return rest
        }
        heads.picture = nil
        return .packet(picture)
    }

    private static func isEarlier(_ a: Packet, _ b: Packet) -> Bool {
        guard let second = b.decodingTime else { return false }
        return a.decodingTime.map { $0 < second } ?? true
    }

    private func nextPicture() throws(MediaError) -> Packet? {
        if !isReaderPlaced {
            _ = try reader?.move(to: lastPicture, .atOrBefore)
            isReaderPlaced = true
        }
        return try reader?.read()?.moved(toTrack: video, by: .zero, time: nil, duration: nil)
    }

    // MARK: seeks

    /// Seeks the pictures, then the sound to where they start.
    func seek(to target: MediaTime, direction: Demuxer.Direction) -> Bool {
        (failure, hasPendingChange, switching) = (nil, false, nil)
        (heads.picture, heads.rest) = (nil, nil)
        soundStart = .zero
        if desired != current || current == ladder.original { use(desired) }
        hasEnded = (reader == nil || !wantsPicture, !wantsRest)
        guard let reader, wantsPicture else { return original.seek(to: target, direction: direction) }
        do throws(MediaError) {
            var found = try reader.move(to: target, direction)
            // Without a later key frame, uses the last one.
            if found == nil { found = try reader.move(to: target, .atOrBefore) }
            guard let start = found else { return false }
            isReaderPlaced = true
            lastPicture = start
            guard wantsRest else { return true }
            let begin = max(.zero, min(start, target))
            soundStart = max(.zero, begin - Self.soundLead)
            return original.seek(to: begin, direction: .atOrBefore)
        } catch {
            failure = error
            return true
        }
    }

    func seek(toShare share: Double) -> Bool {
        guard reader == nil else { return false }
        return original.seek(toShare: share)
    }

    // MARK: changing the definition without a seek

    var switchedTracks: Set<Int> { [video] }

    /// Replaces the reader at this key frame if another definition is desired. Returns whether it did.
    private func changes(at packet: Packet) -> Bool {
        let definition = desired
        guard definition != current, let time = packet.time, let reader = reader(of: definition, beginningAt: time)
        else { return false }
        replace(by: definition, reader)
        return true
    }

    /// Returns a reader that begins at a time, or `nil` if it has no key frame there or fails.
    private func reader(of definition: Int, beginningAt time: MediaTime) -> (any PictureReader)? {
        do throws(MediaError) {
            let reader = try reader(of: definition)
            let tolerance = PreparedRendition.tolerance
            guard let start = try reader.move(to: time + tolerance, .atOrBefore), start >= time - tolerance,
                start <= time + tolerance
            else { return nil }
            return reader
        } catch {
            Log.shared.write(.warning, "library", "a definition cannot be played: \(error)")
            return nil
        }
    }

    private func replace(by definition: Int, _ next: any PictureReader) {
        reader = next
        heads.picture = nil
        hasEnded.picture = false
        hasEnded.rest = !wantsRest
        began(definition)
        isReaderPlaced = true
        hasPendingChange = true
    }

    func switchEdges() -> [MediaTime] {
        switching = nil
        let definition = desired
        guard definition != current, wantsPicture, let demand = control.demand else { return [] }
        let known = ladder.renditions[min(definition, current)]
        let earliest = demand.position + Self.soundLead
        guard let first = known.fragment(atOrAfter: earliest) else { return [] }
        let edges = (first..<known.starts.count).prefix(Self.mostEdges).map { known.start(of: $0) }.filter {
            $0 < lastPicture
        }
        switching = definition
        let shared = edges.filter { self.isShared($0, definition) }
        // Packets stay in the queue if the definition cannot be read.
        guard let first = shared.first, reader(of: definition, beginningAt: first) != nil else { return [] }
        return shared
    }

    /// Returns whether both have this key frame. Renditions share theirs, and the film's are a subset.
    private func isShared(_ edge: MediaTime, _ definition: Int) -> Bool {
        guard definition == ladder.original || current == ladder.original else { return true }
        // The reader in use must not be moved.
        guard reader == nil || current != ladder.original else { return false }
        return reader(of: ladder.original, beginningAt: edge) != nil
    }

    private static let mostEdges = 4

    func switchOver(at edge: MediaTime) {
        let definition = switching ?? desired
        guard let next = reader(of: definition, beginningAt: edge) else {
            failure = MediaError(.unreadable, operation: "switch")
            return
        }
        replace(by: definition, next)
    }
}
