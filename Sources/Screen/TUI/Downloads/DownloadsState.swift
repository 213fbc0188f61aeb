package import DownloadModel

/// The known downloads. The texts are unverified.
package struct DownloadsState: Sendable, Equatable {
    package enum Phase: Sendable, Equatable {
        /// No request was sent, or the answer has not come.
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
            /// The file of the download is missing.
            case lost(DownloadID)
            /// Unverified.
            case failed(String)
        }

        /// Rises with each report.
        package let number: Int
        package let outcome: Outcome

        package init(number: Int, _ outcome: Outcome) {
            self.number = number
            self.outcome = outcome
        }
    }

    /// Rises with each change.
    package var number = 0
    package var phase = Phase.asking
    /// Changes with ``entries``.
    package var listNumber = 0
    /// In the order of the list.
    package var entries: [DownloadRecord] = []
    /// The number of downloads on the disk, which is known before ``entries`` while no daemon runs.
    package var keptCount = 0
    package var count: Int { listNumber > 0 ? entries.count : keptCount }
    /// Newer figures of running entries in view.
    package var figures: [DownloadID: DownloadFigures] = [:]
    package var activities: [DownloadID: DownloadActivity] = [:]
    package var runningCount = 0
    package var waitingCount = 0
    package var bytesPerSecond: Int64 = 0
    /// The free bytes on the disk of the downloads, or `nil` if not known.
    package var freeBytes: Int64?
    /// Whether changes are impossible.
    package var isRefreshing = false
    package var report: Report?

    package init() {}
}

package enum DownloadOrder: Sendable, Equatable {
    /// - Parameter definition: a key, or `nil` for the default.
    case add(reference: String, title: String?, definition: String?)
    /// Plays a download; a report answers.
    case play(DownloadID)
    case pause(DownloadID)
    case resume(DownloadID)
    case pauseAll
    case resumeAll
    case retry(DownloadID)
    case retryAll
    /// Cancels loading in advance.
    case cancel(DownloadID)
    /// Removes the download and its files.
    case remove(DownloadID)
    /// Removes the download from the list; its files stay.
    case clear(DownloadID)
    /// Clears all complete and failed downloads.
    case clearFinished
    /// 0 … 1.
    case setPriority(DownloadID, Double)
    /// Bytes per second, or `nil` for no limit.
    case setLimit(DownloadID, Int64?)
    /// The new index in the whole list, from 0.
    case move(DownloadID, to: Int)
}
