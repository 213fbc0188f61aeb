import PlayCore
import Timeline

/// How much of an item has played, for the read-ahead that grows with it (ARCH-35). Pure.
struct WatchedTime: Sendable {
    private(set) var total = MediaTime.zero
    private var last: MediaTime?

    /// A larger step is a jump, not playing.
    private static let longestStep = MediaTime.seconds(2)

    mutating func note(_ reading: ClockReading) {
        defer { last = reading.isRunning ? reading.position : nil }
        guard reading.isRunning, let last else { return }
        let step = reading.position - last
        if step > .zero, step < Self.longestStep { total += step }
    }
}

extension SessionLoop {
    func optimizeBuffer(_ pipeline: ItemPipeline) {
        watched.note(clock.reading(at: now))
        let rules = network == nil ? nil : options.networkBuffer
        let wanted = options.buffer.forwardBuffer(watched: watched.total, preferred: preferredBuffer, network: rules)
        pipeline.packets.setTarget(wanted ?? LoadControl().targetDuration)
    }
}
