import PlayCore

/// A model of the line's queue: the writes, and their times, since the last byte that is known to have arrived. The
/// model is one FIFO that sends at a constant rate, followed by all delays. Times are the writer's.
struct FlightLog {
    private struct Chunk {
        var end: Int64
        let at: HostTime
    }

    private var chunks: [Chunk] = []
    private(set) var written: Int64 = 0
    /// The bytes known to have arrived, and the time at which the line had sent them.
    private(set) var arrived: Int64 = 0
    private var freeAt = HostTime.zero

    var inFlight: Int { Int(written - arrived) }

    mutating func write(_ bytes: Int, at now: HostTime) {
        guard bytes > 0 else { return }
        written += Int64(bytes)
        // Joins two writes under the earlier time. The line may then seem free too early, by the time between them.
        if chunks.count >= LinkTuning.maximumChunks {
            chunks[chunks.count - 1].end = written
        } else {
            chunks.append(Chunk(end: written, at: now))
        }
    }

    mutating func arrive(_ position: Int64, at time: HostTime) {
        guard position > arrived else { return }
        arrived = min(position, written)
        freeAt = time
        chunks.removeAll { $0.end <= arrived }
    }

    /// Forgets the bytes on the way, because all have arrived or their arrival will not be reported.
    mutating func forget(at now: HostTime) {
        arrived = written
        freeAt = now
        chunks.removeAll()
    }

    private var oldestWrite: HostTime? { chunks.first?.at }

    /// Returns the time at which the line has sent the first `position` bytes, at `rate` bytes per second.
    func doneAt(_ position: Int64, rate: Double) -> HostTime {
        var time = freeAt
        var from = arrived
        for chunk in chunks where from < position {
            let end = min(chunk.end, position)
            time = max(time, chunk.at) + HostTime.sending(Int(end - from), at: rate)
            from = end
        }
        return time
    }

    /// Returns the bytes up to `position` that the line has sent without a pause (the train); nil if nothing is under
    /// way.
    ///
    /// - Parameters:
    ///   - free: the time at which the line had sent the arrived bytes.
    ///   - rate: bytes per second, for bytes that no answer separates.
    ///   - slack: the time by which the line may become free after a write and still count as idle before it.
    /// - Returns: `written` is the time of the train's first byte, or `nil` if the line was not idle before.
    func train(
        to position: Int64, since free: HostTime?, rate: Double, slack: HostTime
    ) -> (bytes: Int, written: HostTime?)? {
        guard position > arrived, let first = chunks.first else { return nil }
        var (time, from) = (free ?? first.at, arrived)
        var train: (from: Int64, written: HostTime?) = (from, nil)
        for chunk in chunks where from < position {
            if time <= chunk.at + slack { train = (from, chunk.at) }
            let end = min(chunk.end, position)
            time = max(time, chunk.at) + .sending(Int(end - from), at: rate)
            from = end
        }
        return (Int(position - train.from), train.written)
    }

    /// Returns the greatest rate with which `position` cannot have arrived before `time`.
    func greatestRate(_ position: Int64, notBefore time: HostTime) -> Double {
        let start = max(freeAt, oldestWrite ?? freeAt)
        return Double(position - arrived) / max((time - start).inSeconds, 0.001)
    }
}

extension HostTime {
    /// Returns the time that `bytes` take at `rate` bytes per second.
    static func sending(_ bytes: Int, at rate: Double) -> HostTime {
        // A day is longer than any time here, and fits.
        HostTime(nanoseconds: Int64(min(Double(max(0, bytes)) / max(rate, 1) * 1e9, 86_400e9)))
    }
}
