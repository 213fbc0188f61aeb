/// DL-19: what of a download changes while it runs. A value.
package struct DownloadFigures: Sendable, Equatable {
    /// Bytes that are there.
    package var done: Int64
    /// Bytes; nil: not known.
    package var total: Int64?
    package var bytesPerSecond: Int64
    /// 0 … 1.
    package var fraction: Double

    package init(done: Int64 = 0, total: Int64? = nil, bytesPerSecond: Int64 = 0, fraction: Double = 0) {
        self.done = done
        self.total = total
        self.bytesPerSecond = bytesPerSecond
        self.fraction = min(max(0, fraction), 1)
    }

    /// DL-22: whether a row that shows `self` has to be drawn again to show `other`.
    package func differsVisibly(from other: DownloadFigures) -> Bool {
        abs(fraction - other.fraction) >= 0.001 || bytesPerSecond != other.bytesPerSecond || total != other.total
    }

    /// Whole seconds; nil: it stands, or its size is not known.
    package var secondsLeft: Int64? {
        guard let total, bytesPerSecond > 0 else { return nil }
        return max(0, total - done) / bytesPerSecond
    }
}

/// A download as the list shows it. A value; its texts are unverified.
package struct DownloadEntry: Sendable, Equatable {
    /// DL-28.
    package enum Kind: Sendable, Hashable, CaseIterable { case video, audio, room, file }

    /// DL-24: state and problem together.
    package enum State: Sendable, Hashable, CaseIterable { case downloading, paused, failed, done, lost, invalid }

    package struct Problem: Sendable, Equatable {
        /// What helps.
        package enum Remedy: Sendable, Hashable, CaseIterable {
            case retry, downloadAgain, makeRoom, otherDefinition, giveKey, giveToken, getLibrary, onlyRemove
        }

        /// A sentence without its end.
        package var text: String
        package var remedy: Remedy

        package init(_ text: String, _ remedy: Remedy = .retry) {
            self.text = text
            self.remedy = remedy
        }
    }

    package struct File: Sendable, Equatable {
        /// Absolute.
        package var path: String
        /// What it is in the download, in the user's language.
        package var role: String
        /// Bytes; nil: not known.
        package var size: Int64?

        package init(path: String, role: String, size: Int64? = nil) {
            self.path = path
            self.role = role
            self.size = size
        }
    }

    package struct Note: Sendable, Equatable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package let id: String
    package var title: String
    /// What it is of, without secrets.
    package var reference: String
    package var kind = Kind.video
    package var isEncrypted = false
    package var definition: String?
    package var state = State.downloading
    /// In a word or two: what is being done, or why nothing is.
    package var stateText: String
    package var problem: Problem?
    package var figures = DownloadFigures()
    /// 0 … 1.
    package var priority = 0.5
    /// Bytes per second; nil: none of its own.
    package var limit: Int64?
    /// Absolute path.
    package var folder = ""
    package var files: [File] = []
    /// INFO-16: absolute path of its cover, whether it is there yet or not; nil: it has none.
    package var cover: String?
    package var notes: [Note] = []

    package init(id: String, title: String, reference: String, stateText: String) {
        self.id = id
        self.title = title
        self.reference = reference
        self.stateText = stateText
    }
}

/// DL-16: all downloads, as far as they are known. A value; its texts are unverified.
package struct DownloadFacts: Sendable, Equatable {
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
            case added(String)
            /// DL-08: the id of the one that there is.
            case duplicate(String)
            /// DL-27: what is opened to play the one with this id; also while it is being downloaded.
            case opens(id: String, location: String)
            /// ROOM-06, DL-28: the class that is entered.
            case enters(id: String, location: String)
            /// DL-27: its file is gone.
            case lost(String)
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
    package var entries: [DownloadEntry] = []
    /// DL-21: newer than those of the entries, by id; of those in view that run.
    package var figures: [String: DownloadFigures] = [:]
    /// Of all together.
    package var bytesPerSecond: Int64 = 0
    /// Bytes that the disk of the downloads has room for; nil: not known.
    package var freeBytes: Int64?
    /// DL-07: nothing can be changed at present.
    package var isRefreshing = false
    package var report: Report?

    package init() {}
}

/// What is asked of the downloads.
package enum DownloadOrder: Sendable, Equatable {
    /// - Parameter definition: DL-12: its key; nil: the default one.
    case add(reference: String, title: String?, definition: String?)
    /// DL-27: answered by a report.
    case play(String)
    /// DL-25.
    case pause(String)
    case resume(String)
    case pauseAll
    case resumeAll
    case retry(String)
    case retryAll
    /// DL-26: with its files.
    case remove(String)
    /// 0 … 1.
    case setPriority(String, Double)
    /// Bytes per second; nil: none.
    case setLimit(String, Int64?)
    /// Its new place in the whole list, from 0.
    case move(String, to: Int)
}

/// Asks whoever downloads, on threads of its own. Called on the main thread; nothing here waits.
package protocol DownloadsControl: AnyObject {
    /// The newest; when it changes the player's wake-up is signalled.
    var facts: DownloadFacts { get }

    /// DL-21: the ids of those in view that run, whose figures are wanted every tenth of a second; nil: the list is not
    /// on the screen, and nothing is asked for.
    func watch(_ ids: [String]?)

    /// INFO-16: the one cover that is to be seen; nil: none. Asking again for the same one costs nothing.
    func show(cover: DownloadCoverWish?)

    /// The newest that was made; when there is another one the player's wake-up is signalled.
    var cover: DownloadCover? { get }

    func perform(_ order: DownloadOrder)
}
