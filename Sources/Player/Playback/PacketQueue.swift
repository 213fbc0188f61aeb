import Media
import PlayCore

enum Lane: Int, Sendable, CaseIterable { case video = 0, audio = 1 }

/// The start of a run of packets: after opening, a seek or a change of tracks.
struct StreamStart: Sendable {
    enum Mode: Sendable, Equatable {
        /// The key frame and everything after it are shown.
        case keyframe
        /// The frame displayed at `position` is the first.
        case exact
        /// The last frame before `position` is the first.
        case before
    }

    let generation: Generation
    let position: MediaTime
    let mode: Mode
    let format: StreamFormat
}

struct StreamFormat: Sendable {
    let track: Int
    let parameters: CodecParameters
    let rotation: Rotation
    let sphere: SphereLayout?
    let framesPerSecond: Double?

    func needsAnotherDecoder(than other: StreamFormat) -> Bool {
        track != other.track || rotation != other.rotation || sphere != other.sphere
            || !parameters.isSame(as: other.parameters)
    }
}

/// A request from the `playback` to the `demux` thread. A newer one replaces an older one.
struct DemuxRequest: Sendable {
    enum Target: Sendable, Equatable {
        case time(MediaTime)
        /// The live position, once the list is reloaded, but not before the floor.
        case live
        /// The share of the bytes, 0 … 1, if the duration is unknown.
        case share(Double)
        /// The container's present place after opening, without a seek.
        case here
    }

    var generation: Generation
    var target: Target
    var mode: StreamStart.Mode
    /// The earliest key frame at which a forward seek by key frame may end.
    var floor: MediaTime?
    /// The largest distance from the key frame to the target at which a seek by key frame does not become exact.
    var reach: MediaTime?
    /// The video stream's index, or `nil` for no picture. `audioTrack` is the same for sound.
    var videoTrack: Int?
    var audioTrack: Int?
    /// The stream whose bitmaps are decoded, or `nil`.
    var subtitleTrack: Int?
    /// Whether the input cannot seek. Other places are reached by reading on, and no read is interrupted.
    var readsOnce = false

    func asksForTheSame(as other: DemuxRequest) -> Bool {
        target == other.target && mode == other.mode && floor == other.floor && reach == other.reach
            && videoTrack == other.videoTrack && audioTrack == other.audioTrack
    }

    /// Returns whether a key frame is too far from the target for a seek to end there.
    func isOutOfReach(_ keyframe: MediaTime) -> Bool {
        guard mode == .keyframe, let reach, case .time(let target) = target else { return false }
        return max(keyframe - target, target - keyframe) > reach
    }

    /// Returns whether the other request reads every stream of this one.
    func readsNothingBeside(_ other: DemuxRequest) -> Bool {
        videoTrack == other.videoTrack && audioTrack == other.audioTrack
            && (subtitleTrack == nil || subtitleTrack == other.subtitleTrack)
    }
}

/// The packets between the `demux` thread and the two decoder threads, bounded by ``LoadControl``, and the requests in
/// the other direction: one lock, one condition. Keeps packets after decoding, up to a limit. A seek to a held place
/// moves only within the lanes (``PacketReplay``), and the `demux` thread continues at its own place.
final class PacketQueue: Sendable {
    private struct State {
        var control: LoadControl
        var lanes = [PacketLane(), PacketLane()]
        var generation = Generation()
        /// The request being served. Its generation may be older.
        var reading: DemuxRequest?
        var request: DemuxRequest?
        var inputEnded = false
        /// Whether the input ended with the item, not by a failure.
        var endIsReal = false
        var maximumKept = 0
        /// `nil` for no limit.
        var longestKept: MediaTime?
        var wantsSwitch = false
        var soundChanges: [SoundChange] = []
        var isFull = false
        var isClosed = false

        var activeLoads: [LoadControl.Lane] { lanes.filter(\.isActive).map(\.load) }

        func isRead(_ generation: Generation) -> Bool { reading?.generation == generation && !isClosed }

        mutating func begin(_ request: DemuxRequest) {
            lanes = [PacketLane(), PacketLane()]
            lanes[Lane.video.rawValue].isActive = request.videoTrack != nil
            lanes[Lane.audio.rawValue].isActive = request.audioTrack != nil
            generation = request.generation
            reading = request
            self.request = request
            (inputEnded, endIsReal) = (false, false)
            wantsSwitch = false
            isFull = false
        }

        /// - Returns: the start of the display, or `nil`, with nothing changed, if it is not held.
        mutating func replay(_ wanted: DemuxRequest) -> MediaTime? {
            guard maximumKept > 0, request == nil, let reading, wanted.readsNothingBeside(reading),
                lanes[Lane.video.rawValue].isActive == (wanted.videoTrack != nil),
                lanes[Lane.audio.rawValue].isActive == (wanted.audioTrack != nil), inputEnded == endIsReal,
                let replay = PacketReplay(wanted, lanes, hasAll: endIsReal)
            else { return nil }
            var starts: [Lane: StreamStart] = [:]
            for (lane, place) in replay.places {
                guard let format = lanes[lane.rawValue].format(at: place) else { return nil }
                starts[lane] = StreamStart(
                    generation: wanted.generation, position: replay.position, mode: replay.mode, format: format)
            }
            for (lane, place) in replay.places {
                if let start = starts[lane] { lanes[lane.rawValue].go(to: place, start) }
            }
            generation = wanted.generation
            trim()
            return replay.position
        }

        /// The range from the first place that all active lanes can decode to the end of the shortest lane.
        var held: MediaRange? {
            guard maximumKept > 0, request == nil else { return nil }
            var (start, end) = (MediaTime.zero, MediaTime(nanoseconds: .max))
            for lane in Lane.allCases where lanes[lane.rawValue].isActive {
                let held = lanes[lane.rawValue]
                guard let first = held.firstKeyframeTime, let last = held.lastTime else { return nil }
                let settles = lane == .audio && held.isTrimmed
                (start, end) = (max(start, settles ? first + PacketReplay.soundLead : first), min(end, last))
            }
            return start < end && lanes.contains(where: \.isActive) ? MediaRange(start: start, end: end) : nil
        }

        var holes: [MediaRange] {
            // Called in each round; few items have gaps.
            guard lanes.contains(where: { $0.isActive && !$0.holes.isEmpty }) else { return [] }
            var active = lanes.filter(\.isActive).map(\.holes)
            guard let last = active.popLast() else { return [] }
            return active.reduce(last) { common, others in
                common.flatMap { hole in
                    others.compactMap { other in
                        let (start, end) = (max(hole.start, other.start), min(hole.end, other.end))
                        return start < end ? MediaRange(start: start, end: end) : nil
                    }
                }
            }
        }

        private var keepsTooMuch: Bool {
            if lanes.reduce(0, { $0 + $1.keptBytes }) > maximumKept { return true }
            return longestKept.map { longest in lanes.contains { $0.keptDuration > longest } } ?? false
        }

        /// Drops kept items above the limits, oldest first in all lanes together: one lane alone is useless.
        mutating func trim() {
            while keepsTooMuch {
                let keeping = lanes.indices.filter { lanes[$0].keepsSomething }
                guard let oldest = keeping.min(by: { age($0) < age($1) }) else { return }
                lanes[oldest].dropOldest()
            }
        }

        private func age(_ lane: Int) -> MediaTime { lanes[lane].oldestTime ?? MediaTime(nanoseconds: .min) }
    }

    private let state: Monitor<State>

    init(control: LoadControl = LoadControl()) { state = Monitor(State(control: control)) }

    // MARK: playback thread

    /// Continues elsewhere: in the held packets if they suffice and `mayReplay`, else by a request to the `demux`
    /// thread, which drops all packets. Returns the start of the display if it is held.
    func submit(_ request: DemuxRequest, mayReplay: Bool = true) -> MediaTime? {
        state.update { state in
            if mayReplay, let position = state.replay(request) { return position }
            state.begin(request)
            return nil
        }
    }

    /// Switches off an unused lane: it is neither filled nor waited for until the next request.
    func switchOff(_ lane: Lane) { state.update { $0.lanes[lane.rawValue] = PacketLane() } }

    /// Makes the `demux` thread check where a chosen definition can start, even without space to read.
    func requestSwitch() { state.update { $0.wantsSwitch = true } }

    /// Makes the `demux` thread change the item's sounds. Any thread.
    func change(_ change: SoundChange) { state.update { $0.soundChanges.append(change) } }

    /// Sets how much is read ahead. Without `bytes`, the limit of ``LoadControl`` applies.
    func setTarget(_ duration: MediaTime, bytes: Int? = nil) {
        let before = state.withLock { $0.control }
        let control = before.reading(duration, bytes: bytes)
        guard control != before else { return }
        state.update { state in
            if duration > before.targetDuration { state.isFull = false }
            state.control = control
        }
    }

    /// Sets how much of the taken packets is kept for seeks.
    ///
    /// - Parameter duration: `nil` for no limit.
    func setKept(_ bytes: Int, _ duration: MediaTime? = nil) {
        guard state.withLock({ $0.maximumKept != bytes || $0.longestKept != duration }) else { return }
        state.update { state in
            (state.maximumKept, state.longestKept) = (bytes, duration)
            state.trim()
        }
    }

    func setThresholds(_ thresholds: BufferThresholds) {
        state.update { state in
            state.control.startDuration = thresholds.start
            state.control.resumeDuration = thresholds.resume
        }
    }

    func close() {
        state.update { state in
            state.isClosed = true
            for index in state.lanes.indices { state.lanes[index] = PacketLane() }
        }
    }

    struct Fill: Sendable {
        var inputEnded: Bool
        var isFull: Bool
        var bytes: Int
        var keptBytes: Int
        var canResume: Bool
        var canStart: Bool
        var isEmpty: [Bool?]
        var end: MediaTime?
        var held: MediaRange?
        /// Gaps of a second or more in all active lanes, followed by media.
        var holes: [MediaRange] = []
    }

    var fill: Fill {
        state.withLock { state in
            let active = state.lanes.filter(\.isActive)
            return Fill(
                inputEnded: state.inputEnded, isFull: state.isFull, bytes: active.reduce(0) { $0 + $1.bytes },
                keptBytes: active.reduce(0) { $0 + $1.keptBytes },
                canResume: state.inputEnded || state.control.canResume(active.map(\.load)),
                canStart: state.inputEnded || state.control.canStart(active.map(\.load)),
                isEmpty: state.lanes.map { $0.isActive ? $0.packetCount == 0 : nil },
                end: active.compactMap(\.lastTime).min(), held: state.held, holes: state.holes)
        }
    }

    // MARK: demux thread

    enum DemuxTask: Sendable { case request(DemuxRequest), read, switchDefinition, change(SoundChange), close }

    /// Waits for the next task: a request, space for a packet, or the end.
    func nextTask() -> DemuxTask {
        state.wait { state -> DemuxTask? in
            if state.isClosed { return .close }
            if !state.soundChanges.isEmpty { return .change(state.soundChanges.removeFirst()) }
            if let request = state.request {
                state.request = nil
                return .request(request)
            }
            if state.wantsSwitch {
                state.wantsSwitch = false
                return .switchDefinition
            }
            if state.inputEnded { return nil }
            let loads = state.activeLoads
            if loads.isEmpty { return nil }
            state.isFull = state.isFull ? !state.control.shouldRefill(loads) : !state.control.hasSpace(loads)
            return state.isFull ? nil : .read
        } ?? .close
    }

    /// Whether a newer request makes the present work pointless.
    var isInterrupted: Bool { state.withLock { $0.isClosed || $0.request != nil } }

    /// Removes packets from the key frame at `edge` on. Returns false, and removes none, if a decoder has some of them.
    func cut(_ lanes: [Lane], at edge: MediaTime, generation: Generation) -> Bool {
        var isCut = false
        state.update { state in
            guard state.isRead(generation) else { return }
            guard lanes.allSatisfy({ state.lanes[$0.rawValue].canCut(at: edge) }) else { return }
            for lane in lanes { state.lanes[lane.rawValue].cut(at: edge) }
            (state.inputEnded, state.endIsReal) = (false, false)
            state.isFull = false
            isCut = true
        }
        return isCut
    }

    /// Appends an item unless the generation is stale.
    func put(_ item: LaneItem, in lane: Lane, generation: Generation) {
        state.update { state in
            if state.isRead(generation) { state.lanes[lane.rawValue].append(item) }
        }
    }

    /// - Parameter isReal: whether the item ends here, not only the reading.
    func putEnd(generation: Generation, isReal: Bool = true) {
        for lane in Lane.allCases { put(.end(generation), in: lane, generation: generation) }
        state.update { state in
            if state.isRead(generation) { (state.inputEnded, state.endIsReal) = (true, isReal) }
        }
    }

    // MARK: decoder threads

    /// Waits for the next item of a lane. Returns `nil` once closed.
    func next(_ lane: Lane) -> LaneItem? {
        let index = lane.rawValue
        var wakesReader = false
        defer {
            if wakesReader { state.notify() }
        }
        return state.next { state in
            if state.isClosed { return .end }
            guard let item = state.lanes[index].dequeue(state.generation) else { return .wait }
            state.trim()
            wakesReader = state.isFull && state.control.shouldRefill(state.activeLoads)
            return .work(item)
        }
    }

    /// Returns whether a newer generation makes the present decoding pointless.
    func isStale(_ generation: Generation) -> Bool {
        state.withLock { $0.isClosed || $0.generation != generation }
    }
}
