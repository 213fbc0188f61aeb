import DownloadModel
internal import Glibc
import PlayCore

/// A request that failed and is made again: for whoever looks on. A value.
package struct RetryNote: Sendable, Equatable {
    let cause: DownloadRetry.Cause
    let status: Int64?
    let attempt: Int
    let attempts: Int?
    /// When the next try begins.
    let next: HostTime
    let pause = RetryPause()

    /// - Parameters:
    ///   - attempt: the next try's number.
    ///   - attempts: nil: it is tried for ever.
    init(_ error: ByteSourceError, attempt: Int, attempts: Int?, next: HostTime) {
        status = if case .httpStatus(let status) = error.code { Int64(status) } else { nil }
        cause =
            switch error.code {
            case .httpStatus: .status
            case .unresolved: .unresolved
            case .timedOut: .timedOut
            case .truncated: .broken
            default: error.isPage ? .page : error.systemError == ECONNREFUSED ? .refused : .unreachable
            }
        (self.attempt, self.attempts, self.next) = (attempt, attempts, next)
    }

    func retry(at now: HostTime) -> DownloadRetry {
        // Rounded up: the last second is one.
        let seconds = max(0, ((next - now).nanoseconds + 999_999_999) / 1_000_000_000)
        return DownloadRetry(cause, status: status, seconds: seconds, attempt: attempt, attempts: attempts)
    }
}

/// The wait before a request is made again, which the user may end. Any thread.
final class RetryPause: Sendable, Equatable {
    private let hasEnded = Monitor(false)

    static func == (a: RetryPause, b: RetryPause) -> Bool { a === b }

    /// The request is made at once.
    func end() { hasEnded.update { $0 = true } }

    /// Blocks until the instant has come, ``end()`` was called, or the token is cancelled.
    func wait(until instant: HostTime, _ cancel: CancelToken) {
        let registration = cancel.onCancel { [hasEnded] in hasEnded.notify() }
        defer { withExtendedLifetime(registration) {} }
        _ = hasEnded.wait(until: instant) { $0 || cancel.isCancelled ? true : nil }
    }
}

/// How often what has brought nothing yet is tried: aria2's five, over a minute, in which a server starts again.
enum FirstTries {
    static let count = 5

    /// - Parameters:
    ///   - failures: so many tries have failed.
    ///   - base: the interval of a transfer that has begun.
    static func interval(after failures: Int, base: HostTime) -> HostTime {
        min(HostTime(nanoseconds: (base.nanoseconds * 4) << Int64(min(max(0, failures), 10))), FetchContext.longestWait)
    }
}
