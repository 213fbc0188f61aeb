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
    let framesPerSecond: Double?

    /// Whether a decoder of this one cannot go on with packets of the other.
    func needsAnotherDecoder(than other: StreamFormat) -> Bool {
        track != other.track || rotation != other.rotation || !parameters.isSame(as: other.parameters)
    }
}

enum LaneItem: Sendable {
    case start(StreamStart)
    /// The run goes on with packets of another kind; what was decoded before is shown to its end.
    case format(StreamFormat)
    case packet(Packet)
    /// Sound only: the container has none here (``SoundGap``).
    case silence(MediaRange)
    case end(Generation)
}

/// What the `playback` thread asks of the `demux` thread; the newest replaces an older one.
struct DemuxRequest: Sendable {
    enum Target: Sendable, Equatable {
        case time(MediaTime)
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
    /// Stream indices; nil: that kind is off.
    var videoTrack: Int?
    var audioTrack: Int?

    func asksForTheSame(as other: DemuxRequest) -> Bool {
        target == other.target && mode == other.mode && floor == other.floor && videoTrack == other.videoTrack
            && audioTrack == other.audioTrack
    }
}

/// The packets between the `demux` thread and the two decoder threads, with their bounds (``LoadControl``), and the
/// requests that go the other way: one lock, one condition.
final class PacketQueue: Sendable {
    private struct LaneState {
        var items = Fifo<LaneItem>()
        var packetCount = 0
        var bytes = 0
        var firstTime: MediaTime?
        var lastTime: MediaTime?
        var isActive = false
        var hasEnded = false

        mutating func append(_ item: LaneItem) {
            switch item {
            case .start, .format: break
            case .packet(let packet):
                guard isActive else { return }
                bytes += packet.byteCount
                extend(from: packet.time, to: packet.time.map { $0 + (packet.duration ?? .zero) })
            case .silence(let range):
                guard isActive else { return }
                extend(from: range.start, to: range.end)
            case .end: hasEnded = true
            }
            items.append(item)
        }

        private mutating func extend(from start: MediaTime?, to end: MediaTime?) {
            packetCount += 1
            firstTime = firstTime ?? start
            if let end { lastTime = max(lastTime ?? end, end) }
        }

        mutating func account(taken item: LaneItem) {
            switch item {
            case .start, .format, .end: return
            case .packet(let packet):
                bytes -= packet.byteCount
                firstTime = packet.time ?? firstTime
            case .silence(let range): firstTime = range.start
            }
            packetCount -= 1
        }

        /// Rounding of a container's ticks.
        private static let edgeTolerance = MediaTime.milliseconds(2)

        /// Place of the first packet from `edge` on; nil when there is none.
        private func place(of edge: MediaTime) -> Int? {
            (0..<items.count).first { index in
                guard case .packet(let packet) = items.peek(index), let time = packet.time else { return false }
                return packet.isKeyframe && time >= edge - Self.edgeTolerance
            }
        }

        func canCut(at edge: MediaTime) -> Bool {
            guard isActive else { return true }
            // Nothing from there on has come yet.
            if (lastTime ?? .zero) <= edge { return true }
            return packetCount > 0 && (firstTime ?? .zero) < edge && place(of: edge) != nil
        }

        mutating func cut(at edge: MediaTime) {
            hasEnded = false
            let kept = place(of: edge) ?? items.count
            for index in kept..<items.count {
                guard case .packet(let packet) = items.peek(index) else { continue }
                bytes -= packet.byteCount
                packetCount -= 1
            }
            items.keepFirst(kept)
            while case .end = items.peek(items.count - 1) { items.keepFirst(items.count - 1) }
            if let lastTime { self.lastTime = min(lastTime, edge) }
        }

        var load: LoadControl.Lane {
            var duration = MediaTime.zero
            if let firstTime, let lastTime, packetCount > 0 { duration = max(.zero, lastTime - firstTime) }
            return LoadControl.Lane(count: packetCount, bytes: bytes, duration: duration)
        }
    }

    private struct State {
        var control: LoadControl
        var lanes = [LaneState(), LaneState()]
        var generation = Generation()
        var request: DemuxRequest?
        var inputEnded = false
        /// Another definition was chosen.
        var wantsSwitch = false
        /// Reading pauses until there is a good deal of room again.
        var isFull = false
        var isClosed = false

        var activeLoads: [LoadControl.Lane] { lanes.filter(\.isActive).map(\.load) }
    }

    private let state: Monitor<State>

    init(control: LoadControl = LoadControl()) { state = Monitor(State(control: control)) }

    // MARK: playback thread

    /// Drops everything queued and asks the `demux` thread to go on elsewhere.
    func submit(_ request: DemuxRequest) {
        state.update { state in
            for index in state.lanes.indices { state.lanes[index] = LaneState() }
            state.lanes[Lane.video.rawValue].isActive = request.videoTrack != nil
            state.lanes[Lane.audio.rawValue].isActive = request.audioTrack != nil
            state.generation = request.generation
            state.request = request
            state.inputEnded = false
            state.wantsSwitch = false
            state.isFull = false
        }
    }

    /// Nothing takes this lane's packets to any use: it is neither filled nor waited for until the next request.
    func switchOff(_ lane: Lane) { state.update { $0.lanes[lane.rawValue] = LaneState() } }

    /// Has the `demux` thread look where a chosen definition can begin, also when there is no room to read.
    func requestSwitch() { state.update { $0.wantsSwitch = true } }

    /// How much is read ahead from now on.
    func setTarget(_ duration: MediaTime) {
        guard state.withLock({ $0.control.targetDuration != duration }) else { return }
        state.update { state in
            // A pause of the reading that more room ends.
            if duration > state.control.targetDuration { state.isFull = false }
            state.control.targetDuration = duration
        }
    }

    /// ADV-38: how much has to be there before playing starts, and before it goes on after a stall.
    func setThresholds(start: MediaTime, resume: MediaTime) {
        state.update { state in
            state.control.startDuration = start
            state.control.resumeDuration = resume
        }
    }

    func close() {
        state.update { state in
            state.isClosed = true
            for index in state.lanes.indices { state.lanes[index] = LaneState() }
        }
    }

    /// A look at how full it is.
    struct Fill: Sendable {
        var inputEnded: Bool
        /// Nothing is read until something is taken out.
        var isFull: Bool
        var bytes: Int
        var canResume: Bool
        var canStart: Bool
        /// Per lane; nil when the lane is off.
        var isEmpty: [Bool?]
        /// The earliest end of what is buffered among the active lanes.
        var end: MediaTime?
    }

    var fill: Fill {
        state.withLock { state in
            let active = state.lanes.filter(\.isActive)
            return Fill(
                inputEnded: state.inputEnded, isFull: state.isFull, bytes: active.reduce(0) { $0 + $1.bytes },
                canResume: state.inputEnded || state.control.canResume(active.map(\.load)),
                canStart: state.inputEnded || state.control.canStart(active.map(\.load)),
                isEmpty: state.lanes.map { $0.isActive ? $0.packetCount == 0 : nil },
                end: active.compactMap(\.lastTime).min())
        }
    }

    // MARK: demux thread

    enum DemuxTask: Sendable { case request(DemuxRequest), read, switchDefinition, close }

    /// Waits until there is something to do: a request, room for a packet, or the end.
    func nextTask() -> DemuxTask {
        state.wait { state -> DemuxTask? in
            if state.isClosed { return .close }
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
            state.isFull = state.isFull ? !state.control.shouldRefill(loads) : !state.control.hasRoom(loads)
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
            guard state.generation == generation, !state.isClosed else { return }
            guard lanes.allSatisfy({ state.lanes[$0.rawValue].canCut(at: edge) }) else { return }
            for lane in lanes { state.lanes[lane.rawValue].cut(at: edge) }
            state.inputEnded = false
            state.isFull = false
            isCut = true
        }
        return isCut
    }

    /// Appends unless the generation is stale.
    func put(_ item: LaneItem, in lane: Lane, generation: Generation) {
        state.update { state in
            guard state.generation == generation, !state.isClosed else { return }
            state.lanes[lane.rawValue].append(item)
        }
    }

    func putEnd(generation: Generation) {
        for lane in Lane.allCases { put(.end(generation), in: lane, generation: generation) }
        state.update { state in
            if state.generation == generation { state.inputEnded = true }
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
        return state.wait { state -> LaneItem?? in
            if state.isClosed { return .some(nil) }
            guard let item = state.lanes[index].items.popFirst() else { return nil }
            state.lanes[index].account(taken: item)
            wakesReader = state.isFull && state.control.shouldRefill(state.activeLoads)
            return .some(item)
        } ?? nil
    }

    /// True when another generation has begun: what is being decoded is in vain.
    func isStale(_ generation: Generation) -> Bool {
        state.withLock { $0.isClosed || $0.generation != generation }
    }
}
