package import Encoding

/// The present work on a download that is meant to run, or why it waits.
package struct DownloadActivity: Sendable, Hashable {
    package var phase = DownloadPhase.idle
    /// 0 … 1, while ``phase`` is `joining`.
    package var joined: Double?
    /// `nil` if it runs or is not meant to run.
    package var waiting: DownloadWaiting?
    /// Connections to the server, while ``waiting`` is `server`.
    package var serverLimit: Int?
    /// Pending or in progress, while ``phase`` is `retrying`.
    package var retry: DownloadRetry?
    /// Bytes per second of all downloads while a player streams, if that limits this one.
    package var playingLimit: Int64?

    package init(phase: DownloadPhase = .idle, waiting: DownloadWaiting? = nil) {
        (self.phase, self.waiting) = (phase, waiting)
    }

    package static let keys: [DownloadRecord.Key] = [.phase, .joined, .waiting, .serverLimit, .retry, .playingLimit]

    package init(_ value: JSONValue) {
        phase = value[.phase]?.text.flatMap(DownloadPhase.init) ?? .idle
        joined = value[.joined]?.anyNumber.map { min(max(0, $0), 1) }
        waiting = value[.waiting]?.text.map { DownloadWaiting(rawValue: $0) ?? .limit }
        serverLimit = value[.serverLimit]?.integer
        retry = value[.retry].flatMap { DownloadRetry($0) }
        playingLimit = value[.playingLimit]?.wholeNumber
    }
}

package struct DownloadRetry: Sendable, Hashable {
    /// Raw values are part of the protocol: never rename one.
    package enum Cause: String, Sendable, Hashable, CaseIterable {
        case refused = "refused"
        case unreachable = "unreachable"
        case unresolved = "unresolved"
        case timedOut = "timedOut"
        case broken = "broken"
        case page = "page"
        case status = "status"
    }

    package var cause: Cause
    package var status: Int64?
    /// The seconds until the retry, or 0 if it is in progress.
    package var seconds: Int64
    /// The number of the attempt, from 2.
    package var attempt: Int
    /// After this many attempts the download fails. `nil` for no limit.
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

    package init?(_ value: JSONValue) {
        guard let cause = value["cause"]?.text, let attempt = value["attempt"]?.integer else { return nil }
        self.init(
            Cause(rawValue: cause) ?? .unreachable, status: value["status"]?.wholeNumber,
            seconds: max(0, value["seconds"]?.wholeNumber ?? 0), attempt: attempt,
            attempts: value["attempts"]?.integer)
    }
}
