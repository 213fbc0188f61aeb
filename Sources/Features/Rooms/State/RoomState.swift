package import PlayCore

/// What is the case in a room at one position: all events up to it, reduced. A value.
///
/// Each area counts the events that changed it (`revision`): within one log two states of the same revision have the
/// same area, so a pane compares a number. The count follows from the events alone, whichever way one came there.
package struct RoomState: Sendable, Equatable {
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

    /// About how many elements a copy of everything that can be changed takes.
    var weight: Int {
        users.list.count + documents.weight + questions.list.count + words.broadcasts.count
            + rewards.redPackets.count + live.weight + terminal.weight
    }
}

/// A value.
package struct UsersArea: Sendable, Equatable {
    package var revision = 0
    /// Someone who is there.
    package struct Entry: Sendable, Equatable {
        package var user: RoomUser
        package var hasVideo = false
        package var hasAudio = false
        package var hasSmallVideo = false
        /// A screen or media file.
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
    /// In the order of coming.
    package var list = KeyedList<Entry>()
    /// By id; perhaps of somebody who is not listed.
    package var presenter: String?
    /// Of those listed or not; nil: as many as are listed.
    package var total: Int?
    /// Whose sound and video are on without being listed (a list that is not recorded).
    package var unlistedMedia: [String: MediaUser] = [:]
    package var attendance: Attendance?
    package var attendanceBegan: MediaTime?

    /// What a recording may say: beyond it nobody counts.
    static let greatestTotal = 1_000_000_000

    /// `onlineUsersTotalCount`.
    package var totalCount: Int { max(total ?? 0, list.count) }

    /// Whether the presenter's camera is on.
    package var presenterHasVideo: Bool {
        guard let presenter else { return false }
        return list[presenter]?.hasVideo ?? unlistedMedia[presenter]?.hasVideo ?? false
    }
}

/// What the main picture is of. A value.
package struct StageArea: Sendable, Equatable {
    package var revision = 0
    package var media: PlayedMedia?
    package var isDesktopSharing = false
    /// As signalled; nil: as the room's info says.
    package var mainPane: MainPane?

    package var isMediaPlaying: Bool { media?.isPlaying ?? false }
}

/// A value.
package struct WordsArea: Sendable, Equatable {
    package var noticeRevision = 0
    package var notice: RoomNotice?
    package var marqueeRevision = 0
    package var marquee: Lamp?
    package var broadcastRevision = 0
    /// The newest of each key.
    package var broadcasts: [String: Broadcast] = [:]
}

/// A value.
package struct QuizArea: Sendable, Equatable {
    package enum SheetState: Sendable, Equatable {
        /// Since when it is answered.
        case running(since: MediaTime)
        /// The result is to be seen. With the end's time stamp, in milliseconds since 1970, and where it ended.
        case ended(Int64?, at: MediaTime)
    }

    package var surveyRevision = 0
    package var survey: Survey?
    package var sheetRevision = 0
    package var sheet: AnswerSheet?
    package var sheetState: SheetState?
}

/// A value.
package struct QuestionsArea: Sendable, Equatable {
    package var revision = 0
    /// In the order of being published.
    package var list = KeyedList<Question>()
}

/// The signal that is most recent. A value.
package struct TimerArea: Sendable, Equatable {
    package struct Received: Sendable, Equatable {
        package var signal: TimerSignal
        /// `offsetTime`: where it came.
        package var time: MediaTime

        package init(signal: TimerSignal, time: MediaTime) {
            self.signal = signal
            self.time = time
        }
    }
    package var revision = 0
    package var latest: Received?
}

/// What signals say of the chat; the lines themselves are in the ``ChatStore``. A value.
package struct ChatArea: Sendable, Equatable {
    package var revision = 0
    package var pinned: ChatMessage?
}
