package import Classes

/// A task for the keeper. The actions of one call belong together: their events are written to the log at once.
package enum ClassAction: Sendable, Equatable {
    /// Send an event to all users. If it is not stored, the server's archive need not have it.
    case publish(ClassEvent, isStored: Bool)
    /// Send a notice to one user, by id.
    case tell(String, ClassNotice)
    /// Give a user the right to write, or take it: XMPP's participant or visitor.
    case allowChat(String, Bool)
    /// Remove a message from the room's archive, by its id.
    case removeMessage(String)
    case expel(String)
    case stopMedia(String, audio: Bool, video: Bool)
    /// Start or stop the recorder, which answers by ``ClassMachine/recorder(_:at:)``.
    case record(Bool)
}

package enum ClassNotice: Sendable, Equatable {
    /// An invitation by the user with this id; `false` if it is cancelled.
    case invitation(by: String, Bool)
    /// Switch microphone and camera to this state; the event about speaking follows.
    case remote(RemoteSwitch, by: String)
    /// The result so far of the running survey, for teachers and assistants.
    case surveyResult(SurveyResult)
    /// The verdict on the user's own answer to the survey with this id.
    case surveyVerdict(String, SurveyVerdict)
    /// The recorder failed, with its own message; unverified.
    case recordingFailed(String)
    /// A person with this name was refused because the class is locked, for teachers and assistants; unverified.
    case turnedAway(String)
    /// A private message to or by the user.
    case privateMessage(PrivateMessage)
    /// The people who wait to be let in, the first ones of them if there are many, and their number; unverified.
    case waiting([ClassUser], count: Int)
    /// The address of the recording in progress, which only teachers and assistants may watch.
    case recordingPlace(String)
}

package enum SurveyVerdict: String, Sendable, Hashable, Codable {
    case right, wrong
    /// No option is marked as correct.
    case noStandard
}
