import Manifests
import Media
import MediaSources
import PlayCore

/// Reads renditions in turn as packets of the same tracks: pictures (and sound), or sound. `demux` thread.
final class StreamLane {
    let tracks: SegmentChain.Tracks
    let isMain: Bool
    private unowned let stream: StreamSegments
    private(set) var rendition: Int
    /// Its variant, which differs from ``rendition`` for an angle.
    private(set) var variant: Int
    private(set) var lacksSound = false
    private(set) var cursor = MediaTime.zero
    private var chain: SegmentChain?
    private var planned: PlannedSegment?
    private var current: (segment: Segment, body: SegmentBody)?
    private var bodies = Fifo<SegmentBody>()
    private(set) var parameters: [Int: CodecParameters] = [:]
    private(set) var trackInfos: [Int: TrackInfo] = [:]
    private var output = Fifo<SourceItem>()
    private var skipped = 0
    /// The live segment that failed last, the place of the first failure, and since when no segment has arrived.
    private var missing: (start: MediaTime, from: MediaTime, since: HostTime)?
    /// `nil` after a seek, and if the manifest sets the times.
    private var lastTimes: SegmentTimes?
    private var timescales: [Int: Int64] = [:]
    /// Messages of segments whose offset on the axis is still unknown.
    private var messages: [(segment: Segment, message: EventMessage)] = []
    private static let mostMessages = 256
    private var occasion = TimeAxis.Occasion.continuation
    /// The limit of consecutive segments to skip.
    private static let mostSkipped = 3

    struct PlannedSegment {
        let rendition: Int
        let variant: Int
        let segment: Segment
        let body: SegmentBody
    }

    init(_ stream: StreamSegments, rendition: Int, tracks: SegmentChain.Tracks, isMain: Bool) {
        self.stream = stream
        variant = rendition
        self.rendition = isMain ? stream.pictures(of: rendition) : rendition
        self.tracks = tracks
        self.isMain = isMain
    }

    var names: Set<Int> { Set([tracks.video, lacksSound ? nil : tracks.audio].compactMap { $0 }) }

    // MARK: positions

    /// Moves to the segment shown at `time`. Returns its start.
    @discardableResult
    func move(to time: MediaTime) throws(ByteSourceError) -> MediaTime {
        clear()
        let list = try stream.lists.list(rendition)
        guard let index = list.index(at: time), let start = StreamSegments.beginning(list, at: time, isSound: isSound)
        else { return time }
        cursor = start
        if list.isEnded {
            // Before version 3, playlists count whole seconds (RFC 8216, 7).
            let version = stream.lists.playlist(rendition)?.version ?? 3
            occasion = .jump(index: index, isRounded: version < 3)
        }
        return cursor
    }

    /// Moves one step back from the place of ``move(to:)``: from a later part to its segment's start, else to the
    /// previous segment. Returns the segment's start, or `nil` if there is none.
    func moveBack(before time: MediaTime) throws(ByteSourceError) -> MediaTime? {
        let list = try stream.lists.list(rendition)
        guard let index = list.index(at: time) else { return nil }
        let start = list.segments[index].start
        if let begun = StreamSegments.beginning(list, at: time, isSound: isSound), begun > start {
            return try move(to: start)
        }
        return index > 0 ? try move(to: list.segments[index - 1].start) : nil
    }

    private var isSound: Bool { tracks.video == nil }

    /// Switches to another variant, or angle, from the next segment on. Drops the planned one.
    func change(to newVariant: Int, at time: MediaTime? = nil) {
        planned = nil
        variant = newVariant
        let newRendition = isMain ? stream.pictures(of: newVariant) : newVariant
        guard newRendition != rendition || time != nil else { return }
        rendition = newRendition
        if let time {
            clear()
            cursor = time
        }
    }

    /// Drops the planned segment, because another rendition may have been chosen.
    func replan() {
        if let planned, !planned.body.isComplete { stream.store.drop(planned.body) }
        planned = nil
    }

    private func clear() {
        chain = nil
        planned = nil
        current = nil
        bodies = Fifo()
        output = Fifo()
        (skipped, missing) = (0, nil)
        (given, repeated) = ([:], [:])
        (lastTimes, occasion) = (nil, .continuation)
        messages = []
    }

    var coming: (segment: Segment, body: SegmentBody)? { current }

    // MARK: packets

    func next() throws(MediaError) -> SourceItem? {
        if let item = output.popFirst() { return item }
        while true {
            if let chain {
                if isSilent(chain) { return nil }
                let packet = try read(chain)
                reportSplices(chain)
                if let packet {
                    guard !isRepetition(packet) else { continue }
                    if let time = packet.decodingTime {
                        given[packet.track] = time
                        if current?.segment.isGrowing == true {
                            stream.lists.noteArrival(rendition, upTo: time + (packet.duration ?? .zero))
                        }
                    }
                    return .packet(packet)
                }
                self.chain = nil
            }
            guard try openChain() else { return nil }
            if let item = output.popFirst() { return item }
        }
    }

    /// The last returned decoding time, by track. Another network's packets up to ``repeated`` are repetitions.
    private var given: [Int: MediaTime] = [:]
    private var repeated: [Int: MediaTime] = [:]

    func omit(_ track: Int, returnedBy other: StreamLane) { repeated[track] = other.given[track] }

    func lastTime(of track: Int) -> MediaTime? { given[track] }

    /// Returns whether no track of the chain is used: its muxed variant proved to have no sound.
    private func isSilent(_ chain: SegmentChain) -> Bool { !isMain && chain.trackNames.isEmpty }

    private func isRepetition(_ packet: Packet) -> Bool {
        guard let end = repeated[packet.track] else { return false }
        if let time = packet.decodingTime, time <= end { return true }
        repeated[packet.track] = nil
        return false
    }

    /// Returns the next packet, or `nil` at the chain's end and after a switch to another network. The lane then
    /// restarts with the last packets' segment, without those already returned.
    private func read(_ chain: SegmentChain) throws(MediaError) -> Packet? {
        do throws(MediaError) {
            return try chain.read()
        } catch {
            guard case .source(let cause) = error.code, cause.code != .cancelled, let current else { throw error }
            let hasMoved: Bool
            do throws(ByteSourceError) {
                hasMoved = try stream.failOver(rendition, after: cause)
            } catch {
                throw MediaError(.source(error), operation: "read")
            }
            guard hasMoved else { throw error }
            stream.store.drop(current.body)
            let last = given.values.min() ?? current.segment.start
            let (known, start) = (given, min(last, current.segment.start))
            do throws(ByteSourceError) {
                try move(to: max(.zero, start))
            } catch {
                throw MediaError(.source(error), operation: "read")
            }
            repeated = known
            occasion = .continuation
            return nil
        }
    }

    private func openChain() throws(MediaError) -> Bool {
        let first: PlannedSegment?
        do throws(ByteSourceError) {
            first = try obtain(continuing: false)
        } catch {
            throw MediaError(.source(error), operation: "read")
        }
        guard let first else { return false }
        let isAudio = tracks.video == nil
        let bytes = ChainBytes { [unowned self] () throws(ByteSourceError) in try nextBody() }
        let chain = try SegmentChain(
            bytes, first.segment, tracks, axis: &stream.axis, occasion, isLeading: isMain || !stream.hasMain,
            packedTime: { isAudio ? PackedAudio.time(first.body.bytes) : nil }, cancel: stream.access.cancel)
        self.chain = chain
        lacksSound = rendition != variant && tracks.audio.map { !chain.trackNames.values.contains($0) } == true
        occasion = .continuation
        compare(chain)
        return true
    }

    private func compare(_ chain: SegmentChain) {
        for track in chain.demuxer.tracks {
            guard let name = chain.trackNames[track.id], let new = chain.parameters(of: name) else { continue }
            let old = parameters[name]
            parameters[name] = new
            trackInfos[name] = stream.info(track, name: name, rendition: variant)
            if let old, !old.isSame(as: new) { output.append(.change(track: name)) }
        }
    }

    // MARK: bytes

    private func nextBody() throws(ByteSourceError) -> SegmentBody? {
        if let body = bodies.popFirst() { return body }
        if let current {
            stream.noteEnd(current.body, of: current.segment, isMain: isMain)
            lastTimes = times(of: current.segment, current.body.bytes)
            noteMessages(current.segment, current.body.bytes)
            self.current = nil
        }
        guard try obtain(continuing: true) != nil else { return nil }
        return bodies.popFirst()
    }

    /// Whether to read splice messages from this lane. All lanes of a stream have the same ones.
    private var isAsked: Bool { isMain || !stream.hasMain }

    /// Called at a segment's start, and again at its end.
    private func noteMessages(_ segment: Segment, _ bytes: [UInt8]) {
        guard isAsked else { return }
        for message in EventMessage.list(in: bytes) where messages.count < Self.mostMessages {
            messages.append((segment, message))
        }
    }

    private func reportSplices(_ chain: SegmentChain) {
        for section in chain.newSections() {
            stream.note(section.bytes, at: section.time.map { $0 + chain.offset } ?? cursor, shift: chain.offset)
        }
        for (segment, message) in messages {
            stream.note(message, inSegmentAt: segment.start, shift: chain.offset)
        }
        messages = []
    }

    private static let offsetTolerance = MediaTime.milliseconds(100)
    private var lastSegment: Segment?

    /// Returns whether the segment begins with parts already read, because its parts are no longer listed.
    private func repeats(_ next: Segment) -> Bool {
        lastSegment?.isPart == true && !next.isPart && cursor - next.start > StreamSegments.tolerance(next.duration)
    }

    private func continues(_ next: PlannedSegment) -> Bool {
        guard let last = lastSegment, next.rendition == rendition, !repeats(next.segment),
            next.segment.discontinuity == last.discontinuity, next.segment.initSection == last.initSection
        else { return false }
        guard let new = next.segment.mediaOffset, let old = last.mediaOffset else { return true }
        return abs(new - old - (next.segment.start - last.start)) <= Self.offsetTolerance
    }

    /// Returns the next segment once its first bytes have arrived. Returns `nil` at the end and before a new chain.
    private func obtain(continuing: Bool) throws(ByteSourceError) -> PlannedSegment? {
        while true {
            guard let next = try plan() else { return nil }
            if continuing, !continues(next) { return nil }
            do throws(ByteSourceError) {
                let opening = continuing ? nil : try opening(of: next.segment)
                if stream.isLive(next.rendition) { try next.body.startLive() } else { try next.body.start() }
                if try restartsTimes(next) {
                    if continuing { return nil }
                    occasion = .restart
                }
                bodies = Fifo()
                for body in [opening, next.body].compactMap(\.self) { bodies.append(body) }
            } catch {
                planned = nil
                stream.store.drop(next.body)
                try recover(from: error, next.rendition, next.segment)
                continue
            }
            planned = nil
            if next.segment.isGrowing, missing?.start != next.segment.start {
                stream.lists.noteBeginning(next.rendition, isThere: true)
            }
            (skipped, missing) = (0, nil)
            if repeats(next.segment) { repeated = given }
            (rendition, variant) = (next.rendition, next.variant)
            current = (next.segment, next.body)
            noteMessages(next.segment, next.body.bytes)
            lastSegment = next.segment
            cursor = next.segment.end
            stream.began(next, isMain: isMain)
            stream.readAhead(next, lane: ObjectIdentifier(self), isLeading: isMain || !stream.hasMain)
            return next
        }
    }

    private func opening(of segment: Segment) throws(ByteSourceError) -> SegmentBody? {
        timescales = [:]
        guard let section = segment.initSection else { return nil }
        let body = try stream.store.body(of: section)
        guard segment.mediaOffset == nil else { return body }
        do throws(ByteSourceError) {
            try body.finish()
        } catch {
            stream.store.drop(body)
            throw error
        }
        timescales = SegmentTimes.timescales(body.bytes)
        return body
    }

    /// Returns a segment's times, or `nil` if the manifest sets its offset.
    private func times(of segment: Segment, _ bytes: [UInt8]) -> SegmentTimes? {
        segment.mediaOffset == nil ? SegmentTimes(bytes, timescales: timescales) : nil
    }

    /// Returns whether a segment's times do not continue the previous ones, although the playlist says so.
    private func restartsTimes(_ next: PlannedSegment) throws(ByteSourceError) -> Bool {
        guard let lastTimes, let last = lastSegment, next.rendition == rendition,
            next.segment.discontinuity == last.discontinuity,
            let times = times(of: next.segment, try next.body.head(SegmentTimes.headSize))
        else { return false }
        return lastTimes.isBroken(before: times, distance: next.segment.start - last.start, duration: last.duration)
    }

    /// Recovers from a failed segment with the next network, else by skipping the segment.
    private func recover(
        from error: ByteSourceError, _ rendition: Int, _ segment: Segment
    ) throws(ByteSourceError) {
        guard error.code != .cancelled else { throw error }
        if try stream.failOver(rendition, after: error) { return }
        if stream.isLive(rendition) { return try pass(segment, of: rendition, after: error) }
        skipped += 1
        guard skipped <= Self.mostSkipped, error.isOfOneResource, lastSegment != nil else { throw error }
        leaveOut(segment, error)
    }

    /// Handles a late or missing live segment. Skips it only if a later one can be read. If the newest one fails, too,
    /// reading returns to the first. Fails if none arrives within ``SegmentLists/patience``.
    private func pass(
        _ segment: Segment, of rendition: Int, after error: ByteSourceError
    ) throws(ByteSourceError) {
        let now = stream.clock.now
        let since = missing?.since ?? now
        guard error.isOvercomeByTime, now - since < SegmentLists.patience else { throw error }
        let from = missing?.from ?? cursor
        missing = (segment.start, from, since)
        let hasTime = now - since < Self.bufferedPatience && (stream.control.demand?.buffered ?? .zero) > Self.enough
        let isNewest = stream.isNewest(segment, rendition)
        guard isNewest || hasTime else { return leaveOut(segment, error) }
        if segment.isGrowing, now - since < Self.longestLateness {
            stream.lists.noteBeginning(rendition, isThere: false)
        }
        if !hasTime { cursor = from }
        // The first chunk of a segment is rarely much too late.
        try stream.wait(until: now + (segment.isGrowing ? Self.chunkLateness : Self.lateness))
        if stream.isTimeToRead(rendition) { stream.readAgain(rendition) }
    }

    private static let lateness = HostTime.milliseconds(500)
    private static let chunkLateness = HostTime.milliseconds(100)
    /// A segment that is refused for longer is missing, so it does not make the next requests later.
    private static let longestLateness = HostTime.seconds(1)
    /// While this much can still be played, a refused segment is requested again, for at most this time.
    private static let enough = MediaTime.seconds(2)
    private static let bufferedPatience = HostTime.seconds(10)

    private func leaveOut(_ segment: Segment, _ error: ByteSourceError) {
        Log.shared.write(.warning, "net", "a segment is left out: \(error.code)")
        cursor = segment.end
    }

    func prepare() throws(ByteSourceError) {
        guard planned == nil, let current, current.body.hasArrived else { return }
        guard !stream.isAtEdge(rendition, cursor) else { return stream.askAhead(rendition) }
        _ = try plan(isAhead: true)
    }

    /// Returns the next segment, waiting for a live one; `nil` at the end. If `isAhead`, a later request reports
    /// failures.
    private func plan(isAhead: Bool = false) throws(ByteSourceError) -> PlannedSegment? {
        while true {
            if let planned { return planned }
            guard let next = try nextSegment() else { return nil }
            do throws(ByteSourceError) {
                let body = try stream.store.body(of: next.segment)
                try body.prepare()
                planned = PlannedSegment(
                    rendition: next.rendition, variant: next.variant, segment: next.segment, body: body)
            } catch {
                guard !isAhead, stream.isLive(next.rendition) else { throw error }
                try recover(from: error, next.rendition, next.segment)
            }
        }
    }

    private func nextSegment() throws(ByteSourceError) -> (rendition: Int, variant: Int, segment: Segment)? {
        if isMain { stream.steer(rendition) }
        if stream.readsParts(rendition) {
            // This rendition's next piece shows whether another rendition can continue here.
            guard let next = try stream.segment(rendition, from: &cursor) else { return nil }
            guard StreamSegments.canBegin(next, at: cursor, isSound: isSound) else { return (rendition, variant, next) }
        }
        let newVariant = isMain ? try stream.choose(variant, at: cursor) : stream.partner(of: variant)
        if isMain { try stream.checkAngle(of: newVariant) }
        let chosen = isMain ? stream.pictures(of: newVariant) : newVariant
        stream.follow(chosen, isMain: isMain)
        guard let next = try stream.segment(chosen, from: &cursor) else { return nil }
        if chosen != rendition, stream.readsParts(rendition),
            !StreamSegments.canBegin(next, at: cursor, isSound: isSound)
        {
            return try stream.segment(rendition, from: &cursor).map { (rendition, variant, $0) }
        }
        return (chosen, newVariant, next)
    }
}

extension ByteSourceError {
    /// Whether the failure concerns only this segment, so that the next one may be available.
    fileprivate var isOfOneResource: Bool {
        switch code {
        case .httpStatus(let status): status == 404 || (500...599).contains(status)
        case .notFound: true
        default: false
        }
    }
}

private func abs(_ time: MediaTime) -> MediaTime { max(time, -time) }
