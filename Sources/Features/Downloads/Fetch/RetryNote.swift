import DownloadModel
internal import Glibc
import PlayCore

package struct RetryNote: Sendable, Equatable {
    let cause: DownloadRetry.Cause
    let status: Int64?
    let attempt: Int
    let attempts: Int?
    let next: HostTime
    let pause = RetryPause()

    /// - Parameters:
    ///   - attempt: the number of the next try.
    ///   - attempts: the limit of tries, or `nil` for none.
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
        // Rounded up, so that the last second shows as 1.
        let seconds = max(0, ((next - now).nanoseconds + 999_999_999) / 1_000_000_000)
        return DownloadRetry(cause, status: status, seconds: seconds, attempt: attempt, attempts: attempts)
    }
}

/// The wait before a retry, which the user may end. Any thread.
final class RetryPause: Sendable, Equatable {
    private let hasEnded = Monitor(false)

    static func == (a: RetryPause, b: RetryPause) -> Bool { a === b }

    func end() { hasEnded.update { $0 = true } }

    /// Blocks until the given time, ``end()``, or the token's cancellation.
    func wait(until instant: HostTime, _ cancel: CancelToken) {
        let registration = cancel.onCancel { [hasEnded] in hasEnded.notify() }
        defer { withExtendedLifetime(registration) {} }
        _ = hasEnded.wait(until: instant) { $0 || cancel.isCancelled ? true : nil }
    }
}

/// Retries of a transfer without any bytes: five tries as in aria2, over a minute, in which a server can restart.
enum FirstTries {
    static let count = 5

    /// - Parameters:
    ///   - failures: the number of failed tries.
    ///   - base: the retry interval of a transfer that has received bytes.
    static func interval(after failures: Int, base: HostTime) -> HostTime {
        min(HostTime(nanoseconds: (base.nanoseconds * 4) << Int64(min(max(0, failures), 10))), FetchContext.longestWait)
    }
}
