package import PlayCore

package struct HistoryList: Sendable, Equatable {
    package struct Row: Sendable, Equatable {
        package let key: String
        /// `nil` if the item cannot be played from the list.
        package let location: String?
        package let isClass: Bool
        /// Unverified text.
        package let title: String
        package let cover: String?
        /// Text for display.
        package let played: String
        package let position: MediaTime?
        package let duration: MediaTime?
        package let isFinished: Bool
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

        /// `nil` for the beginning.
        package var start: MediaTime? {
            guard !isFinished, let position, position > .zero else { return nil }
            return position
        }
    }

    package enum Content: Sendable, Equatable {
        case unread
        case notKept
        /// Unverified text.
        case failed(String)
        /// The newest first.
        case rows(played: [Row], resumable: [Row])
    }

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

package enum RememberedRecord: Sendable, Hashable {
    case played(String)
    case resumable(String)
}

package enum HistoryChange: Sendable, Equatable {
    /// For `.played`, also removes the resume position.
    case forget(RememberedRecord)
    /// Keeps the resume positions.
    case forgetPlayed
    /// `clearPlayTimeRecords`.
    case forgetPositions
}
