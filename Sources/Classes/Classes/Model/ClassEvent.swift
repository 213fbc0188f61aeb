package import Encoding
package import PlayCore

/// An event of a class, live or recorded. The texts are unverified.
package struct ClassEvent: Sendable, Equatable {
    /// On the media axis of the recording; negative before it begins.
    package var time: MediaTime
    package var kind: Kind

    package init(_ time: MediaTime, _ kind: Kind) {
        self.time = time
        self.kind = kind
    }

    /// Boxed, because a small event would otherwise take as much memory as the largest.
    package indirect enum Kind: Sendable, Equatable {
        // Chat
        case message(ChatMessage)
        case messageEdited(id: String, text: String)
        case messageReaction(MessageReaction)
        case messageRemoved(String)
        /// Removes all earlier messages of this user.
        case messagesRemoved(author: String)
        case chatCleared
        case messagePinned(ChatMessage?)

        // Users
        /// Everyone present. `total` may include users who are not listed.
        case users([ClassUser], total: Int?)
        case usersEntered([ClassUser])
        case usersLeft([String])
        case presenter(String?)
        /// The listed users. The media of others are unchanged.
        case mediaUsers([MediaUser])
        case handRaised(String, Bool)

        // The source of the main picture
        case media(PlayedMedia)
        case desktopSharing(Bool)
        case mainPane(MainPane)

        // Documents
        case documentAdded(ClassDocument)
        case documentRemoved(String)
        case pageShown(PageChange)
        case slideText(PageKey, String)
        case shapeDrawn(Shape)
        case shapesUndone(PageKey, [String])
        /// `nil` for all pages.
        case boardCleared(PageKey?)
        case viewport(Viewport)
        case pointer(BoardPoint?)

        // Words of the class
        case notice(PostedNotice?)
        case marquee(MarqueeText?)
        case broadcast(Broadcast)

        // Questions
        case survey(Survey)
        case surveyFinished
        case answerSheet(AnswerSheet)
        /// The time stamp of the end, in milliseconds since 1970.
        case answerSheetEnded(Int64?)
        case answerSheetRevoked(Int64?)
        case questionPublished(Question)
        case questionReplied(Question)
        case questionUnpublished(String)
        case questionsReset

        // Timers, rewards
        case timer(TimerSignal)
        case redPacket(RedPacket)
        case gift(Gift)
        case award(Award)
        case attendance(Attendance?)

        case live(LiveEvent)

        /// An event of a later version, stored unchanged and otherwise ignored.
        case unknown(String, JSONValue)
    }

    /// The message itself, a gift, or an award without an effect of its own.
    package var chatLine: ChatMessage? {
        switch kind {
        case .message(let message): message
        case .gift(let gift):
            ChatMessage(
                id: gift.id, time: time, author: gift.from, text: gift.name, kind: .gift,
                amount: gift.count.map { "\($0)" })
        case .award(let award) where !award.showsSpecialEffect:
            ChatMessage(
                id: award.id, time: time, author: ClassUser(id: "", name: award.fromUserName), text: "", kind: .award,
                picture: award.picture)
        default: nil
        }
    }
}
