package import DownloadModel

/// All downloads, as far as they are known. A value; its texts are unverified.
package struct DownloadsState: Sendable, Equatable {
    package enum Phase: Sendable, Equatable {
        /// Nobody was asked yet, or the answer is awaited.
        case asking
        case ready
        /// Why; unverified text. What was known before is still there.
        case failed(String)
    }

    /// What became of an order.
    package struct Report: Sendable, Equatable {
        package enum Outcome: Sendable, Equatable {
            /// The id of the new one.
            case added(DownloadID)
            /// The id of the one that there is.
            case duplicate(DownloadID)
            /// What is opened to play the one with this id; also while it is being downloaded.
            case opens(id: DownloadID, location: String)
            /// The class that is entered.
            case enters(id: DownloadID, location: String)
            /// Its file is gone.
            case lost(DownloadID)
            /// Why; unverified text.
            case failed(String)
        }

        /// Rises with each.
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
    /// Another one for other entries: while it is the same, so are they.
    package var listNumber = 0
    /// In the order of the list.
    package var entries: [DownloadRecord] = []
    /// Newer than those of the entries, by id; of those in view that run.
    package var figures: [DownloadID: DownloadFigures] = [:]
    /// As for ``figures``.
    package var activities: [DownloadID: DownloadActivity] = [:]
    /// How many of all run, and how many wait for something.
    package var runningCount = 0
    package var waitingCount = 0
    /// Of all together.
    package var bytesPerSecond: Int64 = 0
    /// Free bytes on the disk of the downloads; nil: not known.
    package var freeBytes: Int64?
    /// Nothing can be changed at present.
    package var isRefreshing = false
    package var report: Report?

    package init() {}
}

/// What is asked of the downloads.
package enum DownloadOrder: Sendable, Equatable {
    /// - Parameter definition: its key; nil: the default one.
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
    /// Takes it off the list; its files stay.
    case clear(DownloadID)
    /// …all that are complete or have failed.
    case clearFinished
    /// 0 … 1.
    case setPriority(DownloadID, Double)
    /// Bytes per second; nil: none.
    case setLimit(DownloadID, Int64?)
    /// Its new place in the whole list, from 0.
    case move(DownloadID, to: Int)
}
