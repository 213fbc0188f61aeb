/// An event of live classes only. Recordings have other events for this. Times are milliseconds since 1970 by the
/// keeper's clock.
package enum LiveEvent: Sendable, Equatable {
    /// The end of the class removes likes, speakers, requests, invitations and grants.
    case classInProgress(Bool)
    case features(ClassFeatures)
    case userCount(Int)

    // Speaking
    case speakingRequested(SpeakingRequest)
    case speakingRequestEnded(SpeakingRequestEnd)
    case speakingInvited(SpeakingInvitation)
    case speakingInvitationEnded(SpeakingInvitationEnd)
    /// A new speaker. Ends the user's request and invitation.
    case speakerAdded(Speaker)
    case speakerRemoved(SpeakerEnd)
    case speakingRequestsForbidden(Bool)
    case soundForbidden(SoundBan)
    case handTime(HandTime)

    // Chat
    case chatForbidden(Bool)
    /// The seconds that a student must wait between messages; 0 for none.
    case chatSlowed(Int)
    /// Replaces an earlier ban of the user.
    case chatBanned(ChatBan)
    case chatBanEnded(String)

    /// Whether students must not write privately to teachers and assistants.
    case privateMessagesForbidden(Bool)

    /// Whether the class is locked against people who were not in it before.
    case locked(Bool)
    /// Whether people who were not in the class before wait for a teacher to admit them.
    case waitingRoom(Bool)

    case drawingGranted(DrawingGrant)
    case liked(Like)
    case surveyOpened(OpenSurvey)
    case surveyResult(SurveyResult)
    case serverRecording(Bool)
    /// The unverified address of a recording that has started and can be attended.
    case recordingPlace(String)
    case terminalShared(TerminalUpdate?)
}
