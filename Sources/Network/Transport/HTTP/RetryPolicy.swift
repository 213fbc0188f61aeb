package import PlayCore

package struct RetryPolicy: Sendable, Equatable {
    /// 0 asks the player for a decision instead.
    package let retries: Int
    /// Time between the starts of two attempts.
    package private(set) var interval: HostTime

    /// The longest wait that a server may demand. A longer one counts as a refusal.
    package static let longestWait = HostTime.seconds(60)
    private let longestWait: HostTime
    /// Whether there are other addresses, so that a refusal need not be waited out.
    private let hasOthers: Bool

    /// An attempt that delivered this much is retried at once. With a smaller value, a server that breaks every
    /// connection would be asked endlessly.
    package static let usefulBytes: Int64 = 16 << 10

    package enum Step: Sendable, Equatable {
        /// Retry, but not before this instant.
        case retry(HostTime)
        case ask
        case giveUp
    }

    package struct Failure: Sendable {
        package let error: ByteSourceError
        package let began: HostTime
        package let gained: Int64
        /// Retries since bytes last arrived, while playback waited.
        package let retries: Int
        package let hasAnswered: Bool

        package init(
            _ error: ByteSourceError, began: HostTime, gained: Int64 = 0, retries: Int, hasAnswered: Bool = true
        ) {
            self.error = error
            self.began = began
            self.gained = gained
            self.retries = retries
            self.hasAnswered = hasAnswered
        }
    }

    package init(
        retries: Int, interval: HostTime, longestWait: HostTime = Self.longestWait, hasOthers: Bool = false
    ) {
        self.retries = retries
        self.interval = interval
        self.longestWait = longestWait
        self.hasOthers = hasOthers
    }

    /// For a live source: the media is lost meanwhile, and a request costs little.
    package static let liveInterval = HostTime.milliseconds(500)

    package mutating func hurry(to longest: HostTime) { interval = min(interval, longest) }

    /// `isAwaited`: playback waits; only then do retries count. `canAsk`: a player can make a decision.
    package func step(after failure: Failure, at now: HostTime, isAwaited: Bool, canAsk: Bool) -> Step {
        guard failure.error.isWorthRetrying else { return .giveUp }
        let wait = failure.error.retryAfter ?? .zero
        guard wait <= longestWait else { return .giveUp }
        if retries == 0 { return canAsk ? .ask : .giveUp }
        // A server that has responded before may be restarting.
        if failure.error.isConnectionRefused, hasOthers || !failure.hasAnswered { return .giveUp }
        if failure.gained >= Self.usefulBytes { return .retry(now + wait) }
        if isAwaited, failure.retries >= retries { return .giveUp }
        return .retry(max(failure.began + interval, now + wait))
    }
}
