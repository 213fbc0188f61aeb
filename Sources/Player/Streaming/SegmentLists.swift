import Manifests
import PlayCore
import Transport

/// The segment lists of each rendition, loaded when needed and, if live, reloaded. All are on one axis. `demux` thread.
final class SegmentLists {
    /// Minimum time between two requests for a segment that arrives in chunks.
    private static let shortestPause = HostTime.milliseconds(20)

    private(set) var presentation: Presentation
    private let access: ResourceAccess
    private let variables: VariableTable
    /// The manifest to reload (DASH), or `nil` for HLS.
    private let manifest: ResourceReference?
    private var manifestLoaded: HostTime
    /// The server's calendar time at a time of this machine, or `nil` if unknown.
    private var calendar: (time: UTCTime, at: HostTime)?
    private var entries: [Int: RenditionList] = [:]
    /// Network names, best first, if a server set them.
    private(set) var pathways: [String] = []
    private let clock = SystemClock()
    private static let indexLimit = 4 << 20
    /// How long a live stream may fail, for any reason, before reading fails.
    static let patience = HostTime.seconds(20)
    private static let failurePause = HostTime.milliseconds(500)

    init(
        _ presentation: Presentation, variables: VariableTable, manifest: ResourceReference?, date: UTCTime?,
        access: ResourceAccess
    ) {
        self.presentation = presentation
        self.variables = variables
        self.manifest = manifest
        self.access = access
        manifestLoaded = clock.now
        pathways = presentation.steering?.pathway.map { [$0] } ?? []
        if let timing = presentation.live {
            calendar = (
                (ServerClock(access).time(timing.clocks) ?? date).map { $0.refined(by: WallClock.now) }
                    ?? WallClock.now, clock.now
            )
        }
    }

    func adopt(_ playlist: MediaPlaylist) {
        var entry = RenditionList(loaded: clock.now)
        if case .playlist(.address)? = content(0, entry) {} else { entry.isLocal = true }
        entry.use(playlist)
        entries[0] = entry
    }

    func list(_ rendition: Int) throws(ByteSourceError) -> SegmentList {
        if let list = entries[rendition]?.list { return list }
        return try load(rendition)
    }

    func knownList(_ rendition: Int) -> SegmentList? { entries[rendition]?.list }

    func age(_ rendition: Int) -> HostTime { entries[rendition].map { clock.now - $0.loaded } ?? .zero }

    func playlist(_ rendition: Int) -> MediaPlaylist? { entries[rendition]?.playlist }

    /// Returns how far behind the edge playback starts with parts (HLS) or chunks (DASH), otherwise `nil`.
    func lowLatency(_ rendition: Int) -> MediaTime? {
        parts(rendition)?.holdBack ?? (chunks(rendition) == nil ? nil : presentation.live?.chunkedDistance)
    }

    /// Returns the newest instant that can be played. With chunks, it lies within the last listed segment.
    func liveEdge(_ rendition: Int, _ window: MediaRange) -> MediaTime {
        guard chunks(rendition) != nil, let live = presentation.live, let serverTime else { return window.end }
        return min(window.end, live.edge(at: serverTime) + leads[rendition, default: ChunkLead()].edge)
    }

    /// Returns `nil` unless segments arrive in chunks.
    private func chunks(_ rendition: Int) -> DASHTimeline? {
        guard let entry = entries[rendition], case .timeline(let timeline)? = content(rendition, entry),
            timeline.isChunked
        else { return nil }
        return timeline
    }

    /// Returns how far from the end playback starts and the longest part, or `nil` if whole segments are read.
    func parts(_ rendition: Int) -> (holdBack: MediaTime, partTarget: MediaTime)? {
        guard let entry = entries[rendition], entry.readsParts, let playlist = entry.playlist,
            let holdBack = playlist.partHoldBack, let partTarget = playlist.partTarget
        else { return nil }
        return (holdBack, partTarget)
    }

    /// Requests the known list's update without waiting, if its server delays responses.
    func ask(_ rendition: Int) throws(ByteSourceError) {
        guard let entry = entries[rendition], entry.held == nil, entry.failure == nil, entry.readsParts,
            let playlist = entry.playlist, case .playlist(.address(let plain))? = content(rendition, entry),
            nextReading(rendition).map({ $0 <= clock.now }) == true
        else { return }
        let age = MediaTime(nanoseconds: (clock.now - entry.loaded).nanoseconds)
        let directives = DeliveryDirectives(after: playlist, age: age)
        guard let address = directives.address(plain) else { return }
        let exchange = try access.ask(address, patience: patience(rendition))
        entries[rendition]?.held = (exchange, directives)
    }

    /// Returns how long a server may delay a response (RFC 8216bis, 6.2.5.2).
    func patience(_ rendition: Int) -> HostTime {
        let target = entries[rendition]?.list?.targetDuration ?? .zero
        return HostTime(nanoseconds: target.nanoseconds.multipliedSaturated(by: 3))
    }

    func isAnswered(_ rendition: Int) -> Bool { entries[rendition]?.held?.exchange.hasEnded == true }

    private func content(_ rendition: Int, _ entry: RenditionList) -> RenditionContent? {
        let sources = presentation.renditions[rendition].sources
        return sources.indices.contains(entry.source) ? sources[entry.source].content : nil
    }

    func network(_ rendition: Int) -> Int { entries[rendition]?.source ?? 0 }

    /// Switches to the next CDN entry that has not failed. Returns whether there was one.
    func failOver(_ rendition: Int) throws(ByteSourceError) -> Bool {
        guard var failed = entries[rendition]?.failed, let source = entries[rendition]?.source else { return false }
        failed.insert(source)
        guard let next = order(rendition).first(where: { !failed.contains($0) }) else { return false }
        try move(rendition, to: next, failed)
        return true
    }

    func setPathways(_ names: [String]) { if !names.isEmpty { pathways = names } }

    /// Switches to the preferred network if it has the rendition and has not failed. Returns whether it did.
    func follow(_ rendition: Int) throws(ByteSourceError) -> Bool {
        guard let entry = entries[rendition], entry.list != nil, !pathways.isEmpty,
            let wanted = order(rendition).first(where: { !entry.failed.contains($0) }), wanted != entry.source
        else { return false }
        try move(rendition, to: wanted, entry.failed)
        return true
    }

    func pathway(_ rendition: Int) -> String? {
        let sources = presentation.renditions[rendition].sources
        let source = network(rendition)
        return sources.indices.contains(source) ? sources[source].pathway : nil
    }

    private func order(_ rendition: Int) -> [Int] {
        let sources = presentation.renditions[rendition].sources
        let rank = { (index: Int) in
            sources[index].pathway.flatMap(self.pathways.firstIndex) ?? self.pathways.count
        }
        return sources.indices.sorted { (rank($0), $0) < (rank($1), $1) }
    }

    private func move(_ rendition: Int, to source: Int, _ failed: Set<Int>) throws(ByteSourceError) {
        let before = entries[rendition]
        entries[rendition] = RenditionList(source: source, failed: failed)
        do throws(ByteSourceError) {
            var new = try load(rendition)
            if let old = before?.list, !new.isEnded || !old.isEnded, !new.hasAbsoluteTimes {
                new = old.merging(new)
                entries[rendition]?.place(new)
            }
        } catch {
            // Stays with the present entry, and does not retry the failed one.
            entries[rendition] = before
            entries[rendition]?.failed.insert(source)
            throw error
        }
    }

    /// Returns when a live list may have news, or `nil` if it has ended.
    func nextReading(_ rendition: Int) -> HostTime? {
        guard let entry = entries[rendition], let list = entry.list, !list.isEnded else { return nil }
        if let failure = entry.failure { return failure.nextReading }
        if let (_, partTarget) = parts(rendition) {
            // The server delays its response. If it does not, wait here.
            let pause = entry.emptyResponses == 0 ? .zero : partTarget.scaled(by: 0.5)
            return entry.loaded + HostTime(nanoseconds: pause.nanoseconds)
        }
        if let live = presentation.live {
            // Numbered segments follow from the clock, even if the manifest is rarely reloaded.
            let period = min(live.minimumUpdatePeriod ?? .seconds(1), .seconds(1))
            if let timeline = chunks(rendition), timeline.followsClock, let next = timeline.availability(after: list),
                let asking = askingTime(rendition)
            {
                // The next segment's time is known exactly, but the manifest may change earlier.
                let wait = min(live.availabilityStart + next - asking, period)
                return max(entry.loaded + Self.shortestPause, clock.now + HostTime(nanoseconds: wait.nanoseconds))
            }
            return entry.loaded + HostTime(nanoseconds: max(period, .milliseconds(500)).nanoseconds)
        }
        // RFC 8216, 6.3.4: the target duration, or half of it after a reading without changes.
        let target = max(list.targetDuration, .milliseconds(500)).nanoseconds
        return entry.loaded + HostTime(nanoseconds: entry.unchanged > 0 ? target / 2 : target)
    }

    /// Reads a live list again. Returns whether it has news. After failures the list stays valid for ``patience``.
    func refresh(_ rendition: Int) throws(ByteSourceError) -> Bool {
        let before = entries[rendition]?.list
        let list: SegmentList
        let began = entries[rendition]?.held?.exchange.began ?? clock.now
        do throws(ByteSourceError) {
            list = try load(rendition)
        } catch {
            try tolerate(error, of: rendition, began: began)
            return false
        }
        entries[rendition]?.failure = nil
        let isNew = list.segments.last?.end != before?.segments.last?.end || list.isEnded != before?.isEnded
        let unchanged = isNew ? 0 : (entries[rendition]?.unchanged ?? 0) + 1
        entries[rendition]?.unchanged = unchanged
        return isNew
    }

    private func tolerate(
        _ error: ByteSourceError, of rendition: Int, began: HostTime
    ) throws(ByteSourceError) {
        let now = clock.now
        let since = entries[rendition]?.failure?.since ?? now
        guard error.isOvercomeByTime, let list = entries[rendition]?.list, !list.isEnded, now - since < Self.patience
        else { throw error }
        Log.shared.write(.info, "net", "a live list is read again: \(error.code)")
        entries[rendition]?.failure = (since, max(now, began + Self.failurePause))
    }

    private var serverTime: UTCTime? {
        calendar.map { $0.time + MediaTime(nanoseconds: (clock.now - $0.at).nanoseconds) }
    }

    /// Returns the server's time plus the known lead of the rendition's segments.
    private func askingTime(_ rendition: Int) -> UTCTime? {
        serverTime.map { $0 + leads[rendition, default: ChunkLead()].ofSegments }
    }

    private var leads: [Int: ChunkLead] = [:]

    func noteArrival(_ rendition: Int, upTo end: MediaTime) {
        guard let live = presentation.live, let serverTime, chunks(rendition) != nil else { return }
        leads[rendition, default: ChunkLead()].came(early: end - live.edge(at: serverTime))
    }

    /// Notes whether the server had a requested segment that is still being produced.
    func noteBeginning(_ rendition: Int, isThere: Bool) {
        leads[rendition, default: ChunkLead()].asked(isThere: isThere)
    }

    // MARK: loading

    private func load(_ rendition: Int) throws(ByteSourceError) -> SegmentList {
        var entry = entries[rendition] ?? RenditionList(source: order(rendition).first ?? 0)
        entry.held = nil
        do throws(ManifestError) {
            if presentation.live != nil { try reloadManifest() }
            guard let content = content(rendition, entry) else {
                throw ManifestError(.unsupported, "the rendition is nowhere")
            }
            switch content {
            case .list(let list): (entry.list, entry.loaded) = (list, clock.now)
            case .playlist(let resource): try read(resource, rendition, &entry)
            case .timeline(let timeline):
                (entry.list, entry.loaded) = (try supplied(timeline).list(at: askingTime(rendition)), clock.now)
            }
        } catch {
            throw fetchFailure ?? Self.failure(.invalidReply, error.reason)
        }
        entries[rendition] = entry
        return entry.list ?? SegmentList()
    }

    /// A transport error while a manifest is parsed.
    private var fetchFailure: ByteSourceError?

    private func fetching<R>(_ body: () throws(ByteSourceError) -> R) throws(ManifestError) -> R {
        fetchFailure = nil
        do throws(ByteSourceError) {
            return try body()
        } catch {
            fetchFailure = error
            throw ManifestError(.unsupported, "not loaded")
        }
    }

    private func read(_ resource: ResourceReference, _ rendition: Int, _ entry: inout RenditionList)
        throws(ManifestError)
    {
        var answer: Answer = try fetching { () throws(ByteSourceError) in try self.answer(resource, rendition, entry) }
        var playlist = try media(answer.text)
        let old = entry.playlist.flatMap { $0.list.isEnded ? nil : $0 }
        if playlist.skip != nil, old?.merging(playlist) == nil {
            // The start of the skipped segments is unknown, so this reads the full list.
            answer = try fetching { () throws(ByteSourceError) -> Answer in (try plainText(resource), nil) }
            playlist = try media(answer.text)
        }
        if playlist.list.isEnded, answer.directives == nil { access.keepManifests(answer.text, of: resource) }
        var merged = old?.merging(playlist) ?? playlist
        let isContinued = old?.listWithParts.segments.last.map { $0.number >= playlist.mediaSequence } ?? false
        if !isContinued, !playlist.list.isEnded, let aligned = aligned(playlist.listWithParts, of: rendition) {
            merged.place(aligned)
        }
        if let next = answer.directives?.next, old != nil {
            entry.note(hasReached: merged.reaches(segment: next.segment, part: next.index))
        } else if let old, merged.nextPart != old.nextPart {
            entry.noteProgress()
        }
        entry.loaded = answer.text.received
        if case .address = resource {} else { entry.isLocal = true }
        entry.use(merged)
    }

    private typealias Answer = (text: ResourceAccess.Text, directives: DeliveryDirectives?)

    private func media(_ text: ResourceAccess.Text) throws(ManifestError) -> MediaPlaylist {
        guard case .media(let playlist) = try HLSPlaylist.parse(text.bytes, at: text.location, variables: variables)
        else { throw ManifestError(.malformed, "a playlist of playlists of playlists") }
        return playlist
    }

    /// Returns the server's list, waiting until it exceeds the known one. After a failure, or if the rendition's
    /// position is unknown, returns the present list.
    private func answer(
        _ resource: ResourceReference, _ rendition: Int, _ entry: RenditionList
    ) throws(ByteSourceError) -> Answer {
        try ask(rendition)
        if let held = entries[rendition]?.held {
            entries[rendition]?.held = nil
            do throws(ByteSourceError) {
                return (try access.text(of: held.exchange), held.directives)
            } catch {
                throw error.about { .playlist($0) }
            }
        }
        if entry.playlist == nil, case .address(let plain) = resource, let directives = reported(resource),
            let address = directives.address(plain)
        {
            do throws(ByteSourceError) {
                return (try access.text(of: try access.ask(address, patience: .zero)), directives)
            } catch {
                if error.code == .cancelled { throw error }
                Log.shared.write(.info, "net", "a rendition is not as far as reported: \(error.code)")
            }
        }
        return (try plainText(resource), nil)
    }

    private func plainText(_ resource: ResourceReference) throws(ByteSourceError) -> ResourceAccess.Text {
        do throws(ByteSourceError) {
            return try access.text(resource)
        } catch {
            throw error.about { .playlist($0) }
        }
    }

    /// Returns a rendition's position from other lists' reports, newest first, because an older one costs a request.
    private func reported(_ resource: ResourceReference) -> DeliveryDirectives? {
        entries.values.filter(\.readsParts).sorted { $0.loaded > $1.loaded }
            .flatMap { $0.playlist?.renditionReports ?? [] }.first { $0.isOf(resource) }
            .flatMap { DeliveryDirectives($0) }
    }

    /// Aligns a live list with another rendition's newest one. Returns `nil` if they share nothing.
    private func aligned(_ list: SegmentList, of rendition: Int) -> SegmentList? {
        entries.filter { $0.key != rendition }.sorted { $0.value.loaded > $1.value.loaded }.lazy
            .compactMap { $0.value.list.flatMap { LiveAlignment.aligned(list, to: $0) } }.first
    }

    private func supplied(_ timeline: DASHTimeline) throws(ManifestError) -> DASHTimeline {
        var timeline = timeline
        for request in timeline.indexRequests {
            let (bytes, head) = try fetching { () throws(ByteSourceError) in
                let bytes = try access.bytes(request.resource, request.range, limit: Self.indexLimit)
                guard let head = request.head else { return (bytes, [UInt8]?.none) }
                return (bytes, try access.bytes(request.resource, head, limit: Self.indexLimit))
            }
            guard timeline.supply(bytes, head: head, for: request) else {
                throw ManifestError(.malformed, "the index of segments")
            }
        }
        return timeline
    }

    /// Called after MPD@minimumUpdatePeriod.
    private func reloadManifest() throws(ManifestError) {
        guard let manifest, let period = presentation.live?.minimumUpdatePeriod,
            clock.now - manifestLoaded >= HostTime(nanoseconds: max(period, .milliseconds(500)).nanoseconds)
        else { return }
        let newer: Presentation
        do throws(ManifestError) {
            let text = try fetching { () throws(ByteSourceError) in try access.text(manifest) }
            newer = try DASHManifest.parse(text.bytes, at: text.location).presentation
        } catch {
            guard followsClock, fetchFailure?.code != .cancelled else { throw error }
            // The known manifest still numbers the segments.
            Log.shared.write(.info, "net", "a live manifest is read again later: \(error.reason)")
            manifestLoaded = clock.now
            return
        }
        manifestLoaded = clock.now
        // Other code holds the indices, so only renditions of both versions continue.
        for index in presentation.renditions.indices {
            guard let rendition = RenditionMatch.continuation(of: presentation.renditions[index], in: newer.renditions)
            else { continue }
            presentation.renditions[index].sources = rendition.sources
        }
        // Another or a restarted encoder, whose chunks have another lead.
        if newer.live?.availabilityStart != presentation.live?.availabilityStart { leads = [:] }
        presentation.live = newer.live
        presentation.events = newer.events
        presentation.duration = newer.duration
    }

    private var followsClock: Bool {
        presentation.renditions.contains { rendition in
            rendition.sources.contains { source in
                if case .timeline(let timeline) = source.content { timeline.followsClock } else { false }
            }
        }
    }

    private static func failure(_ code: ByteSourceError.Code, _ reason: String) -> ByteSourceError {
        var error = ByteSourceError(code, operation: "read the manifest", context: "")
        error.detail = reason
        Log.shared.write(.warning, "net", "a manifest: \(reason)")
        return error
    }
}

extension ByteSourceError {
    /// Whether a live stream may recover. Refused credentials and a missing local file are permanent.
    var isOvercomeByTime: Bool {
        switch code {
        case .cancelled, .httpStatus(401), .httpStatus(403): false
        case .httpStatus, .invalidReply, .truncated, .timedOut, .unreachable, .unresolved: true
        default: false
        }
    }
}
