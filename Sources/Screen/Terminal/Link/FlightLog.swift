import PlayCore

/// What was written and when, since the last byte that is known to have arrived: a model of the line's queue. Pure.
///
/// The line is thought of as one FIFO that sends at a constant rate, with all delays behind it. Times are the writer's.
struct FlightLog {
    private struct Chunk {
        var end: Int64
        let at: HostTime
    }

    private var chunks: [Chunk] = []
    /// Bytes written since the start.
    private(set) var written: Int64 = 0
    /// Bytes known to have arrived, and when the line was done with them.
    private(set) var arrived: Int64 = 0
    private var freeAt = HostTime.zero

    var inFlight: Int { Int(written - arrived) }

    mutating func write(_ bytes: Int, at now: HostTime) {
        guard bytes > 0 else { return }
        written += Int64(bytes)
        // Joined under the earlier time: that lets the line seem free too early by what lies between them.
        if chunks.count >= LinkTuning.maximumChunks {
            chunks[chunks.count - 1].end = written
        } else {
            chunks.append(Chunk(end: written, at: now))
        }
    }

    /// The line was done with the first `position` bytes at `time`.
    mutating func arrive(_ position: Int64, at time: HostTime) {
        guard position > arrived else { return }
        arrived = min(position, written)
        freeAt = time
        chunks.removeAll { $0.end <= arrived }
    }

    /// Nothing is on the way any more, or nobody will tell.
    mutating func forget(at now: HostTime) {
        arrived = written
        freeAt = now
        chunks.removeAll()
    }

    /// When the first byte that is not known to have arrived was written.
    private var oldestWrite: HostTime? { chunks.first?.at }

    /// When the line is, or was, done with the first `position` bytes, sending `rate` bytes per second.
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

    /// What the line has sent without a pause, up to `position`. `written` is when its first byte was written, where the line
    /// was idle before; nil: the line has been busy since the last answer. Nil: nothing is on the way.
    ///
    /// - Parameters:
    ///   - free: when the line had sent what has arrived; nil: nothing has.
    ///   - rate: bytes per second, for what no answer tells apart.
    ///   - slack: so much later the line still counts as idle.
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

    /// The greatest rate that explains why `position` has not arrived before `time`.
    func greatestRate(_ position: Int64, notBefore time: HostTime) -> Double {
        let start = max(freeAt, oldestWrite ?? freeAt)
        return Double(position - arrived) / max((time - start).inSeconds, 0.001)
    }
}

extension HostTime {
    /// How long `bytes` take at `rate` bytes per second.
    static func sending(_ bytes: Int, at rate: Double) -> HostTime {
        // A day is more than any of this lasts, and fits.
        HostTime(nanoseconds: Int64(min(Double(max(0, bytes)) / max(rate, 1) * 1e9, 86_400e9)))
    }
}
