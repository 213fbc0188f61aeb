import Media
import PlayCore

/// The two kinds of packets that are decoded.
enum Lane: Int, Sendable, CaseIterable { case video = 0, audio = 1 }

/// Where a run of packets begins: after opening, a seek or a change of tracks.
struct StreamStart: Sendable {
    enum Mode: Sendable, Equatable {
        /// Everything from the key frame on is shown.
        case keyframe
        /// The frame on show at `position` is the first.
        case exact
        /// The last frame before `position` is the first.
        case before
    }

    let generation: Generation
    /// Where showing begins.
    let position: MediaTime
    let mode: Mode
    let format: StreamFormat
}

/// What the packets of a track hold.
struct StreamFormat: Sendable {
    let track: Int
    let parameters: CodecParameters
    let rotation: Rotation
    let sphere: SphereLayout?
    let framesPerSecond: Double?

    /// Whether a decoder of this one cannot go on with packets of the other.
    func needsAnotherDecoder(than other: StreamFormat) -> Bool {
        track != other.track || rotation != other.rotation || sphere != other.sphere
            || !parameters.isSame(as: other.parameters)
    }
}

/// What the `playback` thread asks of the `demux` thread; the newest replaces an older one.
struct DemuxRequest: Sendable {
    enum Target: Sendable, Equatable {
        case time(MediaTime)
        /// The live position of a stream, which knows it once its list is new; not behind the floor, where it has one.
        case live
        /// 0 … 1 of the bytes, where the duration is unknown.
        case share(Double)
        /// No jump: from where the container stands (after opening).
        case here
    }

    var generation: Generation
    var target: Target
    var mode: StreamStart.Mode
    /// A forward seek by key frame must not end before this.
    var floor: MediaTime?
    /// A seek by key frame is exact where the key frame is farther from the target than this.
    var reach: MediaTime?
    /// Stream indices; nil: that kind is off.
    var videoTrack: Int?
    var audioTrack: Int?
    /// Of the bitmaps that are decoded; nil: none.
    var subtitleTrack: Int?
    /// Whether the input cannot go back: a place that is not held is read on to, and no read is interrupted.
    var readsOnce = false

    func asksForTheSame(as other: DemuxRequest) -> Bool {
        target == other.target && mode == other.mode && floor == other.floor && reach == other.reach
            && videoTrack == other.videoTrack && audioTrack == other.audioTrack
    }

    /// Whether a key frame is too far from the target for a seek to end there.
    func isOutOfReach(_ keyframe: MediaTime) -> Bool {
        guard mode == .keyframe, let reach, case .time(let target) = target else { return false }
        return max(keyframe - target, target - keyframe) > reach
    }

    /// Whether all that this one wants was read for the other.
    func readsNothingBeside(_ other: DemuxRequest) -> Bool {
        videoTrack == other.videoTrack && audioTrack == other.audioTrack
            && (subtitleTrack == nil || subtitleTrack == other.subtitleTrack)
    }
}

/// The packets between the `demux` thread and the two decoder threads, with their bounds (``LoadControl``), and the
/// requests that go the other way: one lock, one condition.
///
/// What the decoders have got is kept as far as it is allowed (``setKept(_:)``): a jump to what is held goes back or
/// forth in the lanes, and the `demux` thread reads on where it is, as if nothing had happened (``PacketReplay``).
final class PacketQueue: Sendable {
    private struct State {
        var control: LoadControl
        var lanes = [PacketLane(), PacketLane()]
        /// Of the decoders.
        var generation = Generation()
        /// The one whose run is read; its generation may be an older one.
        var reading: DemuxRequest?
        /// Not begun.
        var request: DemuxRequest?
        var inputEnded = false
        /// …where the item does.
        var endIsReal = false
        /// Bytes of packets that the decoders have got.
        var maximumKept = 0
        /// Another definition was chosen.
        var wantsSwitch = false
        /// Sounds come to the item, or leave it.
        var soundChanges: [SoundChange] = []
        /// Reading pauses until there is a good deal of space again.
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

        /// - Returns: where showing begins; nil, with nothing changed: it is not held.
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

        /// From the first place that can be decoded in all active lanes to the end of the shortest.
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

        /// Of all active lanes together.
        var holes: [MediaRange] {
            // Each round asks, and hardly anything has one.
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

        /// The oldest goes first: what is kept of one track alone is of no use.
        mutating func trim() {
            while lanes.reduce(0, { $0 + $1.keptBytes }) > maximumKept {
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

    /// Goes on elsewhere: in what is held, else the `demux` thread is asked to, and everything is dropped.
    ///
    /// - Parameter mayReplay: false: what is held is not all that belongs to it.
    /// - Returns: where showing begins, if it is held: the `demux` thread does not hear of it.
    func submit(_ request: DemuxRequest, mayReplay: Bool = true) -> MediaTime? {
        state.update { state in
            if mayReplay, let position = state.replay(request) { return position }
            state.begin(request)
            return nil
        }
    }

    /// Nothing takes this lane's packets to any use: it is neither filled nor waited for until the next request.
    func switchOff(_ lane: Lane) { state.update { $0.lanes[lane.rawValue] = PacketLane() } }

    /// Has the `demux` thread look where a chosen definition can begin, also when there is no space to read.
    func requestSwitch() { state.update { $0.wantsSwitch = true } }

    /// Has the `demux` thread change the item's sounds. Any thread.
    func change(_ change: SoundChange) { state.update { $0.soundChanges.append(change) } }

    /// How much is read ahead from now on.
    ///
    /// - Parameter bytes: at most; nil: as ``LoadControl`` has it.
    func setTarget(_ duration: MediaTime, bytes: Int? = nil) {
        let before = state.withLock { $0.control }
        let control = before.reading(duration, bytes: bytes)
        guard control != before else { return }
        state.update { state in
            // A pause of the reading that more space ends.
            if duration > before.targetDuration { state.isFull = false }
            state.control = control
        }
    }

    /// How many bytes of packets that the decoders have got are kept for jumps from now on.
    func setKept(_ bytes: Int) {
        guard state.withLock({ $0.maximumKept != bytes }) else { return }
        state.update { state in
            state.maximumKept = bytes
            state.trim()
        }
    }

    /// How much has to be there before playing starts, and before it goes on after a stall.
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

    /// A look at how full it is.
    struct Fill: Sendable {
        var inputEnded: Bool
        /// Nothing is read until something is taken out.
        var isFull: Bool
        var bytes: Int
        /// …and of what was taken out and is kept.
        var keptBytes: Int
        var canResume: Bool
        var canStart: Bool
        /// Per lane; nil when the lane is off.
        var isEmpty: [Bool?]
        /// The earliest end of what is buffered among the active lanes.
        var end: MediaTime?
        /// The range in which ``PacketReplay`` finds places.
        var held: MediaRange?
        /// Stretches of a second or more of which no active lane has anything, though there is something behind them.
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

    /// Waits until there is something to do: a request, space for a packet, or the end.
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

    /// True when a newer request waits: what is being done is in vain.
    var isInterrupted: Bool { state.withLock { $0.isClosed || $0.request != nil } }

    /// Takes what lies from the key frame at `edge` on out of these lanes again.
    ///
    /// - Returns: false, with nothing changed, when a decoder has got some of it already.
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

    /// Appends unless the generation is stale.
    func put(_ item: LaneItem, in lane: Lane, generation: Generation) {
        state.update { state in
            if state.isRead(generation) { state.lanes[lane.rawValue].append(item) }
        }
    }

    /// - Parameter isReal: the item ends here; else reading does.
    func putEnd(generation: Generation, isReal: Bool = true) {
        for lane in Lane.allCases { put(.end(generation), in: lane, generation: generation) }
        state.update { state in
            if state.isRead(generation) { (state.inputEnded, state.endIsReal) = (true, isReal) }
        }
    }

    // MARK: decoder threads

    /// The next item of a lane, waiting for one; nil once closed.
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

    /// True when another generation has begun: what is being decoded is in vain.
    func isStale(_ generation: Generation) -> Bool {
        state.withLock { $0.isClosed || $0.generation != generation }
    }
}
