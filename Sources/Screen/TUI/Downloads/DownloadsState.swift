package import DownloadModel

/// All known downloads; the texts are unverified.
package struct DownloadsState: Sendable, Equatable {
    package enum Phase: Sendable, Equatable {
        /// No request was sent yet, or the answer is awaited.
        case asking
        case ready
        /// The reason; unverified text. Earlier data is still present.
        case failed(String)
    }

    /// The result of an order.
    package struct Report: Sendable, Equatable {
        package enum Outcome: Sendable, Equatable {
            /// The id of the new one.
            case added(DownloadID)
            /// The id of the existing one.
            case duplicate(DownloadID)
            /// The location to play the download with this id from, also during the download.
            case opens(id: DownloadID, location: String)
            /// The class that is entered.
            case enters(id: DownloadID, location: String)
            /// Its file is gone.
            case lost(DownloadID)
            /// The reason; unverified text.
            case failed(String)
        }

        /// A number that rises with each report.
        package let number: Int
        package let outcome: Outcome

        package init(number: Int, _ outcome: Outcome) {
            self.number = number
            self.outcome = outcome
        }
    }

    /// A number that rises with each change.
    package var number = 0
    package var phase = Phase.asking
    /// A number that changes with the entries.
    package var listNumber = 0
    /// The entries in the order of the list.
    package var entries: [DownloadRecord] = []
    /// The newer figures of running entries in view, by id.
    package var figures: [DownloadID: DownloadFigures] = [:]
    /// The activities of the same entries.
    package var activities: [DownloadID: DownloadActivity] = [:]
    /// The numbers of all running and of all waiting downloads.
    package var runningCount = 0
    package var waitingCount = 0
    /// The speed of all together.
    package var bytesPerSecond: Int64 = 0
    /// The free bytes on the disk of the downloads, or `nil` if not known.
    package var freeBytes: Int64?
    /// Whether changes are impossible at present.
    package var isRefreshing = false
    package var report: Report?

    package init() {}
}

/// A request about the downloads.
package enum DownloadOrder: Sendable, Equatable {
    /// - Parameter definition: the definition's key, or `nil` for the default one.
    case add(reference: String, title: String?, definition: String?)
    /// Answered by a report.
    case play(DownloadID)
    case pause(DownloadID)
    case resume(DownloadID)
    case pauseAll
    case resumeAll
    case retry(DownloadID)
    case retryAll
    /// Ends loading ahead.
    case cancel(DownloadID)
    /// With its files.
    case remove(DownloadID)
    /// Removes it from the list; its files stay.
    case clear(DownloadID)
    /// Does so with all that are complete or have failed.
    case clearFinished
    /// 0 … 1.
    case setPriority(DownloadID, Double)
    /// Bytes per second, or `nil` for no limit.
    case setLimit(DownloadID, Int64?)
    /// The new place in the whole list, from 0.
    case move(DownloadID, to: Int)
}
