import Manifests
package import Media
package import MediaSources
package import PlayCore
import PlaybackModel

/// A stream of segments, HLS or DASH, as one item: lanes of segments, read in decoding order. Without threads of its
/// own: media requested ahead arrives on the `transport` thread while the `demux` thread reads.
package final class StreamSource: PacketSource {
    package private(set) var tracks: [TrackInfo] = []
    package private(set) var chapters: [Chapter] = []
    package let tags: MediaTags
    package let format: MediaFormat?
    package let isStillImage = false
    package let canSeek = true
    package let naturalStart: MediaTime

    let segments: StreamSegments
    let main: StreamLane
    /// A muxed variant's sound for an angle without sound, or `nil`.
    lazy var variantSound = makeVariantSound()
    var usesVariantSound = false
    private var sound: [StreamLane] = []
    private let texts: TextLanes
    private let scrubs: ScrubPictures
    private let tiles: TilePictures
    var wanted: Set<Int> = []
    var heads: [ObjectIdentifier: Fifo<SourceItem>] = [:]
    private var ended: Set<ObjectIdentifier> = []
    var placed: Set<ObjectIdentifier> = []
    /// The variant of the last call of ``switchEdges()``, or `nil` for the viewer's choice.
    var switching: Int?
    var abandonment: StreamSegments.Abandonment?
    var position: MediaTime
    private var failure: MediaError?

    /// The limit of pixel rows of a preview.
    private static let previewHeight = 64
    static let videoTrack = 0
    static let mixedTrack = 1
    static let firstFreeTrack = 2

    init(_ segments: StreamSegments, title: String?, format: MediaFormat) throws(MediaError) {
        self.segments = segments
        scrubs = ScrubPictures(segments)
        tiles = TilePictures(segments)
        self.format = format
        tags = MediaTags(title: title)
        let first = segments.first()
        let renditions = segments.lists.presentation.renditions
        let hasMixedSound = segments.audio.list.isEmpty || renditions[first].kind == .muxed
        let isSound = renditions[first].kind == .audio
        do throws(ByteSourceError) {
            if !isSound { try segments.checkAngle(of: first) }
        } catch {
            throw MediaError(.source(error), operation: "open")
        }
        main = StreamLane(
            segments, rendition: first,
            tracks: .init(video: isSound ? nil : Self.videoTrack, audio: hasMixedSound ? Self.mixedTrack : nil),
            isMain: true)
        for choice in segments.audio.list {
            let rendition = segments.audio.rendition(of: choice, with: renditions[first])
            sound.append(
                StreamLane(segments, rendition: rendition, tracks: .init(audio: choice.id), isMain: false))
        }
        texts = TextLanes(
            TextChoices(
                renditions, firstID: Self.firstFreeTrack + segments.angles.numberCount + segments.audio.list.count),
            segments)
        let list: SegmentList
        do throws(ByteSourceError) {
            list = try segments.lists.list(main.rendition)
        } catch {
            throw MediaError(.source(error), operation: "open")
        }
        guard !list.segments.isEmpty else {
            throw MediaError(.unreadable, operation: "open", libraryText: "its playlist has no segments")
        }
        let natural = segments.start(main.rendition, list)
        // Live playback starts with a whole segment, so that nothing before it must be decoded.
        let beginning = StreamSegments.beginning(list, at: natural, isSound: isSound)
        let start = list.isEnded ? natural : beginning ?? natural
        naturalStart = start
        position = start
        segments.noteLive(main.rendition)
        let marks = StreamChapters(segments.lists.presentation, segments.access)
        try open()
        chapters = StreamMarks.merged(marks?.read() ?? [], segments.marks(main.rendition))
    }

    private func open() throws(MediaError) {
        let renditions = segments.lists.presentation.renditions
        // Does not fetch hidden pictures if the sound is separate.
        if segments.wantsPicture || main.tracks.audio != nil {
            try place(main, at: position)
            try fill(main)
            try joinSound()
            guard !main.trackInfos.isEmpty else {
                throw MediaError(.unreadable, operation: "open", libraryText: "nothing to play in the first segment")
            }
        }
        if let choice = segments.audio.first(with: renditions[main.variant]),
            let lane = sound.first(where: { $0.tracks.audio == choice.id })
        {
            try place(lane, at: position)
            try fill(lane)
        }
        updateTracks()
        wanted = Set(lanes.flatMap(\.names)).intersection(tracks.map(\.id))
        if !segments.wantsPicture { wanted.remove(Self.videoTrack) }
        segments.hasMain = active.contains { $0 === main }
    }

    private func updateTracks() {
        let renditions = segments.lists.presentation.renditions
        var list: [TrackInfo] = []
        if let video = main.tracks.video {
            let described = segments.describedPicture(video, main.variant)
            let isKnown = !main.trackInfos.isEmpty
            if let shown = isKnown ? main.trackInfos[video] : described {
                list = segments.angleTracks(shown, described)
            }
        }
        if let audio = main.tracks.audio, let mixed = main.trackInfos[audio] ?? variantSound?.trackInfos[audio] {
            list.append(mixed)
        }
        for lane in sound {
            guard let id = lane.tracks.audio else { continue }
            let described = renditions[lane.rendition]
            list.append(
                lane.trackInfos[id]
                    ?? TrackInfo(
                        id: id, kind: .audio(sampleRate: 48_000, channelCount: described.channels ?? 2),
                        codec: CodecSupport.soundName(described), language: described.language, title: described.name,
                        isDefault: described.isDefault, isDecodable: true, purpose: described.purpose))
        }
        tracks = list + texts.tracks
    }

    // MARK: properties

    package var duration: MediaTime? {
        if let duration = segments.control.status.duration { return duration }
        guard let list = segments.lists.knownList(main.rendition), list.isEnded else { return nil }
        return list.window?.end
    }

    package var stream: (any StreamHandle)? { segments.control }
    package var network: (any NetworkLink)? { segments.access.network }
    package func textForm(of track: Int) -> SubtitleTextForm? { texts.form(of: track) }
    package var captionNames: [CaptionName] {
        segments.lists.presentation.captions.compactMap { service in
            guard service.channel.hasPrefix("CC"), let channel = Int(service.channel.dropFirst(2)) else { return nil }
            return CaptionName(channel: channel, title: service.name, language: service.language)
        }
    }

    /// Probes a lane that is still unread.
    package func parameters(of track: Int) -> CodecParameters? {
        guard let lane = lane(of: track) else { return nil }
        if lane.parameters[track] == nil, wanted.contains(track), failure == nil {
            do throws(MediaError) {
                if !placed.contains(ObjectIdentifier(lane)) { try place(lane, at: position) }
                try fill(lane)
                updateTracks()
            } catch {
                failure = error
            }
        }
        return lane.parameters[track]
    }

    package func rotation(of track: Int) -> Rotation { .none }
    package func coverPacket(of track: Int) -> Packet? { nil }
    package func seek(toShare share: Double) -> Bool { false }

    private func lane(of track: Int) -> StreamLane? { lanes.first { $0.names.contains(track) } }
    private var lanes: [StreamLane] { [main] + (usesVariantSound ? [variantSound].compactMap(\.self) : []) + sound }
    private var active: [StreamLane] { lanes.filter { !$0.names.isDisjoint(with: wanted) } }

    // MARK: reading

    package func select(_ wanted: Set<Int>) {
        self.wanted = wanted
        segments.hasMain = active.contains { $0 === main }
        segments.wantsPicture = main.tracks.video.map(wanted.contains) ?? true
        for lane in lanes where lane.names.isDisjoint(with: wanted) { putAside(lane) }
        // The probed angle may differ from the chosen one.
        if main.rendition != segments.pictures(of: main.variant) { forget(main) }
    }

    func putAside(_ lane: StreamLane) {
        forget(lane)
        segments.comingPieces[ObjectIdentifier(lane)] = nil
    }

    func forget(_ lane: StreamLane) {
        let id = ObjectIdentifier(lane)
        heads[id] = nil
        placed.remove(id)
        ended.remove(id)
    }

    func place(_ lane: StreamLane, at time: MediaTime) throws(MediaError) {
        let id = ObjectIdentifier(lane)
        forget(lane)
        do throws(ByteSourceError) {
            let variant =
                lane === main ? segments.mainVariant(after: lane.variant) : segments.partner(of: lane.variant)
            if lane === main { try segments.checkAngle(of: variant) }
            lane.change(to: variant)
            try lane.move(to: time)
        } catch {
            throw MediaError(.source(error), operation: "seek")
        }
        placed.insert(id)
    }

    func fill(_ lane: StreamLane) throws(MediaError) {
        let id = ObjectIdentifier(lane)
        guard !ended.contains(id), heads[id]?.isEmpty ?? true else { return }
        if let item = try lane.next() {
            heads[id, default: Fifo()].append(item)
        } else {
            ended.insert(id)
        }
    }

    package func read() throws(MediaError) -> SourceItem? {
        if let failure {
            self.failure = nil
            throw failure
        }
        do throws(MediaError) {
            return try readNext()
        } catch {
            // The read failed midway, so no lane is at the common position.
            for lane in lanes { forget(lane) }
            throw error
        }
    }

    private func readNext() throws(MediaError) -> SourceItem? {
        while true {
            if variantSound != nil, segments.hasMain {
                try begin(main)
                try joinSound()
            }
            let lanes = active
            for lane in lanes { try begin(lane) }
            let ready = lanes.filter { heads[ObjectIdentifier($0)]?.isEmpty == false }
            if let text = texts.next(until: position, isAtEnd: ready.isEmpty) { return .text(text) }
            guard let lane = ready.min(by: { headTime($0) < headTime($1) }),
                let item = heads[ObjectIdentifier(lane)]?.popFirst()
            else { return nil }
            sendAhead(lanes)
            switch item {
            case .change:
                updateTracks()
                return item
            case .text: return item
            case .packet(let packet):
                if let time = packet.decodingTime { position = max(.zero, time) }
                if lane === main { review(packet) }
                if wanted.contains(packet.track) { return item }
            }
        }
    }

    private func begin(_ lane: StreamLane) throws(MediaError) {
        if !placed.contains(ObjectIdentifier(lane)) { try place(lane, at: position) }
        try fill(lane)
    }

    private func review(_ packet: Packet) {
        guard let coming = main.coming, let time = packet.decodingTime, time >= coming.segment.start,
            coming.segment.isIndependent, main.tracks.video == nil || packet.track == main.tracks.video
        else { return }
        abandonment = segments.review(main.variant, coming.segment, coming.body)
    }

    /// Returns the next item's decoding time. Changes of format come first.
    private func headTime(_ lane: StreamLane) -> MediaTime {
        guard case .packet(let packet)? = heads[ObjectIdentifier(lane)]?.first else { return MediaTime(seconds: -1e9) }
        return packet.decodingTime ?? MediaTime(seconds: -1e9)
    }

    private func sendAhead(_ lanes: [StreamLane]) {
        for lane in lanes {
            do throws(ByteSourceError) {
                try lane.prepare()
            } catch {
                // Requested again when needed, where a failure counts.
                Log.shared.write(.debug, "net", "not sent for ahead: \(error.code)")
            }
        }
    }

    package func missedTexts() -> [SubtitleText] { texts.missed(until: position) }

    // MARK: seeks

    package func livePosition() -> MediaTime? { segments.livePosition(main.rendition) }

    package func seek(to target: MediaTime, direction: Demuxer.Direction) -> Bool {
        failure = nil
        segments.restart()
        segments.store.dropUnfinished()
        for lane in lanes { forget(lane) }
        do throws(MediaError) {
            let target = clamped(target)
            segments.splices.jump(from: position, to: target)
            position = target
            guard let leading = active.first else { return true }
            var start = try land(leading, at: target, direction)
            // In a gap or at an end, lands on the other side.
            if start == nil {
                start = try land(leading, at: target, direction == .atOrAfter ? .atOrBefore : .atOrAfter)
            }
            position = start ?? target
            texts.move(to: position)
            usesVariantSound = variantSound != nil && main.lacksSound
            for lane in active.dropFirst() {
                try place(lane, at: position)
                try skipSound(lane, before: position)
            }
        } catch {
            failure = error
        }
        return true
    }

    package func previewPicture(at target: MediaTime) -> PreviewPicture? {
        tiles.picture(at: target, height: Self.previewHeight)
            ?? scrubs.picture(at: target, height: Self.previewHeight).map { PreviewPicture($0) }
    }

    package func scrubPicture(at target: MediaTime) -> VideoFrame? {
        segments.showsFirstAngle ? scrubs.picture(at: clamped(target), before: main.rendition) : nil
    }

    private func clamped(_ target: MediaTime) -> MediaTime {
        guard let window = segments.lists.knownList(main.rendition)?.window else { return max(.zero, target) }
        return target.clamped(to: window.start...max(window.start, window.end - .milliseconds(1)))
    }

    private static let mostStepsBack = 3
    /// Sound decoders need some media before the first audible sample.
    private static let soundLead = MediaTime.milliseconds(100)

    /// Reads to the target. Drops items before the last key frame up to it. Returns the start of the display.
    private func land(
        _ lane: StreamLane, at target: MediaTime, _ direction: Demuxer.Direction
    ) throws(MediaError) -> MediaTime? {
        try place(lane, at: target)
        guard lane.tracks.video != nil, wanted.contains(Self.videoTrack) else {
            try skipSound(lane, before: target)
            return target
        }
        var from = target
        for _ in 0...Self.mostStepsBack {
            var landing = KeyframeLanding(target: target, isAfter: direction == .atOrAfter, video: Self.videoTrack)
            while !landing.isDone, let item = try lane.next() { landing.add(item) }
            if let start = landing.start {
                let id = ObjectIdentifier(lane)
                heads[id] = landing.items
                return start
            }
            if direction == .atOrAfter { return nil }
            do throws(ByteSourceError) {
                let before = from
                guard let start = try lane.moveBack(before: before) else { return nil }
                from = start
            } catch {
                throw MediaError(.source(error), operation: "seek")
            }
        }
        return nil
    }

    private func skipSound(_ lane: StreamLane, before time: MediaTime) throws(MediaError) {
        try skip(lane) { begin, duration in begin + duration < time - Self.soundLead }
    }

    func skip(_ lane: StreamLane, before time: MediaTime) throws(MediaError) {
        try skip(lane) { begin, _ in begin < time }
    }

    private func skip(
        _ lane: StreamLane, _ isOver: (_ begin: MediaTime, _ duration: MediaTime) -> Bool
    ) throws(MediaError) {
        let id = ObjectIdentifier(lane)
        while let item = try lane.next() {
            if case .packet(let packet) = item, let begin = packet.time, isOver(begin, packet.duration ?? .zero) {
                continue
            }
            heads[id, default: Fifo()].append(item)
            if case .packet = item { return }
        }
        ended.insert(id)
    }
}
