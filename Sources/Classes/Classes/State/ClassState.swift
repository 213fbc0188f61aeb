package import PlayCore

/// The state of a class at one position: the reduction of all events up to it.
///
/// Each area counts the events that changed it (`revision`). In one log, equal revisions mean equal areas, so a pane
/// compares only a number. The count depends on the events alone, not on the way to the position.
package struct ClassState: Sendable, Equatable {
    package var users = UsersArea()
    package var stage = StageArea()
    package var documents = DocumentsArea()
    package var words = WordsArea()
    package var quiz = QuizArea()
    package var questions = QuestionsArea()
    package var rewards = RewardsArea()
    package var timer = TimerArea()
    package var chat = ChatArea()
    package var live = LiveArea()
    package var terminal = TerminalArea()

    package init() {}

    /// Approximates the number of elements in a copy of all changeable state.
    var weight: Int {
        users.list.count + documents.weight + questions.list.count + words.broadcasts.count
            + rewards.redPackets.count + live.weight + terminal.weight
    }
}

package struct UsersArea: Sendable, Equatable {
    package var revision = 0
    package struct Entry: Sendable, Equatable {
        package var user: ClassUser
        package var hasVideo = false
        package var hasAudio = false
        package var hasSmallVideo = false
        package var hasShared = false
        package var hasSharedAudio = false
        package var hasHandRaised = false

        package var media: MediaUser {
            get {
                var media = MediaUser(id: user.id, hasVideo: hasVideo, hasAudio: hasAudio)
                media.hasSmallVideo = hasSmallVideo
                media.hasShared = hasShared
                media.hasSharedAudio = hasSharedAudio
                return media
            }
            set {
                hasVideo = newValue.hasVideo
                hasAudio = newValue.hasAudio
                hasSmallVideo = newValue.hasSmallVideo
                hasShared = newValue.hasShared
                hasSharedAudio = newValue.hasSharedAudio
            }
        }
    }
    package var list = KeyedList<Entry>()
    /// The list may lack the presenter.
    package var presenter: String?
    /// Includes unlisted users; `nil` if all are listed.
    package var total: Int?
    /// By ID, for recordings without a list.
    package var unlistedMedia: [String: MediaUser] = [:]
    package var attendance: Attendance?
    package var attendanceBegan: MediaTime?

    static let greatestTotal = 1_000_000_000

    /// `onlineUsersTotalCount`.
    package var totalCount: Int { max(total ?? 0, list.count) }

    package var presenterHasVideo: Bool {
        guard let presenter else { return false }
        return list[presenter]?.hasVideo ?? unlistedMedia[presenter]?.hasVideo ?? false
    }
}

package struct StageArea: Sendable, Equatable {
    package var revision = 0
    package var media: PlayedMedia?
    package var isDesktopSharing = false
    /// `nil` for the main pane of the class's info.
    package var mainPane: MainPane?

    package var isMediaPlaying: Bool { media?.isPlaying ?? false }
}

package struct WordsArea: Sendable, Equatable {
    package var noticeRevision = 0
    package var notice: PostedNotice?
    package var marqueeRevision = 0
    package var marquee: MarqueeText?
    package var broadcastRevision = 0
    package var broadcasts: [String: Broadcast] = [:]
}

package struct QuizArea: Sendable, Equatable {
    package enum SheetState: Sendable, Equatable {
        case running(since: MediaTime)
        /// The result is shown. Has the time stamp of the end, in milliseconds since 1970, and the position of the end.
        case ended(Int64?, at: MediaTime)
    }

    package var surveyRevision = 0
    package var survey: Survey?
    package var sheetRevision = 0
    package var sheet: AnswerSheet?
    package var sheetState: SheetState?
}

package struct QuestionsArea: Sendable, Equatable {
    package var revision = 0
    package var list = KeyedList<Question>()
}

package struct TimerArea: Sendable, Equatable {
    package struct Received: Sendable, Equatable {
        package var signal: TimerSignal
        /// The position of arrival (`offsetTime`).
        package var time: MediaTime

        package init(signal: TimerSignal, time: MediaTime) {
            self.signal = signal
            self.time = time
        }
    }
    package var revision = 0
    package var latest: Received?

    /// `nil` if the newest signal stopped the timer.
    package var current: Received? { latest.flatMap { $0.signal.phase == .stopped ? nil : $0 } }
}

package struct ChatArea: Sendable, Equatable {
    package var revision = 0
    package var pinned: ChatMessage?
}
