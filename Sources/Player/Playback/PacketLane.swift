import Media
import PlayCore

enum LaneItem: Sendable {
    case start(StreamStart)
    /// Later packets have another format. Frames decoded from earlier ones are still shown.
    case format(StreamFormat)
    case packet(Packet)
    /// The container has no sound in this range (``SoundGap``).
    case silence(MediaRange)
    case end(Generation)
}

/// A track's packets: those kept for seeks (``PacketReplay``), then those to decode. Under its queue's lock.
struct PacketLane {
    private var items = Fifo<LaneItem>()
    private var taken = 0
    private var start: StreamStart?
    private var format: StreamFormat?
    private(set) var isTrimmed = false
    /// Whether the key frames are in the order of their times.
    private(set) var isInOrder = true
    private var lastKeyframe: MediaTime?
    /// The packets that wait; ``bytes`` is their size.
    private(set) var packetCount = 0
    private(set) var bytes = 0
    /// Includes their overhead.
    private(set) var keptBytes = 0
    private var firstTime: MediaTime?
    private(set) var lastTime: MediaTime?
    /// Like ``lastTime``, without announced silence.
    private var packetEnd: MediaTime?
    /// The newest gaps of a second or more between packets, in order. A camera's separate pictures, every few seconds,
    /// make no gaps.
    private(set) var holes: [MediaRange] = []
    /// The end of the newest gap, or of a possible one.
    private var holeEnd: MediaTime?
    var isActive = false

    /// A packet's memory beyond its payload: structures of FFmpeg, ours, and the heap's.
    private static let overhead = 650
    /// Tolerates the rounding of a container's ticks.
    private static let edgeTolerance = MediaTime.milliseconds(2)
    private static let leastHole = MediaTime.seconds(1)

    // MARK: filling

    mutating func append(_ item: LaneItem) {
        switch item {
        case .start(let start):
            self.start = start
            format = start.format
            return
        case .format, .end: break
        case .packet(let packet):
            guard isActive else { return }
            bytes += packet.byteCount
            note(packet)
            extend(from: packet.time, to: packet.time.map { $0 + (packet.duration ?? .zero) })
        case .silence(let range):
            guard isActive else { return }
            extend(from: range.start, to: range.end)
        }
        items.append(item)
    }

    private mutating func note(_ packet: Packet) {
        if let time = packet.time {
            if let packetEnd, time - packetEnd >= Self.leastHole {
                if let holeEnd, packetEnd - holeEnd < Self.leastHole {
                    holes.removeAll { $0.end == holeEnd }
                } else {
                    holes = holes.suffix(3) + [MediaRange(start: packetEnd, end: time)]
                }
                holeEnd = time
            }
            let end = time + (packet.duration ?? .zero)
            packetEnd = max(packetEnd ?? end, end)
        }
        guard packet.isKeyframe, let time = packet.time else { return }
        if let lastKeyframe, time < lastKeyframe { isInOrder = false }
        lastKeyframe = time
    }

    private mutating func extend(from start: MediaTime?, to end: MediaTime?) {
        packetCount += 1
        firstTime = firstTime ?? start
        if let end { lastTime = max(lastTime ?? end, end) }
    }

    // MARK: emptying

    mutating func dequeue(_ generation: Generation) -> LaneItem? {
        if let start {
            self.start = nil
            return .start(start)
        }
        guard let item = items.peek(taken) else { return nil }
        taken += 1
        switch item {
        case .start, .format: return item
        case .end: return .end(generation)
        case .packet(let packet):
            bytes -= packet.byteCount
            keptBytes += Self.cost(of: item)
            firstTime = packet.time ?? firstTime
        case .silence(let range): firstTime = range.start
        }
        packetCount -= 1
        return item
    }

    private static func cost(of item: LaneItem) -> Int {
        if case .packet(let packet) = item { packet.byteCount + overhead } else { 0 }
    }

    var keepsSomething: Bool { taken > 0 }
    var oldestTime: MediaTime? { time(at: 0) }

    /// The media between the oldest and the newest kept item.
    var keptDuration: MediaTime {
        guard let oldest = (0..<taken).lazy.compactMap({ time(at: $0) }).first else { return .zero }
        return (time(at: taken - 1) ?? oldest) - oldest
    }

    mutating func dropOldest() {
        guard taken > 0, let item = items.popFirst() else { return }
        taken -= 1
        isTrimmed = true
        keptBytes -= Self.cost(of: item)
        if case .format(let next) = item { format = next }
    }

    // MARK: reading and going back

    var count: Int { items.count }

    var firstKeyframeTime: MediaTime? {
        (0..<items.count).lazy.compactMap { packet(at: $0) }.first { $0.isKeyframe && $0.time != nil }?.time
    }

    func packet(at place: Int) -> Packet? {
        if case .packet(let packet) = items.peek(place) { packet } else { nil }
    }

    func time(at place: Int) -> MediaTime? {
        switch items.peek(place) {
        case .packet(let packet): packet.time
        case .silence(let range): range.start
        case .start, .format, .end, nil: nil
        }
    }

    func format(at place: Int) -> StreamFormat? {
        for before in stride(from: place - 1, through: 0, by: -1) {
            if case .format(let format) = items.peek(before) { return format }
        }
        return format
    }

    mutating func go(to place: Int, _ start: StreamStart) {
        self.start = start
        taken = place
        (packetCount, bytes, keptBytes, firstTime) = (0, 0, 0, nil)
        for index in 0..<items.count {
            guard let item = items.peek(index) else { continue }
            if index < place {
                keptBytes += Self.cost(of: item)
                continue
            }
            switch item {
            case .start, .format, .end: continue
            case .packet(let packet): bytes += packet.byteCount
            case .silence: break
            }
            packetCount += 1
            firstTime = firstTime ?? time(at: index)
        }
    }

    // MARK: cutting

    /// Returns the place of the first key frame from `edge` on that no decoder has taken, or `nil`.
    private func place(of edge: MediaTime) -> Int? {
        (taken..<items.count).first { index in
            guard let packet = packet(at: index), let time = packet.time else { return false }
            return packet.isKeyframe && time >= edge - Self.edgeTolerance
        }
    }

    func canCut(at edge: MediaTime) -> Bool {
        guard isActive else { return true }
        if (lastTime ?? .zero) <= edge { return true }
        return packetCount > 0 && (firstTime ?? .zero) < edge && place(of: edge) != nil
    }

    mutating func cut(at edge: MediaTime) {
        let kept = place(of: edge) ?? items.count
        for index in kept..<items.count {
            guard let packet = packet(at: index) else { continue }
            bytes -= packet.byteCount
            packetCount -= 1
        }
        items.keepFirst(kept)
        while case .end = items.peek(items.count - 1) { items.keepFirst(items.count - 1) }
        taken = min(taken, items.count)
        lastKeyframe = nil
        holes.removeAll { $0.end >= edge }
        packetEnd = packetEnd.map { min($0, edge) }
        if let lastTime { self.lastTime = min(lastTime, edge) }
    }

    var load: LoadControl.Lane {
        var duration = MediaTime.zero
        if let firstTime, let lastTime, packetCount > 0 { duration = max(.zero, lastTime - firstTime) }
        return LoadControl.Lane(count: packetCount, bytes: bytes, duration: duration)
    }
}
