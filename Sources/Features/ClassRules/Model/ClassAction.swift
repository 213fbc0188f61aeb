package import Rooms

/// What the keeper has to do. Those that one call returns belong together: their events are written to the log at once.
package enum ClassAction: Sendable, Equatable {
    /// Tell everybody; one that is not stored need not be in the server's archive.
    case publish(RoomEvent, isStored: Bool)
    /// Tell one person, by id.
    case tell(String, ClassNotice)
    /// Give somebody the right to write, or take it: XMPP's participant or visitor.
    case allowChat(String, Bool)
    /// Take a message out of the room's archive, by its id.
    case removeMessage(String)
    case expel(String)
    /// End what somebody sends although it may not be sent.
    case stopMedia(String, audio: Bool, video: Bool)
    /// Ask the recorder; its answer comes by ``ClassMachine/recorder(_:at:)``.
    case record(Bool)
}

/// What only one person is told.
package enum ClassNotice: Sendable, Equatable {
    /// By the id of who invites; false: the invitation is cancelled.
    case invitation(by: String, Bool)
    /// Switch microphone and camera so; then comes the event about speaking.
    case remote(RemoteSwitch, by: String)
    /// What has come so far of the survey that runs; for teachers and assistants.
    case surveyResult(SurveyResult)
    /// What became of the person's own answer to the survey with this id.
    case surveyVerdict(String, SurveyVerdict)
    /// The recorder cannot record; its own words, unverified.
    case recordingFailed(String)
}

package enum SurveyVerdict: String, Sendable, Hashable, Codable {
    case right, wrong
    /// No option is marked as correct.
    case noStandard
}
