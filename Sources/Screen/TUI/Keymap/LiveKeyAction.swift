import Cells

/// The action of a key in a live class.
package enum LiveKeyAction: Sendable, Hashable {
    /// Writes a message to the class.
    case write
    case commandLine
    /// Switches the viewer's own microphone or camera on or off.
    case microphone
    case camera
    /// Talks while held; without push to talk it plays or pauses.
    case talk
    /// Chooses the devices.
    case captureDevices
    /// Starts the class, or ends it.
    case startOrStop
    /// Raises or lowers the hand; for those who lead, shows the requests.
    case hand
    /// Answers the first request.
    case answer(Bool)
    case lowerAllHands
    case toggleRequests
    case documents
    /// 1 next, −1 previous page.
    case turnPage(Int)
    /// Shows the class's page again.
    case roomPage
    case drawing
    case surveyForm
    // Actions on the selected person.
    case personActions
    case like
    case allow
    case refuse
    case lowerHand
    /// Switches between the larger and the smaller pictures of the person.
    case definition
    // Actions on the selected message of the chat.
    case removeMessage
    case reply
}
