import PlayCore

/// The ranges that the readers of this process fetch. A reader claims a range and fetches it; others that need its
/// bytes wait (request coalescing). Readers have numbers (``ByteCache/newReader()``).
struct FetchClaims: Sendable {
    /// The most bytes that another reader may fetch before the wanted one. Beyond them, a new request is faster.
    static let reach: Int64 = 1 << 20
    /// A reader idle for longer has paused, perhaps for hours.
    static let patience = HostTime.milliseconds(250)
    /// Shorter stored pieces are fetched again, so that a request need not be split.
    static let leastRequest: Int64 = 256 << 10

    private struct Claim {
        let reader: Int
        var position: Int64
        var end: Int64
        /// Whether it reads from the server now, so that awaited bytes will arrive.
        var isFetching: Bool
        var progress: HostTime
    }

    enum Decision: Equatable {
        /// A request may extend to `end`.
        case fetch(limit: Int64, end: Int64)
        /// Another reader fetches it. Check again at any change, or after this time if not `nil`.
        case wait(atMost: HostTime?)
    }

    private var claims: [Claim] = []

    func isFetching(_ offset: Int64, by reader: Int) -> Bool {
        claims.contains { $0.reader == reader && $0.position == offset }
    }

    /// Claims the missing bytes from `offset` on, unless another reader fetches them soon. That byte must be missing.
    mutating func claim(
        at offset: Int64, for reader: Int, size: Int64, covered: SpanSet, now: HostTime
    ) -> Decision {
        for index in claims.indices where claims[index].reader != reader {
            let claim = claims[index]
            guard claim.position <= offset, offset < claim.end else { continue }
            if offset - claim.position <= Self.reach {
                if claim.isFetching { return .wait(atMost: nil) }
                let pause = claim.progress + Self.patience - now
                if pause > .zero { return .wait(atMost: pause) }
            }
            // The other reader's claim ends here. It will find the rest stored.
            claims[index].end = offset
        }
        claims.removeAll { $0.reader == reader || $0.position >= $0.end }
        let limit = claims.filter { $0.position > offset }.map(\.position).min().map { min($0, size) } ?? size
        let end = min(limit, covered.start(after: offset, ofAtLeast: Self.leastRequest) ?? limit)
        claims.append(Claim(reader: reader, position: offset, end: end, isFetching: true, progress: now))
        return .fetch(limit: min(end, covered.start(after: offset) ?? end), end: end)
    }

    mutating func advance(of reader: Int, to position: Int64, now: HostTime) {
        for index in claims.indices where claims[index].reader == reader {
            claims[index].position = max(claims[index].position, position)
            claims[index].isFetching = false
            claims[index].progress = now
        }
    }

    mutating func remove(of reader: Int) { claims.removeAll { $0.reader == reader } }
}
