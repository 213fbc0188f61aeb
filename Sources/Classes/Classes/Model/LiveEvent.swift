/// An event that only live classes have: they begin and end, users ask to speak, functions are forbidden. Recorded
/// classes have other events for this. Moments are milliseconds since 1970 by the keeper's clock.
package enum LiveEvent: Sendable, Equatable {
    /// Whether the class is in progress. Its end removes likes, speakers, requests, invitations and grants.
    case classInProgress(Bool)
    case features(ClassFeatures)
    /// The number of users, if not all of them are listed.
    case userCount(Int)

    // Speaking
    case speakingRequested(SpeakingRequest)
    case speakingRequestEnded(SpeakingRequestEnd)
    case speakingInvited(SpeakingInvitation)
    case speakingInvitationEnded(SpeakingInvitationEnd)
    /// Ends the user's request and invitation.
    case speakerAdded(Speaker)
    case speakerRemoved(SpeakerEnd)
    case speakingRequestsForbidden(Bool)
    case soundForbidden(SoundBan)
    case handTime(HandTime)

    // Chat
    case chatForbidden(Bool)
    /// Slow mode: the seconds that a student must wait between messages; 0 for none.
    case chatSlowed(Int)
    /// Replaces an earlier ban of the same user.
    case chatBanned(ChatBan)
    /// By the user's id.
    case chatBanEnded(String)

    /// Whether students are forbidden to write privately to teachers and assistants.
    case privateMessagesForbidden(Bool)

    /// Whether the class is locked: people who were not in it before cannot enter.
    case locked(Bool)
    /// Whether people who were not in the class before wait until a teacher lets them in.
    case waitingRoom(Bool)

    case drawingGranted(DrawingGrant)
    case liked(Like)
    /// The details of the survey that was published just before.
    case surveyOpened(OpenSurvey)
    case surveyResult(SurveyResult)
    case serverRecording(Bool)
    /// The address of a recording that has begun and can be attended; unverified.
    case recordingPlace(String)
    case terminalShared(TerminalUpdate?)
}
