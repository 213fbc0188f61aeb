import PlayCore

/// Which reader of this process fetches which bytes of a resource: a reader claims a range, fetches it, and others who
/// want bytes of it wait (request coalescing). Readers have numbers (``ByteCache/newReader()``). A value.
struct FetchClaims: Sendable {
    /// A reader waits for one that is at most so far behind; a farther place is sooner reached by a request.
    static let reach: Int64 = 1 << 20
    /// A reader that does not read on for so long has paused, perhaps for hours.
    static let patience = HostTime.milliseconds(250)
    /// What is there in shorter pieces is fetched again within one request, rather than with two.
    static let leastRequest: Int64 = 256 << 10

    private struct Claim {
        let reader: Int
        /// Of the next byte that it fetches.
        var position: Int64
        var end: Int64
        /// Within a read of the source behind: what it waits for comes.
        var isFetching: Bool
        var progress: HostTime
    }

    enum Decision: Equatable {
        /// Fetch at most up to `limit`; a request may go on to `end`.
        case fetch(limit: Int64, end: Int64)
        /// Another one brings it; look again after so long at the latest, nil: when something changes.
        case wait(atMost: HostTime?)
    }

    private var claims: [Claim] = []

    /// Whether the byte at `offset` is the next of a claim of this reader.
    func isFetching(_ offset: Int64, by reader: Int) -> Bool {
        claims.contains { $0.reader == reader && $0.position == offset }
    }

    /// Claims what is missing from `offset` on for a reader, unless another one brings it soon. The byte at `offset` is
    /// not there.
    ///
    /// - Parameter size: of the resource.
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
            // What it has before it ends here now; it will find the rest there when it comes.
            claims[index].end = offset
        }
        claims.removeAll { $0.reader == reader || $0.position >= $0.end }
        let limit = claims.filter { $0.position > offset }.map(\.position).min().map { min($0, size) } ?? size
        let end = min(limit, covered.start(after: offset, ofAtLeast: Self.leastRequest) ?? limit)
        claims.append(Claim(reader: reader, position: offset, end: end, isFetching: true, progress: now))
        return .fetch(limit: min(end, covered.start(after: offset) ?? end), end: end)
    }

    /// Bytes came, and the reader goes to use them.
    mutating func advance(of reader: Int, to position: Int64, now: HostTime) {
        for index in claims.indices where claims[index].reader == reader {
            claims[index].position = max(claims[index].position, position)
            claims[index].isFetching = false
            claims[index].progress = now
        }
    }

    mutating func remove(of reader: Int) { claims.removeAll { $0.reader == reader } }
}
