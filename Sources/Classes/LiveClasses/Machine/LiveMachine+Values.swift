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
    case olderChatWanted
    case file(FileNews)
    case terminal(TerminalNews)
    case result(LiveNews)
    case end
}

package enum LiveEffect: Sendable, Equatable {
    case askForTicket(resume: String?)
    case connect(ClassTicket)
    /// A new ticket replaces the token.
    case reconnect(ClassTicket?)
    case send(XMLElement)
    case change(LiveChange)
    case tell(LiveNews)
    case file(FileOrder)
    case terminal(TerminalOrder)
    /// See ``LiveOrder/saveReport(_:)`` for `path`.
    case saveReport(ClassReport, path: String?)
    /// Closes the connection after everything has been sent.
    case close(ClassReadError?)
}

package enum LiveChange: Sendable, Equatable {
    case room(ClassInfo, [ClassEvent])
    /// - Parameter canWait: whether all events come from other people, so that the panes may delay them.
    case events([ClassEvent], canWait: Bool)
    /// Oldest first. `hasOlder` says whether the archive has more.
    case backlog([ChatMessage], hasOlder: Bool)
    case olderChat([ChatMessage])
    case localPage(PageChange?)
}
