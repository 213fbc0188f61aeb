package import PlayCore

/// Whether and when a failed request is made again. A value.
package struct RetryPolicy: Sendable, Equatable {
    /// 0: none, somebody is asked.
    package let retries: Int
    /// From the beginning of one try to that of the next.
    package let interval: HostTime

    /// What a server may ask for; who asks for longer does not want to be asked again.
    package static let longestWait = HostTime.seconds(60)
    private let longestWait: HostTime
    /// Whether the resource has other addresses, so that a refusal need not be waited out.
    private let hasOthers: Bool

    /// A try that brought this much did not fail for good: the next one begins at once. Less, and a server that breaks
    /// every connection would be asked without end.
    package static let usefulBytes: Int64 = 16 << 10

    package enum Step: Sendable, Equatable {
        /// Again, not before this instant.
        case retry(HostTime)
        case ask
        case giveUp
    }

    /// A try that failed.
    package struct Failure: Sendable {
        package let error: ByteSourceError
        /// When the try began.
        package let began: HostTime
        /// Bytes that it brought before.
        package let gained: Int64
        /// Retries since bytes came last, while playing waited.
        package let retries: Int
        /// Whether the server has answered before.
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

    /// - Parameter longestWait: what a server may ask for; a request for more gives up.
    package init(
        retries: Int, interval: HostTime, longestWait: HostTime = Self.longestWait, hasOthers: Bool = false
    ) {
        self.retries = retries
        self.interval = interval
        self.longestWait = longestWait
        self.hasOthers = hasOthers
    }

    /// - Parameters:
    ///   - isAwaited: nothing is left to play: only then retries count.
    ///   - canAsk: there is somebody who answers.
    package func step(after failure: Failure, at now: HostTime, isAwaited: Bool, canAsk: Bool) -> Step {
        guard failure.error.isWorthRetrying else { return .giveUp }
        let wait = failure.error.retryAfter ?? .zero
        guard wait <= longestWait else { return .giveUp }
        if retries == 0 { return canAsk ? .ask : .giveUp }
        // A server that has answered before may be restarting.
        if failure.error.isConnectionRefused, hasOthers || !failure.hasAnswered { return .giveUp }
        if failure.gained >= Self.usefulBytes { return .retry(now + wait) }
        if isAwaited, failure.retries >= retries { return .giveUp }
        return .retry(max(failure.began + interval, now + wait))
    }
}
