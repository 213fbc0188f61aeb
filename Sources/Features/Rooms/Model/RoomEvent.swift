package import Encoding
package import PlayCore

/// Something that happened in a room, live or recorded. A value; its texts are unverified.
package struct RoomEvent: Sendable, Equatable {
    /// On the media axis of the recording; negative: before it begins.
    package var time: MediaTime
    package var kind: Kind

    package init(_ time: MediaTime, _ kind: Kind) {
        self.time = time
        self.kind = kind
    }

    /// Boxed, so that a million events of the smallest kind do not take the room of the largest.
    package indirect enum Kind: Sendable, Equatable {
        // Chat
        case message(ChatMessage)
        /// The message with this id says something else from now on.
        case messageEdited(id: String, text: String)
        case messageReaction(MessageReaction)
        /// Takes back one message, by its id.
        case messageRemoved(String)
        /// Takes back all that a user has written so far, by the user's id.
        case messagesRemoved(author: String)
        case chatCleared
        /// Nil: none is pinned any more.
        case messagePinned(ChatMessage?)

        // Users
        /// All who are there. `total` may count more than are listed.
        case users([RoomUser], total: Int?)
        case usersEntered([RoomUser])
        /// By their ids.
        case usersLeft([String])
        /// By id; nil: nobody presents.
        case presenter(String?)
        /// The state of those listed; the others keep theirs.
        case mediaUsers([MediaUser])
        case handRaised(String, Bool)

        // What the main picture is of
        case media(PlayedMedia)
        case desktopSharing(Bool)
        case mainPane(MainPane)

        // Documents
        /// One with a known id replaces it.
        case documentAdded(RoomDocument)
        case documentRemoved(String)
        case pageShown(PageChange)
        case slideText(PageKey, String)
        /// One with a known id replaces it.
        case shapeDrawn(Shape)
        case shapesUndone(PageKey, [String])
        /// Nil: all pages.
        case boardCleared(PageKey?)
        case viewport(Viewport)
        /// Nil: hidden.
        case pointer(BoardPoint?)

        // Words of the room
        /// Nil: taken away.
        case notice(RoomNotice?)
        case marquee(Lamp?)
        case broadcast(Broadcast)

        // Questions
        case survey(Survey)
        case surveyFinished
        case answerSheet(AnswerSheet)
        /// With the end's time stamp, in milliseconds since 1970.
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
        /// Nil: over.
        case attendance(Attendance?)

        case live(LiveEvent)

        /// A kind of a later version: kept as it is, ignored.
        case unknown(String, JSONValue)
    }

    /// What stands in the chat for it: the message itself, a gift, an award that has no effect of its own.
    package var chatLine: ChatMessage? {
        switch kind {
        case .message(let message): message
        case .gift(let gift):
            ChatMessage(
                id: gift.id, time: time, author: gift.from, text: gift.name, kind: .gift,
                amount: gift.count.map { "\($0)" })
        case .award(let award) where !award.showsSpecialEffect:
            ChatMessage(
                id: award.id, time: time, author: RoomUser(id: "", name: award.fromUserName), text: "", kind: .award,
                picture: award.picture)
        default: nil
        }
    }
}
