import PlayCore

/// The pictures of a recording, from one source after another: what is written when, and where a dark picture stands for
/// those that nobody sends. A value.
struct RecordedPictures<Packet: Sendable>: Sendable {
    enum Step {
        case packet(Packet)
        case dark(MediaTime)
    }

    /// Dark pictures follow each other so fast: segments begin with them.
    private static var darkPause: MediaTime { .seconds(1) }
    /// A source that sends nothing for so long sends nothing more; a shared screen has two pictures a second at least.
    private static var patience: MediaTime { .milliseconds(2500) }
    /// Ten seconds of the fastest camera.
    private static var mostPackets: Int { 600 }
    private static var shortest: MediaTime { .milliseconds(1) }

    private var waiting = Fifo<(packet: Packet, time: MediaTime, isKey: Bool)>()
    /// Of the newest that waits.
    private var newest: MediaTime?
    /// What comes cannot be decoded before the next key frame.
    private var waitsForKey = true
    /// What waits cannot be decoded before the next key frame: a dark picture stands between.
    private var isDark = true
    /// When the last one was written.
    private var last: MediaTime?
    private let start: MediaTime

    init(from start: MediaTime = .zero) { self.start = start }

    /// The pictures of another source follow, or none.
    mutating func change() { waitsForKey = true }

    /// - Parameter time: of decoding, on the recording's axis.
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

    /// What is to be written up to a time, in its order.
    mutating func steps(until end: MediaTime) -> [Step] {
        var steps: [Step] = []
        while true {
            let dark = last.map { $0 + (isDark ? Self.darkPause : Self.patience) } ?? start
            if let next = waiting.first, next.time <= end, next.time <= dark {
                _ = waiting.popFirst()
                guard next.isKey || !isDark else { continue }
                (last, isDark) = (max(next.time, last ?? start), false)
                steps.append(.packet(next.packet))
            } else if dark <= end {
                (last, isDark) = (dark, true)
                steps.append(.dark(dark))
            } else {
                return steps
            }
        }
    }
}
