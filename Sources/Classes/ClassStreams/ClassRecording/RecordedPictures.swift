import PlayCore

struct RecordedPictures<Packet: Sendable>: Sendable {
    enum Step {
        case packet(Packet)
        case black(MediaTime)
    }

    /// Black pictures start segments.
    private static var blackInterval: MediaTime { .seconds(1) }
    /// A source without a picture for this time is silent. A shared screen sends at least two per second.
    private static var patience: MediaTime { .milliseconds(2500) }
    /// Ten seconds of the fastest camera.
    private static var mostPackets: Int { 600 }
    private static var shortest: MediaTime { .milliseconds(1) }

    private var waiting = Fifo<(packet: Packet, time: MediaTime, isKey: Bool)>()
    private var newest: MediaTime?
    /// Whether new packets are useless until the next key frame.
    private var waitsForKey = true
    /// Whether waiting packets are useless until the next key frame, because a black picture was written.
    private var isBlack = true
    private var last: MediaTime?
    private let start: MediaTime

    init(from start: MediaTime = .zero) { self.start = start }

    mutating func change() { waitsForKey = true }

    /// - Parameter time: the decoding time on the recording's axis.
    mutating func append(_ packet: Packet, at time: MediaTime, isKey: Bool) {
        guard waiting.count < Self.mostPackets else {
            waitsForKey = true
            return
        }
        guard isKey || !waitsForKey else { return }
        waitsForKey = false
        let time = max(time, (newest ?? start - Self.shortest) + Self.shortest)
        newest = time
        waiting.append((packet, time, isKey))
    }

    mutating func steps(until end: MediaTime) -> [Step] {
        var steps: [Step] = []
        while true {
            let black = last.map { $0 + (isBlack ? Self.blackInterval : Self.patience) } ?? start
            if let next = waiting.first, next.time <= end, next.time <= black {
                _ = waiting.popFirst()
                guard next.isKey || !isBlack else { continue }
                (last, isBlack) = (max(next.time, last ?? start), false)
                steps.append(.packet(next.packet))
            } else if black <= end {
                (last, isBlack) = (black, true)
                steps.append(.black(black))
            } else {
                return steps
            }
        }
    }
}
