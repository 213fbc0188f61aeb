package import Classes
import Encoding

/// A user's request to change something in a class. The texts are unverified.
package enum ClassWish: Sendable, Equatable {
    // The class
    case start(Bool)
    case presenter(String)
    case broadcast(Broadcast)
    /// `nil`, or a notice without text, removes the notice.
    case notice(PostedNotice?)
    case record(Bool)
    case expel(String)
    case lock(Bool)
    case waitingRoom(Bool)
    case admit(ClassReply)
    case admitAll
    case shareTerminal(TerminalUpdate)
    /// The user's own sharing. Teachers and assistants can end anyone's.
    case endTerminal

    // Own speaking
    case requestToSpeak
    case withdrawRequest
    case answerInvitation(Bool)
    case stopSpeaking

    // Speaking of other users
    case reply(ClassReply)
    /// `false` cancels the invitation.
    case invite(ClassPermission)
    /// Ends a user's request or speaking.
    case lowerHand(String)
    case lowerAllHands
    case forbidRequests(Bool)
    case forbidSound(Bool)
    /// The seconds for which raised hands wait for an answer; 0 for no limit.
    case handTime(Int)
    case remote(RemoteSwitch)

    // Documents and drawing
    case addDocument(ClassDocument)
    case removeDocument(String)
    /// The words on pages, for terminals and for searching.
    case describePages([PageText])
    case showPage(PageChange)
    case draw(Shape)
    case undoShapes(UndoneShapes)
    /// `nil` for all pages.
    case clearBoard(PageKey?)
    case grantDrawing(ClassPermission)

    // Chat
    case forbidChat(Bool)
    /// The seconds between two messages of a student; 0 for no limit.
    case slowChat(Int)
    case banFromChat(ChatBanWish)
    case removeMessage(String)
    case privateMessage(PrivateMessageWish)
    case forbidPrivateMessages(Bool)

    // The timer
    /// Seconds. The timer replaces the current one; 0 removes it.
    case setTimer(Int)
    case pauseTimer(Bool)

    // Surveys, likes
    case publishSurvey(SurveyWish)
    case endSurvey
    case answerSurvey(SurveyAnswer)
    case like(String)
}

package struct ClassReply: Sendable, Hashable, Codable {
    package var user: String
    package var isAllowed: Bool

    package init(user: String, _ isAllowed: Bool) {
        self.user = user
        self.isAllowed = isAllowed
    }
}

package struct ClassPermission: Sendable, Hashable, Codable {
    package var user: String
    package var isGiven: Bool

    package init(user: String, _ isGiven: Bool) {
        self.user = user
        self.isGiven = isGiven
    }
}

package struct RemoteSwitch: Sendable, Hashable, Codable {
    package var user: String
    package var hasAudio: Bool
    package var hasVideo: Bool

    package init(user: String, hasAudio: Bool, hasVideo: Bool) {
        self.user = user
        self.hasAudio = hasAudio
        self.hasVideo = hasVideo
    }

    var isOn: Bool { hasAudio || hasVideo }
}

package struct UndoneShapes: Sendable, Hashable, Codable {
    package var key: PageKey
    package var ids: [String]

    package init(_ key: PageKey, ids: [String]) {
        self.key = key
        self.ids = ids
    }
}

package struct ChatBanWish: Sendable, Hashable, Codable {
    package var user: String
    /// In seconds; 0 lifts the ban.
    package var seconds: Int

    package init(user: String, seconds: Int) {
        self.user = user
        self.seconds = seconds
    }
}

package struct SurveyWish: Sendable, Hashable, Codable {
    /// With its correct options, without votes.
    package var survey: Survey
    /// In seconds; `nil` if a user must end the survey.
    package var duration: Int?

    package init(_ survey: Survey, duration: Int? = nil) {
        self.survey = survey
        self.duration = duration
    }
}

package struct SurveyAnswer: Sendable, Hashable, Codable {
    package var id: String
    package var keys: [String]

    package init(id: String, keys: [String]) {
        self.id = id
        self.keys = keys
    }
}
