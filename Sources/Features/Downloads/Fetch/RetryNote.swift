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
