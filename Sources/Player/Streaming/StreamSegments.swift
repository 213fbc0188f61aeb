import Manifests
import Media
import MediaSources
import PlayCore
import PlaybackModel
import Transport

/// The state that a stream's lanes share: lists, store, axis, and the choice of the next rendition. `demux` thread.
final class StreamSegments {
    let access: ResourceAccess
    let store: SegmentStore
    let lists: SegmentLists
    let control: StreamControl
    let definitions: [Definition]
    let audio: AudioChoices
    let angles: AngleChoices
    var missingAngles: (angle: Int?, renditions: Set<Int>) = (nil, [])
    var axis = TimeAxis()
    /// Whether the main lane, with the pictures, is read.
    var hasMain = true
    var wantsPicture: Bool
    /// The variant without pictures, for use while they are hidden, or `nil`.
    let soundOnly: Int?
    private(set) var mainVariant: Int
    private(set) var lastPictures: Int
    private(set) var policy: AdaptationPolicy?
    let rungs: [String: Int]
    private let capsSize: Bool
    private let shownGrid: (@Sendable () -> PixelGrid?)?
    let clock = SystemClock()
    private let environment: StreamEnvironment
    let steering: StreamSteering?
    /// The first segment's rendition, independent of the estimated bandwidth, or `nil` to choose as usual.
    private var startRendition: Int?
    private var fetched: Int64 = 0
    /// Each lane's pieces to fetch onto the disk before they are read.
    var comingPieces: [ObjectIdentifier: [(start: MediaTime, piece: ReadAhead.Piece)]] = [:]
    private var saved: Int64 = 0
    /// The last manifest's adverts. ``splices`` has those of the segments so far.
    var manifestCues: [PlacedCue] = []
    var splices = SpliceLog()
    var hasNotedAdverts = false

    init(
        _ lists: SegmentLists, access: ResourceAccess, definitions: [Definition], audio: AudioChoices,
        angles: AngleChoices, environment: StreamEnvironment, isLocal: Bool, isHLS: Bool
    ) {
        self.lists = lists
        let asks = environment.isPreload ? nil : lists.presentation.steering
        steering = StreamSteering(asks, isHLS: isHLS) { [access] question throws(ByteSourceError) in
            try access.connect().client.begin(access.request(question), cancel: access.cancel)
        }
        self.environment = environment
        self.access = access
        self.definitions = definitions
        self.audio = audio
        self.angles = angles
        store = SegmentStore(access)
        wantsPicture = environment.wantsPicture
        let renditions = lists.presentation.renditions
        soundOnly = AudioChoices.soundOnlyVariant(renditions, definitions)
        capsSize = !environment.fetchesFullSize
        shownGrid = environment.shownGrid
        var rungs: [String: Int] = [:]
        let ladder = definitions.map { definition in
            rungs[renditions[definition.rendition].id] = definition.rendition
            return Self.rung(renditions[definition.rendition])
        }
        self.rungs = rungs
        let rate = isLocal ? BitRate(1e9) : environment.startBandwidth.map { BitRate(Double($0)) }
        policy = RenditionLadder(ladder).map { ladder in
            AdaptationPolicy(
                ladder: ladder,
                estimator: BandwidthEstimator(defaultRate: rate ?? BandwidthEstimator.usualDefault))
        }
        var status = StreamStatus()
        status.definitions = definitions.map(\.info)
        let choice = DefinitionChoice(preferred: environment.preferredDefinitions)
        status.chosenDefinition = choice.preferredIndex(in: status.definitions)
        status.angles = angles.list.map(\.id)
        status.angle = angles.first
        status.hasPreviews =
            TilePictures.choice(renditions, height: 0) != nil || ScrubPictures.choice(renditions, height: 0) != nil
        control = StreamControl(status)
        mainVariant = definitions.first?.rendition ?? 0
        lastPictures = mainVariant
    }

    private static func rung(_ rendition: Rendition) -> Rung {
        // Without a listed rate, assumes the usual one for this size.
        let guess = max(200_000, rendition.width * rendition.height * 2)
        return Rung(
            key: rendition.id, peak: BitRate(Double(rendition.bandwidth ?? guess)),
            average: rendition.averageBandwidth.map { BitRate(Double($0)) }, width: rendition.width,
            height: rendition.height, frameRate: rendition.frameRate, codecs: rendition.codecs.joined(separator: ","),
            isAudioOnly: rendition.kind == .audio)
    }

    // MARK: choosing the rendition

    func choose(_ current: Int, at time: MediaTime) throws(ByteSourceError) -> Int {
        noteAhead()
        let current = current == soundOnly ? lastPictures : current
        if let soundOnly, !readsPictures(current, at: time) { return soundOnly }
        guard policy != nil else { return current }
        followChoice()
        if let start = startRendition {
            startRendition = nil
            if control.status.chosenDefinition == nil { return start }
        }
        let demand = control.demand
        if let demand { cap(to: demand.grid, demand.scaling) }
        let list = try lists.list(pictures(of: current))
        let part = readsParts(current) ? Self.piece(list, after: time) : nil
        let length = (part ?? list.index(at: time).map { list.segments[$0] })?.duration ?? list.targetDuration
        let conditions = conditions(length, list)
        guard let decision = policy?.decide(conditions), let key = policy?.ladder[decision.index].key else {
            return current
        }
        saved += Int64(decision.saved.bytes(of: length))
        let (reason, bandwidth, saved) = ("\(decision.reason)", Int(decision.bandwidth.bitsPerSecond), saved)
        control.update {
            $0.statistics.reason = reason
            $0.statistics.bandwidth = bandwidth
            $0.statistics.savedBytes = saved
        }
        return kept(rungs[key] ?? current, at: time)
    }

    private func followChoice() {
        let chosen = control.status.chosenDefinition.map { lists.presentation.renditions[definitions[$0].rendition].id }
        policy?.selection = chosen.map { .fixed(key: $0) } ?? .automatic
    }

    /// Returns whether to read pictures next: they are shown, and the network carries them.
    private func readsPictures(_ variant: Int, at time: MediaTime) -> Bool {
        let isCarried = control.status.carriesPictures
        guard wantsPicture || !isCarried, policy != nil, let list = lists.knownList(pictures(of: variant)) else {
            return wantsPicture && isCarried
        }
        followChoice()
        let length = list.index(at: time).map { list.segments[$0].duration } ?? list.targetDuration
        let carries = policy?.givesPictures(conditions(length, list)) ?? true
        note(carriesPictures: carries)
        return carries
    }

    private func note(carriesPictures carries: Bool) {
        guard control.status.carriesPictures != carries else { return }
        Log.shared.write(
            .info, "net", carries ? "the network carries pictures again" : "the network carries no pictures")
        control.update { $0.carriesPictures = carries }
    }

    private func conditions(_ length: MediaTime, _ list: SegmentList) -> AdaptationConditions {
        let demand = control.demand
        var conditions = AdaptationConditions(
            now: clock.now, buffered: (demand?.buffered ?? .zero) + (access.ahead?.held ?? .zero),
            segmentDuration: max(length, .milliseconds(100)),
            rate: demand?.rate ?? .normal, isPaused: demand.map { !$0.isWanted } ?? false)
        if !list.isEnded, let window = list.window, let demand {
            conditions.liveDelay = max(.zero, lists.liveEdge(mainVariant, window) - demand.position)
        }
        return conditions
    }

    /// A segment to abandon: the variant to read instead, and where it starts.
    struct Abandonment {
        let variant: Int
        let edge: MediaTime
    }

    private var reviewed = HostTime.zero
    private static let reviewInterval = HostTime.milliseconds(100)

    /// Returns a lower definition for which to abandon the segment in transfer, or `nil` to continue.
    func review(_ variant: Int, _ segment: Segment, _ body: SegmentBody) -> Abandonment? {
        // A segment that is still being produced arrives no faster.
        guard let policy, clock.now - reviewed >= Self.reviewInterval, control.demand != nil, !segment.isGrowing
        else { return nil }
        reviewed = clock.now
        let id = lists.presentation.renditions[variant].id
        guard let progress = body.progress, let list = lists.knownList(pictures(of: variant)),
            let index = policy.ladder.index(of: id)
        else { return nil }
        let part = SegmentProgress(
            index: index, bytesLoaded: progress.loaded, bytesTotal: progress.total, receiving: progress.receiving)
        let conditions = conditions(segment.duration, list)
        let received = Transfer(bytes: progress.loaded, latency: .zero, duration: progress.receiving, end: clock.now)
        if soundOnly != nil, self.policy?.reviewPictures(part, conditions) == false {
            self.policy?.note(received)
            note(carriesPictures: false)
            return nil
        }
        let decision = self.policy?.review(part, conditions)
        guard let decision, let lower = rungs[policy.ladder[decision.index].key], lower != variant else { return nil }
        self.policy?.note(received)
        Log.shared.write(.info, "net", "a segment is given up for one of \(policy.ladder[decision.index].height) rows")
        return Abandonment(variant: lower, edge: segment.start)
    }

    private func cap(to grid: PixelGrid?, _ scaling: ScalingMode = .aspectFit) {
        guard capsSize, let grid else { return }
        policy?.cap = DisplayCap(grid: grid, scaling: scaling)
    }

    func first() -> Int {
        let fallback = definitions.first?.rendition ?? 0
        if let chosen = control.status.chosenDefinition { return definitions[chosen].rendition }
        guard policy != nil else { return fallback }
        cap(to: shownGrid?())
        let decision = policy?.decide(
            AdaptationConditions(now: clock.now, buffered: .zero, segmentDuration: .seconds(4)))
        guard let index = decision?.index, let ladder = policy?.ladder else { return fallback }
        guard let memory = environment.memory else { return rungs[ladder[index].key] ?? fallback }
        let start = memory.start(environment.item, in: ladder, standard: index, isPreload: environment.isPreload)
        let first = rungs[ladder[start].key] ?? fallback
        if start != index { startRendition = first }
        return first
    }

    func restart() {
        policy?.restart()
        forgetAhead()
    }

    func noteTransfer(_ transfer: Transfer) {
        policy?.note(transfer)
        fetched += Int64(transfer.bytes)
    }

    /// Returns a sound's form for the main lane's variant: a separate rendition, or the variant's own sound.
    func partner(of rendition: Int) -> Int {
        if definitions.contains(where: { $0.rendition == rendition }) { return mainVariant }
        guard let choice = audio.list.first(where: { $0.renditions.contains(rendition) }) else { return rendition }
        return audio.rendition(of: choice, with: lists.presentation.renditions[mainVariant])
    }

    // MARK: reporting

    func began(_ next: StreamLane.PlannedSegment, isMain: Bool) {
        guard isMain else { return }
        mainVariant = next.variant
        if next.variant != soundOnly { lastPictures = next.variant }
        if !environment.isPreload { environment.memory?.note(Self.rung(lists.presentation.renditions[next.variant])) }
        let definition = definitions.firstIndex { $0.rendition == next.variant }
        let networks = max(1, lists.presentation.renditions[next.rendition].sources.count)
        control.update {
            $0.definition = definition
            $0.networkCount = networks
        }
        noteLive(next.rendition)
    }

    func noteEnd(_ body: SegmentBody, of segment: Segment, isMain: Bool) {
        if body.isExpected || segment.isGrowing {
            noteExpected(body, segment.duration)
        } else if let transfer = body.transfer {
            noteTransfer(transfer)
        }
        let (fetched, speed) = (fetched, Int(access.bitsPerSecond ?? 0))
        let reused = store.reusedBytes + access.cachedBytes
        control.update {
            $0.statistics.fetchedBytes = fetched
            $0.statistics.cachedBytes = reused
            $0.statistics.speed = speed
        }
    }

    /// Measures media requested before it existed only if it arrived quickly: the encoder may have delayed it.
    private func noteExpected(_ body: SegmentBody, _ duration: MediaTime) {
        fetched += Int64(body.bytes.count)
        guard let transfer = body.transfer, transfer.duration.nanoseconds < duration.nanoseconds / 2 else { return }
        policy?.note(
            Transfer(bytes: transfer.bytes, latency: .zero, duration: transfer.duration, end: transfer.end))
    }

    func noteFetched(_ body: SegmentBody) { fetched += Int64(body.transfer?.bytes ?? 0) }

    /// Returns the manifest's marks besides its chapters, as far as known.
    func marks(_ rendition: Int) -> [Chapter] {
        guard let list = lists.knownList(rendition), let window = list.window else { return [] }
        return StreamMarks.chapters(lists.playlist(rendition)?.dateRanges ?? [], in: list)
            + StreamMarks.chapters(lists.presentation.events, within: window)
    }

    /// Returns how long a rendition's next segment takes to fetch, by the estimated bandwidth.
    func fetchTime(of rendition: Int) -> MediaTime {
        guard let policy else { return .zero }
        let rate = policy.estimator.rate(at: clock.now)
        let bits = lists.presentation.renditions[rendition].bandwidth ?? 1_000_000
        let length = lists.knownList(pictures(of: rendition))?.targetDuration ?? .seconds(6)
        let time = policy.estimator.latency + rate.time(for: BitRate(Double(bits)).bytes(of: length))
        return MediaTime(nanoseconds: min(time, HostTime.seconds(30)).nanoseconds)
    }
}
