package import PlayCore

/// A view model at an instant: its content, and a number that differs when the content does. A value.
package struct Revised<Content: Sendable & Equatable>: Sendable, Equatable {
    /// Equal ones of the same room mean equal content; nothing else follows from them.
    package struct Revision: Sendable, Hashable {
        /// Which loading of which slice.
        let epoch: Int
        /// Of the log: events so far.
        let events: Int
        /// Of the session: what no event has changed.
        let others: Int
    }
    package let revision: Revision
    package let content: Content
}

/// The view models of a room at one position. Each may be absent: before the room is entered,
/// and where the recording or the viewer wants it hidden. A value.
package struct RoomSnapshot: Sendable, Equatable {
    /// The state of the room and what became of entering; never absent.
    package var phase: RoomLifecycle.Phase
    package var room: Revised<RoomHeader>?
    /// Nil: the service hides the chat.
    package var messages: Revised<ChatSummary>?
    /// Nil: the service hides the roster.
    package var users: Revised<UsersView>?
    package var documents: Revised<DocumentsView>?
    /// Nil: the recording has none. Their content is nil while nothing is asked.
    package var survey: Revised<Survey?>?
    package var answerSheet: Revised<AnswerSheetView?>?
    /// Nil: the recording has none.
    package var questions: Revised<KeyedList<Question>>?
    /// Its content is nil while there is no timer.
    package var timer: Revised<TimerFace?>?
    /// Nil: the recording has the function closed.
    package var redPackets: Revised<[RewardsArea.Rain]>?
    /// Its content is nil while no terminal is shared.
    package var terminal: Revised<SharedTerminal?>?
    package var notice: Revised<RoomNotice?>?
    package var marquee: Revised<Lamp?>?
    package var broadcasts: Revised<[String: Broadcast]>?

    /// Before there is anything.
    package init(phase: RoomLifecycle.Phase) { self.phase = phase }
}

/// `roomVM`: the header, and what the video pane shows. A value; its texts are unverified.
package struct RoomHeader: Sendable, Equatable {
    package var title: String?
    package var presenterID: String?
    package var presenterName: String?
    package var isMediaPlaying: Bool
    package var media: PlayedMedia?
    package var isDesktopSharing: Bool
    package var showsPlaceholder: Bool
    /// Because what plays is the sound alone.
    package var definitionIsAudio = false
    package var mainPane: MainPane
    package var arrangement = RoomArrangement()
    /// Nil: all groups.
    package var group: Int?
    package var screenCaptured: Bool
    /// The recording does not want to be recorded, and a recorder is there.
    package var hidesPicture: Bool
}

/// The lines themselves are read from the ``ChatStore``. A value.
package struct ChatSummary: Sendable, Equatable {
    /// Rises when the list is another one and not the last one with more lines (`receivedMessagesDidOverwrite`).
    package var overwrites: Int
    /// After the last line; nil: it is being loaded, or could not be.
    package var end: ChatPosition?
    /// Lines up to now.
    package var count: Int
    package var failure: RoomError?
    package var pinned: ChatMessage?
}

/// A value; its texts are unverified.
package struct UsersView: Sendable, Equatable {
    package var list: KeyedList<UsersArea.Entry>
    package var totalCount: Int
    package var presenter: String?
    package var attendance: Attendance?
    /// Of a long-term course's later session.
    package var isInaccurate: Bool

    /// The presenter, then those who lead, then by name; sorts, so ask once for each revision.
    package var rows: [UsersArea.Entry] {
        func rank(_ entry: UsersArea.Entry) -> Int {
            entry.user.id == presenter ? 0 : entry.user.role.leadsRoom ? 1 : 2
        }
        return list.elements.stablySorted { (rank($0), $0.user.name) < (rank($1), $1.user.name) }
    }
}

/// A value; its texts are unverified.
package struct DocumentsView: Sendable, Equatable {
    package var area: DocumentsArea
    package var outline: [OutlineEntry]
    /// Which of the outline is shown; nil: none yet.
    package var outlineIndex: Int?
    package var animates: Bool
}

/// A value.
package struct AnswerSheetView: Sendable, Equatable {
    /// The result is in the place of the sheet for so long, by the recording.
    static let resultDuration = MediaTime.seconds(6)

    package var sheet: AnswerSheet
    package var state: QuizArea.SheetState
    /// It has ended just now.
    package var hasNewResult = false

    /// While it is answered nothing tells what is right, nor what others chose.
    package var options: [Survey.Option] {
        guard case .running = state else { return sheet.options }
        return sheet.options.map { Survey.Option(key: $0.key, text: $0.text) }
    }
}

/// What the clock in the corner shows. A value.
package struct TimerFace: Sendable, Equatable {
    package let received: TimerArea.Received
    /// Rises when the signal is given out again.
    package let resends: Int

    /// Nil: a timer that was ended has no face.
    package init?(_ received: TimerArea.Received?, resends: Int = 0) {
        guard let received, received.signal.phase != .stopped else { return nil }
        self.received = received
        self.resends = resends
    }

    /// Whole seconds to be shown at a position: what is left when counting down, else what has gone.
    package func seconds(at position: MediaTime) -> Int {
        let left = remaining(at: position)
        return received.signal.isDecrease ? left : max(0, received.signal.total) - left
    }

    /// 0 … total; stands still at both ends, and while paused.
    private func remaining(at position: MediaTime) -> Int {
        let signal = received.signal
        let total = max(0, signal.total)
        let start = min(max(0, signal.remaining), total)
        guard signal.phase == .running else { return start }
        let elapsed = max(0, (position - received.time).wholeSeconds)
        return max(0, start - Int(min(elapsed, Int64(total))))
    }

    /// When it shows another second; nil: never again.
    package func nextChange(after position: MediaTime) -> MediaTime? {
        guard received.signal.phase == .running, remaining(at: position) > 0 else { return nil }
        let elapsed = max(0, (position - received.time).wholeSeconds)
        return received.time + MediaTime(nanoseconds: (elapsed + 1) &* 1_000_000_000)
    }
}

/// `didReceiveRedPackageScore`. A value.
package struct RedPacketScore: Sendable, Equatable {
    package enum Status: Int, Sendable {
        case normal = 0
        case segmentNotFound = 1
        case packetNotFound = 2
        case closed = 3
    }
    package let score: Int
    package let status: Status

    package init(score: Int, status: Status) {
        self.score = score
        self.status = status
    }
}
