/// What only a class that is live has: it begins and ends, people ask to speak, something is forbidden. A value. In
/// recorded classes these events stand among the others.
///
/// Moments in it are milliseconds since 1970 by the keeper's clock.
package enum LiveEvent: Sendable, Equatable {
    /// Whether the class is in progress. At its end likes, speakers, requests, invitations and grants are gone.
    case classInProgress(Bool)
    case features(ClassFeatures)
    /// How many are there, where not all of them are listed.
    case userCount(Int)

    // Speaking
    case speakingRequested(SpeakingRequest)
    case speakingRequestEnded(SpeakingRequestEnd)
    case speakingInvited(SpeakingInvitation)
    case speakingInvitationEnded(SpeakingInvitationEnd)
    /// Ends the person's request and invitation.
    case speakerAdded(Speaker)
    case speakerRemoved(SpeakerEnd)
    case speakingRequestsForbidden(Bool)
    case soundForbidden(SoundBan)

    // Chat
    case chatForbidden(Bool)
    /// Seconds that a student waits from message to message; 0: none.
    case chatSlowed(Int)
    /// Another one replaces it.
    case chatBanned(ChatBan)
    /// By the person's id.
    case chatBanEnded(String)

    case drawingGranted(DrawingGrant)
    case liked(Like)
    /// What is said of the survey that was published just before.
    case surveyOpened(OpenSurvey)
    /// Of the survey that has just ended.
    case surveyResult(SurveyResult)
    /// Whether the server records.
    case serverRecording(Bool)
    /// A recording has begun that can be attended at an address; unverified.
    case recordingPlace(String)
    /// Nil: no terminal is shared any more.
    case terminalShared(TerminalUpdate?)
}
