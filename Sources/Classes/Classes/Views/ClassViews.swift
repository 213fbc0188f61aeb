package import PlayCore

package struct Revised<Content: Sendable & Equatable>: Sendable, Equatable {
    /// In one class, equal revisions mean equal content. Different ones may also have equal content.
    package struct Revision: Sendable, Hashable {
        let epoch: Int
        let events: Int
        /// Changes of the session that no event caused.
        let others: Int
    }
    package let revision: Revision
    package let content: Content
}

/// The view models of a class at a position. Each is `nil` before entering, or if the recording or the viewer hides it.
package struct ClassSnapshot: Sendable, Equatable {
    package var phase: ClassLifecycle.Phase
    package var room: Revised<ClassHeading>?
    package var messages: Revised<ChatSummary>?
    package var users: Revised<UsersView>?
    package var documents: Revised<DocumentsView>?
    /// The content of this, the answer sheet, the timer and the terminal is `nil` without one.
    package var survey: Revised<Survey?>?
    package var answerSheet: Revised<AnswerSheetView?>?
    package var questions: Revised<KeyedList<Question>>?
    package var timer: Revised<TimerFace?>?
    package var redPackets: Revised<[RewardsArea.Rain]>?
    package var terminal: Revised<SharedTerminal?>?
    package var notice: Revised<PostedNotice?>?
    package var marquee: Revised<MarqueeText?>?
    package var broadcasts: Revised<[String: Broadcast]>?

    package init(phase: ClassLifecycle.Phase) { self.phase = phase }
}

package struct ClassHeading: Sendable, Equatable {
    package var title: String?
    package var presenterID: String?
    package var presenterName: String?
    package var isMediaPlaying: Bool
    package var media: PlayedMedia?
    package var isDesktopSharing: Bool
    package var showsPlaceholder: Bool
    package var definitionIsAudio = false
    package var mainPane: MainPane
    package var arrangement = ClassArrangement()
    package var group: Int?
    package var screenCaptured: Bool
    /// Whether the picture is hidden, because the recording forbids capture and a recorder is active.
    package var hidesPicture: Bool
}

package struct ChatSummary: Sendable, Equatable {
    /// Rises when the list is replaced rather than extended (`receivedMessagesDidOverwrite`).
    package var overwrites: Int
    /// The position after the last line; `nil` if that slice is not in memory.
    package var end: ChatPosition?
    package var count: Int
    package var failure: ClassReadError?
    package var pinned: ChatMessage?
}

package struct UsersView: Sendable, Equatable {
    package var list: KeyedList<UsersArea.Entry>
    package var totalCount: Int
    package var presenter: String?
    package var attendance: Attendance?
    /// Whether the list may be wrong, as in a later session of a long-term course.
    package var isInaccurate: Bool

    /// The presenter, then leaders, then the rest by name. Sorts, so read it once per revision.
    package var rows: [UsersArea.Entry] {
        func rank(_ entry: UsersArea.Entry) -> Int {
            entry.user.id == presenter ? 0 : entry.user.role.leadsRoom ? 1 : 2
        }
        return list.elements.stablySorted { (rank($0), $0.user.name) < (rank($1), $1.user.name) }
    }
}

package struct DocumentsView: Sendable, Equatable {
    package var area: DocumentsArea
    package var outline: [OutlineEntry]
    package var outlineIndex: Int?
    package var animates: Bool
}

package struct AnswerSheetView: Sendable, Equatable {
    /// In time of the recording, in which the result replaces the sheet.
    static let resultDuration = MediaTime.seconds(6)

    package var sheet: AnswerSheet
    package var state: QuizArea.SheetState
    package var hasNewResult = false

    /// Hides right answers and choices of other students while students answer.
    package var options: [Survey.Option] {
        guard case .running = state else { return sheet.options }
        return sheet.options.map { Survey.Option(key: $0.key, text: $0.text) }
    }
}

package struct TimerFace: Sendable, Equatable {
    package let received: TimerArea.Received
    /// Rises when the signal is resent.
    package let resends: Int

    /// In seconds of the class.
    private static let endDuration: Int64 = 4

    /// Returns `nil` if the timer was stopped before its end.
    package init?(_ received: TimerArea.Received?, resends: Int = 0) {
        guard let received, received.signal.phase != .stopped || received.signal.remaining <= 0 else { return nil }
        self.received = received
        self.resends = resends
    }

    /// Returns the remaining seconds when counting down, otherwise the elapsed ones.
    package func seconds(at position: MediaTime) -> Int {
        let left = remaining(at: position)
        return received.signal.isDecrease ? left : max(0, received.signal.total) - left
    }

    /// Returns seconds, 0 to total. Constant at both ends and while paused.
    package func remaining(at position: MediaTime) -> Int {
        let signal = received.signal
        let total = max(0, signal.total)
        let start = min(max(0, signal.remaining), total)
        guard signal.phase == .running else { return start }
        return max(0, start - Int(min(elapsed(at: position), Int64(total))))
    }

    private func elapsed(at position: MediaTime) -> Int64 { max(0, (position - received.time).wholeSeconds) }

    /// Whether the timer ended less than four seconds ago.
    package func isUp(at position: MediaTime) -> Bool {
        let signal = received.signal
        guard signal.phase != .paused, signal.total > 0 else { return false }
        let since = elapsed(at: position) - Int64(min(max(0, signal.remaining), signal.total))
        return (0..<Self.endDuration).contains(since)
    }

    package func nextChange(after position: MediaTime) -> MediaTime? {
        let runs = received.signal.phase == .running && remaining(at: position) > 0
        guard runs || isUp(at: position) else { return nil }
        return received.time + MediaTime(nanoseconds: (elapsed(at: position) + 1) &* 1_000_000_000)
    }
}

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
