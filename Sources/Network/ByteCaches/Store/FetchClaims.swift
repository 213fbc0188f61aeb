import PlayCore

/// Who in this process fetches which bytes of a resource: what one fetches another waits for. A value.
struct FetchClaims: Sendable {
    /// A reader waits for one that is at most so far behind; a farther place is sooner reached by a request.
    static let reach: Int64 = 1 << 20
    /// A reader that does not read on for so long has paused, perhaps for hours.
    static let patience = HostTime.milliseconds(250)
    /// What is there in shorter pieces is fetched again within one request, rather than with two.
    static let worthARequest: Int64 = 256 << 10

    private struct Claim {
        let owner: Int
        /// Of the next byte that it fetches.
        var position: Int64
        var end: Int64
        /// Within a read of the source behind: what it waits for comes.
        var isFetching: Bool
        var progress: HostTime
    }

    enum Turn: Equatable {
        /// Fetch at most up to `limit`; a request may go on to `end`.
        case fetch(limit: Int64, end: Int64)
        /// Another one brings it; look again after so long at the latest, nil: when something changes.
        case wait(atMost: HostTime?)
    }

    private var claims: [Claim] = []

    /// Whether `owner` is just there, in the midst of a run.
    func isAt(_ offset: Int64, owner: Int) -> Bool { claims.contains { $0.owner == owner && $0.position == offset } }

    /// What the reader `owner` has to do for the byte at `offset`, which is not there.
    ///
    /// - Parameter size: of the resource.
    mutating func turn(at offset: Int64, owner: Int, size: Int64, covered: SpanSet, now: HostTime) -> Turn {
        for index in claims.indices where claims[index].owner != owner {
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
        claims.removeAll { $0.owner == owner || $0.position >= $0.end }
        let limit = claims.filter { $0.position > offset }.map(\.position).min().map { min($0, size) } ?? size
        let end = min(limit, covered.start(after: offset, ofAtLeast: Self.worthARequest) ?? limit)
        claims.append(Claim(owner: owner, position: offset, end: end, isFetching: true, progress: now))
        return .fetch(limit: min(end, covered.start(after: offset) ?? end), end: end)
    }

    /// Bytes came, and the reader goes to use them.
    mutating func advance(_ owner: Int, to position: Int64, now: HostTime) {
        for index in claims.indices where claims[index].owner == owner {
            claims[index].position = max(claims[index].position, position)
            claims[index].isFetching = false
            claims[index].progress = now
        }
    }

    mutating func release(_ owner: Int) { claims.removeAll { $0.owner == owner } }
}
