package import ClassAccess
package import ClassRules
package import Classes
import PlayCore
package import Signalling
package import XML

package enum LiveInput: Sendable {
    case ticket(Result<ClassTicket, JoinError>)
    case signIn(SignInPrompt)
    case connection(XMPPNews)
    case order(LiveOrder)
    /// The viewer looks at the first known line of the chat.
    case olderChatWanted
    case file(FileNews)
    case terminal(TerminalNews)
    /// The result of work on another thread, for the viewer.
    case result(LiveNews)
    case end
}

package enum LiveEffect: Sendable, Equatable {
    /// - Parameter resume: the secret of the former ticket, or `nil` if there was none.
    case askForTicket(resume: String?)
    case connect(ClassTicket)
    /// Reconnects the same connection, with the ticket's token if there is a new one.
    case reconnect(ClassTicket?)
    case send(XMLElement)
    case change(LiveChange)
    case tell(LiveNews)
    case file(FileOrder)
    case terminal(TerminalOrder)
    /// Saves the results of the class; see ``LiveOrder/saveReport(_:)`` for `path`.
    case saveReport(ClassReport, path: String?)
    /// Closes the connection after everything was sent.
    case close(ClassReadError?)
}

package enum LiveChange: Sendable, Equatable {
    case room(ClassInfo, [ClassEvent])
    /// - Parameter canWait: whether all events come from other people, so that the panes may show them a moment later.
    case events([ClassEvent], canWait: Bool)
    /// Earlier messages, the oldest first. `hasOlder`: whether the archive has more.
    case backlog([ChatMessage], hasOlder: Bool)
    case olderChat([ChatMessage])
    case localPage(PageChange?)
}
