package import Media
package import MediaSources
package import PlayCore

/// Containers that play one after the other as one item, on one axis and without gaps. Each opens when playback reaches
/// it. Used on the `demux` thread. The item has one video and one sound track, independent of the containers' numbers.
/// A part that lacks one is silent or still. A part longer than listed is cut off, and silence follows a shorter one,
/// because the starts of the following parts are fixed.
package final class JoinedSource: PacketSource {
    package struct Part: Sendable {
        /// Unverified text.
        package let title: String?
        /// The part's share of the axis, more than 0.
        package let duration: MediaTime
        /// May block; the token ends waits.
        let open: @Sendable (CancelToken) throws(MediaError) -> OpenedMedia

        package init(
            title: String?, duration: MediaTime,
            open: @escaping @Sendable (CancelToken) throws(MediaError) -> any ByteSource
        ) {
            self = .media(title: title, duration: duration) { cancel throws(MediaError) in .bytes(try open(cancel)) }
        }

        private init(
            _ title: String?, _ duration: MediaTime,
            _ open: @escaping @Sendable (CancelToken) throws(MediaError) -> OpenedMedia
        ) {
            (self.title, self.duration, self.open) = (title, duration, open)
        }

        package static func media(
            title: String?, duration: MediaTime,
            open: @escaping @Sendable (CancelToken) throws(MediaError) -> OpenedMedia
        ) -> Part {
            Part(title, duration, open)
        }
    }

    private struct Opened {
        let index: Int
        let source: any PacketSource
        /// This source's track numbers, by those of the container.
        let names: [Int: Int]

        func track(_ name: Int) -> Int? { names.first { $0.value == name }?.key }

        /// The part's own splices. Streams report theirs separately.
        var splices: KnownSplices? { (source as? ContainerSource)?.splices }
    }

    private static let video = 0
    private static let audio = 1
    /// The largest delay of one track's packets against another's.
    private static let interleaving = MediaTime.seconds(1)

    package let tags: MediaTags
    package let chapters: [Chapter]
    private let parts: [Part]
    private let starts: [MediaTime]
    private let total: MediaTime
    private let name: String
    private let cancel: CancelToken
    private var opened: Opened
    private var splices: [Int: KnownSplices] = [:]
    package private(set) var adverts: [RegionMark] = []
    private var known: [Int: TrackInfo] = [:]
    private var wanted: Set<Int> = [video, audio]
    private var pending: [SourceItem] = []
    /// A seek's error, which the next read throws.
    private var failure: MediaError?

    /// Opens the first of the `parts` (at least one). `name` is for messages; `title` is unverified.
    package init(
        _ parts: [Part], name: String, title: String?, hasChapters: Bool = true, cancel: CancelToken
    ) throws(MediaError) {
        precondition(!parts.isEmpty, "nothing to join")
        self.parts = parts
        self.name = name
        self.cancel = cancel
        tags = MediaTags(title: title)
        var starts: [MediaTime] = []
        var end = MediaTime.zero
        for part in parts {
            starts.append(end)
            end = end + part.duration
        }
        self.starts = starts
        total = end
        chapters =
            parts.count == 1 || !hasChapters
            ? []
            : zip(parts, starts).map { part, start in
                Chapter(range: MediaRange(start: start, end: start + part.duration), title: part.title)
            }
        opened = try Self.open(parts[0], 0, KnownSplices(), name, cancel)
        learn()
    }

    private static func open(
        _ part: Part, _ index: Int, _ splices: KnownSplices, _ name: String, _ cancel: CancelToken
    ) throws(MediaError) -> Opened {
        let source = try source(of: part.open(cancel), splices, name, cancel)
        var names: [Int: Int] = [:]
        let usable = source.tracks.filter(\.isDecodable)
        if let track = usable.first(where: { if case .video = $0.kind { true } else { false } }) {
            names[track.id] = video
        }
        let sounds = usable.filter { if case .audio = $0.kind { true } else { false } }
        if let track = sounds.soundToPlay() { names[track.id] = audio }
        guard !names.isEmpty else {
            throw MediaError(.unreadable, operation: "open", libraryText: "neither picture nor sound")
        }
        return Opened(index: index, source: source, names: names)
    }

    private static func source(
        of media: OpenedMedia, _ splices: KnownSplices, _ name: String, _ cancel: CancelToken
    ) throws(MediaError) -> any PacketSource {
        switch media {
        case .bytes(let bytes): try ContainerSource(bytes, nameHint: name, splices: splices, cancel: cancel)
        case .packets(let source): source
        case .unknown(_, let look): try source(of: look(), splices, name, cancel)
        case .paired(let picture, let sound):
            PairedSource(
                picture: try source(of: picture, splices, name, cancel),
                sound: try source(of: sound, KnownSplices(), name, cancel))
        case .elsewhere: throw MediaError(.unreadable, operation: "open", libraryText: "a part that is no video")
        }
    }

    private func learn() {
        for track in opened.source.tracks {
            guard let id = opened.names[track.id] else { continue }
            var info = track
            (info.id, info.isDefault, info.isDecodable) = (id, true, true)
            known[id] = info
        }
        choose()
    }

    private func choose() {
        opened.source.select(Set(opened.names.filter { wanted.contains($0.value) }.keys))
    }

    // MARK: properties

    package var tracks: [TrackInfo] { known.values.sorted { $0.id < $1.id } }
    package var duration: MediaTime? { total }
    package var format: MediaFormat? { opened.source.format }
    package var canSeek: Bool { opened.source.canSeek }
    package var isStillImage: Bool { false }
    package var naturalStart: MediaTime { .zero }
    package var stream: (any StreamHandle)? { nil }

    package func parameters(of track: Int) -> CodecParameters? {
        opened.track(track).flatMap { opened.source.parameters(of: $0) }
    }

    package func rotation(of track: Int) -> Rotation {
        opened.track(track).map { opened.source.rotation(of: $0) } ?? .none
    }

    package func coverPacket(of track: Int) -> Packet? { nil }

    package func select(_ wanted: Set<Int>) {
        self.wanted = wanted
        choose()
    }

    // MARK: reading

    package func read() throws(MediaError) -> SourceItem? {
        if let failure {
            self.failure = nil
            throw failure
        }
        while true {
            if !pending.isEmpty { return pending.removeFirst() }
            if let item = try next() { return item }
            guard opened.index + 1 < parts.count else { return nil }
            try goTo(opened.index + 1)
            pending = Set(opened.names.values).intersection(wanted).sorted().map { .change(track: $0) }
        }
    }

    private func next() throws(MediaError) -> SourceItem? {
        let isLast = opened.index + 1 == parts.count
        let (start, length) = (starts[opened.index], parts[opened.index].duration)
        while let item = try opened.source.read() {
            if case .change(let track) = item, let id = opened.names[track], wanted.contains(id) {
                return .change(track: id)
            }
            guard case .packet(let packet) = item else { continue }
            noteSplices()
            guard let id = opened.names[packet.track], wanted.contains(id) else { continue }
            if !isLast {
                if let time = packet.decodingTime, time > length + Self.interleaving { return nil }
                if let time = packet.time, time >= length { continue }
            }
            return .packet(packet.moved(toTrack: id, by: start, time: nil, duration: nil))
        }
        return nil
    }

    /// Notes the open part's splices. Cuts off an advert at the end of its part.
    private func noteSplices() {
        guard let new = opened.splices, new.marks != splices[opened.index]?.marks ?? [] else { return }
        splices[opened.index] = new
        adverts = splices.sorted { $0.key < $1.key }.flatMap { index, known in
            let range = MediaRange(start: starts[index], end: starts[index] + parts[index].duration)
            return known.marks.compactMap { $0.moved(by: range.start, within: range) }
        }
    }

    private func goTo(_ index: Int) throws(MediaError) {
        if splices[opened.index] != nil { splices[opened.index] = opened.splices }
        opened = try Self.open(parts[index], index, splices[index] ?? KnownSplices(), name, cancel)
        learn()
    }

    // MARK: seeking

    package func seek(to target: MediaTime, direction: Demuxer.Direction) -> Bool {
        pending = []
        failure = nil
        let place = target.clamped(to: .zero...max(.zero, total - .milliseconds(1)))
        let index = max(0, starts.partitioningIndex { $0 > place } - 1)
        let isNew = index != opened.index
        do throws(MediaError) {
            if isNew { try goTo(index) }
        } catch {
            failure = error
            return true
        }
        let local = place - starts[index]
        // A part opened just now is at its start, even if it cannot be seeked.
        return isNew && local == .zero || opened.source.seek(to: local, direction: direction)
    }

    package func seek(toShare share: Double) -> Bool { false }

    package func switchEdges() -> [MediaTime] { [] }
    package var switchedTracks: Set<Int> { [] }
    package func switchOver(at edge: MediaTime) {}
}
