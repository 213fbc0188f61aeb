package import PlayCore

/// The history and the resumable items, as far as they have been read.
package struct HistoryList: Sendable, Equatable {
    package struct Row: Sendable, Equatable {
        /// The key of the record.
        package let key: String
        /// The path or address to play, or `nil` if the item cannot be played from the list.
        package let location: String?
        /// Whether ``location`` is a class to attend.
        package let isClass: Bool
        /// The title or name as unverified text.
        package let title: String
        /// The address or path of its still, or `nil` if it has none of its own.
        package let cover: String?
        /// The time when it was last played, as text for display.
        package let played: String
        /// The position where playing stopped, or `nil` if unknown.
        package let position: MediaTime?
        package let duration: MediaTime?
        /// Whether it was played to its end.
        package let isFinished: Bool
        /// Whether its file no longer exists.
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

        /// The position to resume at, or `nil` for the beginning.
        package var start: MediaTime? {
            guard !isFinished, let position, position > .zero else { return nil }
            return position
        }
    }

    package enum Content: Sendable, Equatable {
        /// The records are being read.
        case unread
        /// History is not kept.
        case notKept
        /// The records could not be read; the reason is unverified text.
        case failed(String)
        /// The records, each list with the newest first.
        case rows(played: [Row], resumable: [Row])
    }

    /// A number that rises with each change.
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

/// The key of a record in one of the two lists.
package enum RememberedRecord: Sendable, Hashable {
    case played(String)
    case resumable(String)
}

/// A removal of records.
package enum HistoryChange: Sendable, Equatable {
    /// Removes one record. For `.played`, removes the resume position too.
    case forget(RememberedRecord)
    /// Removes the history but keeps the resume positions.
    case forgetPlayed
    /// Removes all resume positions, `clearPlayTimeRecords`.
    case forgetPositions
}
