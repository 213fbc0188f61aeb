import PlayCore

struct BufferThresholds: Sendable, Equatable {
    var start: MediaTime
    var resume: MediaTime
}

/// How much is read ahead, and when starved playback may resume. Limits apply in this order: duration, count, bytes.
struct LoadControl: Sendable, Equatable {
    /// The media read ahead in every track. Five seconds hide the spin-up of a disk and most interruptions of a
    /// network. Each further second costs half a megabyte at 4 Mbit/s.
    var targetDuration: MediaTime = .seconds(5)
    /// Packets in one track: 5 s at 200 packets per second, times eight for tiny packets.
    var maximumCount = 8000
    /// Bytes of all tracks: 5 s at 80 Mbit/s. Above that rate less is read ahead.
    var maximumBytes = 48 << 20
    /// The limit of the other tracks while one track is empty (badly interleaved). Exceeds the patience of
    /// ``SoundGap``.
    var starvationDuration: MediaTime = .seconds(40)
    /// The limit of bytes in that case.
    var hardMaximumBytes = 256 << 20
    var resumeDuration: MediaTime = .seconds(1)
    /// Media needed to start, beyond what is decoded. Zero for a file, which delivers the rest in time.
    var startDuration: MediaTime = .zero

    /// Returns these limits with another read-ahead. `bytes` limits all tracks together, with as many packets as fit.
    func reading(_ duration: MediaTime, bytes: Int?) -> LoadControl {
        let usual = LoadControl()
        var control = self
        control.targetDuration = duration
        control.maximumBytes = bytes ?? usual.maximumBytes
        control.maximumCount = bytes.map { max(usual.maximumCount, $0 / Self.smallPacket) } ?? usual.maximumCount
        control.hardMaximumBytes = max(usual.hardMaximumBytes, control.maximumBytes)
        return control
    }
    /// Bytes of a small packet of sound, with its overhead.
    private static let smallPacket = 1000

    struct Lane: Sendable {
        var count: Int
        var bytes: Int
        var duration: MediaTime
    }

    /// Returns whether to read one more packet. `lanes`: the selected tracks.
    func hasSpace(_ lanes: [Lane]) -> Bool {
        let bytes = lanes.reduce(0) { $0 + $1.bytes }
        if bytes >= hardMaximumBytes { return false }
        // A track would starve without more packets.
        if lanes.contains(where: { $0.count == 0 }) { return lanes.allSatisfy { $0.duration < starvationDuration } }
        if bytes >= maximumBytes || lanes.contains(where: { $0.count >= maximumCount }) { return false }
        return lanes.contains { $0.duration < targetDuration }
    }

    /// Returns whether to resume reading after a pause: once a second fits, so that disk and processor can sleep.
    func shouldRefill(_ lanes: [Lane]) -> Bool {
        var lower = self
        // A short read-ahead must not run dry before reading resumes.
        lower.targetDuration = max(
            targetDuration - min(.seconds(1), targetDuration.scaled(by: 0.25)), .milliseconds(1))
        lower.starvationDuration = max(starvationDuration - .seconds(1), .milliseconds(1))
        lower.maximumCount = maximumCount * 9 / 10
        lower.maximumBytes = maximumBytes / 10 * 9
        return lower.hasSpace(lanes)
    }

    func canResume(_ lanes: [Lane]) -> Bool {
        holds(resumeDuration, lanes)
    }

    func canStart(_ lanes: [Lane]) -> Bool { holds(startDuration, lanes) }

    /// Returns whether every lane has this much, or there is no space for more.
    private func holds(_ duration: MediaTime, _ lanes: [Lane]) -> Bool {
        lanes.allSatisfy { $0.duration >= duration } || !hasSpace(lanes)
    }
}
