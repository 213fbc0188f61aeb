import Cells

package enum LiveKeyAction: Sendable, Hashable {
    case write
    case commandLine
    /// Switches the viewer's own on or off, as does the next.
    case microphone
    case camera
    /// Talks while held; without push to talk it plays or pauses.
    case talk
    case captureDevices
    case startOrStop
    /// Raises or lowers the hand; for those who lead, shows the requests.
    case hand
    /// Answers the first request.
    case answer(Bool)
    case lowerAllHands
    case toggleRequests
    case documents
    /// 1 next, −1 previous.
    case turnPage(Int)
    /// The class's page again.
    case roomPage
    case drawing
    case surveyForm
    // For the selected person.
    case personActions
    case like
    case allow
    case refuse
    case lowerHand
    /// Larger or smaller pictures of the person.
    case definition
    // For the selected message of the chat.
    case removeMessage
    case reply
}
