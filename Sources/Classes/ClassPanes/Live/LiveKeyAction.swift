import Cells
import ScreenKit

package enum LiveKeyAction: Sendable, Hashable {
    case write
    case commandLine
    /// Switches the viewer's microphone on or off; the next does so for the camera.
    case microphone
    case camera
    /// Talks while it is held. Without push to talk, plays or pauses.
    case talk
    case captureDevices
    case startOrStop
    /// Raises or lowers the hand. For those who lead: shows the requests.
    case hand
    /// Answers the first request.
    case answer(Bool)
    case lowerAllHands
    case toggleRequests
    case documents
    /// 1 next, −1 previous.
    case turnPage(Int)
    case roomPage
    case drawing
    case surveyForm
    // For the selected person.
    case personActions
    case like
    case allow
    case refuse
    case lowerHand
    /// Changes between larger and smaller pictures of the person.
    case definition
    // For the selected message of the chat.
    case removeMessage
    case reply
}
