import Encoding
package import Rooms

/// What somebody in a class wants to be done. A value; its texts are unverified.
package enum ClassWish: Sendable, Equatable {
    // The class
    case start(Bool)
    /// By id.
    case presenter(String)
    case broadcast(Broadcast)
    /// Nil or without a text: taken away.
    case notice(RoomNotice?)
    case record(Bool)
    case expel(String)
    case shareTerminal(TerminalUpdate)
    /// One's own; teachers and assistants: anybody's.
    case endTerminal

    // Speaking: one's own
    case requestToSpeak
    case withdrawRequest
    case answerInvitation(Bool)
    case stopSpeaking

    // Speaking: others'
    case reply(ClassReply)
    /// False: the invitation is cancelled.
    case invite(ClassPermission)
    /// Ends a person's request or speaking.
    case lowerHand(String)
    case lowerAllHands
    case forbidRequests(Bool)
    case forbidSound(Bool)
    case remote(RemoteSwitch)

    // Documents and drawing
    case addDocument(RoomDocument)
    case removeDocument(String)
    case showPage(PageChange)
    case draw(Shape)
    case undoShapes(UndoneShapes)
    /// Nil: all pages.
    case clearBoard(PageKey?)
    case grantDrawing(ClassPermission)

    // Chat
    case forbidChat(Bool)
    /// Seconds from message to message, for students; 0: as fast as they like.
    case slowChat(Int)
    case banFromChat(ChatBanWish)
    case removeMessage(String)

    // Surveys, likes
    case publishSurvey(SurveyWish)
    case endSurvey
    case answerSurvey(SurveyAnswer)
    case like(String)
}

/// An answer to a request to speak. A value.
package struct ClassReply: Sendable, Hashable, Codable {
    /// Whose request it is.
    package var user: String
    package var isAllowed: Bool

    package init(user: String, _ isAllowed: Bool) {
        self.user = user
        self.isAllowed = isAllowed
    }
}

/// Something is given to somebody, or taken away. A value.
package struct ClassPermission: Sendable, Hashable, Codable {
    package var user: String
    package var isGiven: Bool

    package init(user: String, _ isGiven: Bool) {
        self.user = user
        self.isGiven = isGiven
    }
}

/// Somebody's microphone and camera, switched from afar. A value.
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

/// A value.
package struct UndoneShapes: Sendable, Hashable, Codable {
    package var key: PageKey
    package var ids: [String]

    package init(_ key: PageKey, ids: [String]) {
        self.key = key
        self.ids = ids
    }
}

/// A value.
package struct ChatBanWish: Sendable, Hashable, Codable {
    package var user: String
    /// 0: the ban is lifted.
    package var seconds: Int

    package init(user: String, seconds: Int) {
        self.user = user
        self.seconds = seconds
    }
}

/// A value.
package struct SurveyWish: Sendable, Hashable, Codable {
    /// With its correct options; without votes.
    package var survey: Survey
    /// In seconds; nil: until it is ended.
    package var duration: Int?

    package init(_ survey: Survey, duration: Int? = nil) {
        self.survey = survey
        self.duration = duration
    }
}

/// A value.
package struct SurveyAnswer: Sendable, Hashable, Codable {
    /// The survey's.
    package var id: String
    /// Of the options chosen.
    package var keys: [String]

    package init(id: String, keys: [String]) {
        self.id = id
        self.keys = keys
    }
}
