package import Encoding

/// What is being done for a download that wants to run, or why nothing is. A value.
package struct DownloadActivity: Sendable, Hashable {
    package var phase = DownloadPhase.idle
    /// While ``phase`` is `joining`: 0 … 1.
    package var joined: Double?
    /// Why it does not run though it wants to; nil: it does, or does not want to.
    package var waiting: DownloadWaiting?
    /// While ``waiting`` is `server`: so many connections to it there may be.
    package var serverLimit: Int?
    /// While ``phase`` is `retrying`.
    package var retry: DownloadRetry?
    /// Bytes per second that all downloads get while a player streams from the network; nil: none streams, or that
    /// makes no difference.
    package var playingLimit: Int64?

    package init(phase: DownloadPhase = .idle, waiting: DownloadWaiting? = nil) {
        (self.phase, self.waiting) = (phase, waiting)
    }

    /// The members of a record that it is told by.
    package static let keys: [DownloadRecord.Key] = [.phase, .joined, .waiting, .serverLimit, .retry, .playingLimit]

    /// Of a record, or of as much of it as was asked for.
    package init(_ value: JSONValue) {
        phase = value[.phase]?.text.flatMap(DownloadPhase.init) ?? .idle
        joined = value[.joined]?.anyNumber.map { min(max(0, $0), 1) }
        waiting = value[.waiting]?.text.map { DownloadWaiting(rawValue: $0) ?? .limit }
        serverLimit = value[.serverLimit]?.integer
        retry = value[.retry].flatMap { DownloadRetry($0) }
        playingLimit = value[.playingLimit]?.wholeNumber
    }
}

/// A request that failed, and when it is made again. A value.
package struct DownloadRetry: Sendable, Hashable {
    /// The words go over the wire: never rename one.
    package enum Cause: String, Sendable, Hashable, CaseIterable {
        /// Nobody listens there.
        case refused = "refused"
        case unreachable = "unreachable"
        /// There is no such server, or nobody who knows it.
        case unresolved = "unresolved"
        case timedOut = "timedOut"
        /// The connection broke within the answer.
        case broken = "broken"
        /// A web page came instead of the file.
        case page = "page"
        /// The server answered with ``DownloadRetry/status``.
        case status = "status"
    }

    package var cause: Cause
    package var status: Int64?
    /// Until the next try; 0: it is under way.
    package var seconds: Int64
    /// That try's number, from 2 on.
    package var attempt: Int
    /// Tries after which it fails; nil: it is tried for ever.
    package var attempts: Int?

    package init(_ cause: Cause, status: Int64? = nil, seconds: Int64, attempt: Int, attempts: Int?) {
        (self.cause, self.status, self.seconds) = (cause, status, seconds)
        (self.attempt, self.attempts) = (attempt, attempts)
    }

    package var wire: JSONValue {
        .object([
            "cause": .string(cause.rawValue), "status": status.map(JSONValue.integer), "seconds": .integer(seconds),
            "attempt": .integer(Int64(attempt)), "attempts": attempts.map { .integer(Int64($0)) },
        ])
    }

    /// Nil for what is none.
    package init?(_ value: JSONValue) {
        guard let cause = value["cause"]?.text, let attempt = value["attempt"]?.integer else { return nil }
        self.init(
            Cause(rawValue: cause) ?? .unreachable, status: value["status"]?.wholeNumber,
            seconds: max(0, value["seconds"]?.wholeNumber ?? 0), attempt: attempt,
            attempts: value["attempts"]?.integer)
    }
}
