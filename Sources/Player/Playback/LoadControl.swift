import PlayCore

/// How much has to be there before playing starts, and before it goes on after a stall.
struct BufferThresholds: Sendable, Equatable {
    var start: MediaTime
    var resume: MediaTime
}

/// How much is read ahead, and when starved playing may go on.
///
/// Bounds of the packet queues, in the order in which they bite: duration, count, bytes.
struct LoadControl: Sendable, Equatable {
    /// Media read ahead in every track. Five seconds hide a disk that has to start and most hiccups of a network; each
    /// more is half a megabyte at 4 Mbit/s.
    var targetDuration: MediaTime = .seconds(5)
    /// Packets in one track: 5 s at 200 packets a second, eight times over for tiny packets.
    var maximumCount = 8000
    /// All tracks together. 5 s at 80 Mbit/s; above that the read-ahead is shorter.
    var maximumBytes = 48 << 20
    /// Where one track is still empty (badly interleaved), reading goes on until the others have this much; more than
    /// ``SoundGap`` waits for.
    var starvationDuration: MediaTime = .seconds(40)
    /// …but never beyond this: a hard stop.
    var hardMaximumBytes = 256 << 20
    /// So much must be there again before playing goes on after a stall.
    var resumeDuration: MediaTime = .seconds(1)
    /// So much must be there, beside what is decoded already, before playing starts. Of a file nothing: the rest
    /// is there when it is needed.
    var startDuration: MediaTime = .zero

    /// Returns these bounds with another read-ahead.
    ///
    /// - Parameter bytes: the most of all tracks together, with as many packets as fit; nil: the usual bounds.
    func reading(_ duration: MediaTime, bytes: Int?) -> LoadControl {
        let usual = LoadControl()
        var control = self
        control.targetDuration = duration
        control.maximumBytes = bytes ?? usual.maximumBytes
        control.maximumCount = bytes.map { max(usual.maximumCount, $0 / Self.smallPacket) } ?? usual.maximumCount
        control.hardMaximumBytes = max(usual.hardMaximumBytes, control.maximumBytes)
        return control
    }
    /// What a packet of sound takes, with what it costs beside its payload.
    private static let smallPacket = 1000

    struct Lane: Sendable {
        var count: Int
        var bytes: Int
        var duration: MediaTime
    }

    /// Whether one more packet may be read. `lanes`: the selected tracks.
    func hasSpace(_ lanes: [Lane]) -> Bool {
        let bytes = lanes.reduce(0) { $0 + $1.bytes }
        if bytes >= hardMaximumBytes { return false }
        // Some track would starve if nothing more was read.
        if lanes.contains(where: { $0.count == 0 }) { return lanes.allSatisfy { $0.duration < starvationDuration } }
        if bytes >= maximumBytes || lanes.contains(where: { $0.count >= maximumCount }) { return false }
        return lanes.contains { $0.duration < targetDuration }
    }

    /// Whether reading resumes after it has paused for want of space: once a second fits, so that the disk and the
    /// processor sleep in between.
    func shouldRefill(_ lanes: [Lane]) -> Bool {
        var lower = self
        // Of a short read-ahead only a part: it must never run dry before reading goes on.
        lower.targetDuration = max(
            targetDuration - min(.seconds(1), targetDuration.scaled(by: 0.25)), .milliseconds(1))
        lower.starvationDuration = max(starvationDuration - .seconds(1), .milliseconds(1))
        lower.maximumCount = maximumCount * 9 / 10
        lower.maximumBytes = maximumBytes / 10 * 9
        return lower.hasSpace(lanes)
    }

    /// Whether a stalled session has enough to go on.
    func canResume(_ lanes: [Lane]) -> Bool {
        holds(resumeDuration, lanes)
    }

    /// Whether there is enough to start with.
    func canStart(_ lanes: [Lane]) -> Bool { holds(startDuration, lanes) }

    /// Where there is no space for more, what is there has to do.
    private func holds(_ duration: MediaTime, _ lanes: [Lane]) -> Bool {
        lanes.allSatisfy { $0.duration >= duration } || !hasSpace(lanes)
    }
}
