package import Classes

/// A task for the keeper. The events of one call are written to the log together.
package enum ClassAction: Sendable, Equatable {
    /// Sent to all users. The server's archive may omit an event that is not stored.
    case publish(ClassEvent, isStored: Bool)
    case tell(String, ClassNotice)
    /// The right to write: XMPP's participant or visitor.
    case allowChat(String, Bool)
    case removeMessage(String)
    case expel(String)
    case stopMedia(String, audio: Bool, video: Bool)
    /// The recorder answers with ``ClassMachine/recorder(_:at:)``.
    case record(Bool)
}

package enum ClassNotice: Sendable, Equatable {
    /// `false` cancels the invitation.
    case invitation(by: String, Bool)
    /// Switches microphone and camera to this state. The event about speaking follows.
    case remote(RemoteSwitch, by: String)
    /// The interim result of the running survey, for teachers and assistants.
    case surveyResult(SurveyResult)
    /// For the user's own answer to the survey with this ID.
    case surveyVerdict(String, SurveyVerdict)
    /// The recorder's own message, unverified.
    case recordingFailed(String)
    /// The lock refused a person with this unverified name. For teachers and assistants.
    case turnedAway(String)
    case privateMessage(PrivateMessage)
    /// The first people who wait to be admitted, and the number of all; unverified.
    case waiting([ClassUser], count: Int)
    /// The address of the recording in progress, which only teachers and assistants may watch.
    case recordingPlace(String)
}

package enum SurveyVerdict: String, Sendable, Hashable, Codable {
    case right, wrong
    /// No option is marked as correct.
    case noStandard
}
