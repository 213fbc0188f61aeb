import Cells

/// What a key does in a class that is live.
package enum LiveKeyAction: Sendable, Hashable {
    /// Writes to the class.
    case write
    case commandLine
    /// Switches one's own on or off.
    case microphone
    case camera
    /// While it is held one is heard; without push to talk it plays or pauses.
    case talk
    /// Chooses which.
    case captureDevices
    /// Begins the class, or ends it.
    case startOrStop
    /// Raises the hand, or lowers it; for those who lead: to the requests.
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
    // Of the selected person.
    case personActions
    case like
    case allow
    case refuse
    case lowerHand
    /// The larger or smaller pictures that the person sends.
    case definition
    // Of the chat, the selected one.
    case removeMessage
    case reply
}
