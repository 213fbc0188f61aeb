package import PlayCore

/// What is remembered of playing, as far as it was read: what was played, and what can be gone on with.
package struct HistoryList: Sendable, Equatable {
    package struct Row: Sendable, Equatable {
        /// Names the record.
        package let key: String
        /// Path or address, to play it; nil: nothing that could be played from here.
        package let location: String?
        /// ``location`` is a class to attend.
        package let isClass: Bool
        /// Title or name; unverified text.
        package let title: String
        /// Address or path of the still that stands for it; nil: it has none of its own.
        package let cover: String?
        /// When it was played last, as people read it.
        package let played: String
        /// Where it was left; nil: unknown.
        package let position: MediaTime?
        package let duration: MediaTime?
        /// It was seen to its end.
        package let isFinished: Bool
        /// The file is not there any more.
        package var isGone: Bool

        package init(
            key: String, location: String?, isClass: Bool = false, title: String, cover: String? = nil, played: String,
            position: MediaTime?, duration: MediaTime?, isFinished: Bool = false, isGone: Bool = false
        ) {
            self.key = key
            self.location = location
            self.isClass = isClass
            self.title = title
            self.cover = cover
            self.played = played
            self.position = position
            self.duration = duration
            self.isFinished = isFinished
            self.isGone = isGone
        }

        /// Where playing goes on; nil: at the beginning.
        package var start: MediaTime? {
            guard !isFinished, let position, position > .zero else { return nil }
            return position
        }
    }

    package enum Content: Sendable, Equatable {
        /// It is being read.
        case unread
        /// Nothing is kept.
        case notKept
        /// Why it could not be read; unverified text.
        case failed(String)
        /// Both with the newest first.
        case rows(played: [Row], resumable: [Row])
    }

    /// Rises with each change.
    package var number: Int
    package var content: Content

    package init(number: Int = 0, _ content: Content = .unread) {
        self.number = number
        self.content = content
    }

    package func row(_ record: RememberedRecord) -> Row? {
        guard case .rows(let played, let resumable) = content else { return nil }
        return switch record {
        case .played(let key): played.first { $0.key == key }
        case .resumable(let key): resumable.first { $0.key == key }
        }
    }
}

/// Names a record of one of the two lists.
package enum RememberedRecord: Sendable, Hashable {
    case played(String)
    case resumable(String)
}

/// What is to be forgotten.
package enum HistoryChange: Sendable, Equatable {
    /// Of `.played` its position too.
    case forget(RememberedRecord)
    /// All that was played; the positions stay.
    case forgetPlayed
    /// `clearPlayTimeRecords`.
    case forgetPositions
}
