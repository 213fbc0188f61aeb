package import DownloadModel

/// Texts are unverified.
package struct DownloadsState: Sendable, Equatable {
    package enum Phase: Sendable, Equatable {
        /// No request was sent, or the answer is pending.
        case asking
        case ready
        /// Unverified. Earlier data stays.
        case failed(String)
    }

    package struct Report: Sendable, Equatable {
        package enum Outcome: Sendable, Equatable {
            case added(DownloadID)
            case duplicate(DownloadID)
            /// A location to play from, also during the download.
            case opens(id: DownloadID, location: String)
            case enters(id: DownloadID, location: String)
            case lost(DownloadID)
            /// Unverified text.
            case failed(String)
        }

        package let number: Int
        package let outcome: Outcome

        package init(number: Int, _ outcome: Outcome) {
            self.number = number
            self.outcome = outcome
        }
    }

    package var number = 0
    package var phase = Phase.asking
    /// Changes with ``entries``.
    package var listNumber = 0
    package var entries: [DownloadRecord] = []
    /// The number of downloads on the disk. Known before ``entries`` while no daemon runs.
    package var keptCount = 0
    package var count: Int { listNumber > 0 ? entries.count : keptCount }
    /// The figures of running entries in view, newer than ``entries``.
    package var figures: [DownloadID: DownloadFigures] = [:]
    package var activities: [DownloadID: DownloadActivity] = [:]
    package var runningCount = 0
    package var waitingCount = 0
    package var bytesPerSecond: Int64 = 0
    /// The free bytes on the disk of the downloads, or `nil` if unknown.
    package var freeBytes: Int64?
    /// Whether the daemon reloads its settings, so that changes are impossible.
    package var isRefreshing = false
    package var report: Report?

    package init() {}
}

package enum DownloadOrder: Sendable, Equatable {
    /// - Parameter definition: a key, or `nil` for the default.
    case add(reference: String, title: String?, definition: String?)
    /// A report answers.
    case play(DownloadID)
    case pause(DownloadID)
    case resume(DownloadID)
    case pauseAll
    case resumeAll
    case retry(DownloadID)
    case retryAll
    case cancel(DownloadID)
    /// Also removes its files.
    case remove(DownloadID)
    /// Keeps the files.
    case clear(DownloadID)
    /// All complete and failed downloads.
    case clearFinished
    /// 0 … 1.
    case setPriority(DownloadID, Double)
    /// Bytes per second, or `nil` for no limit.
    case setLimit(DownloadID, Int64?)
    /// The index counts from 0, in the whole list.
    case move(DownloadID, to: Int)
}
