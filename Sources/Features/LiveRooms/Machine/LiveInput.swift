package import ClassAccess
package import ClassRules
import PlayCore
package import Rooms
package import Signalling
package import XML

/// What comes to a ``LiveMachine``.
package enum LiveInput: Sendable {
    case ticket(Result<ClassTicket, JoinError>)
    case connection(XMPPNews)
    case order(LiveOrder)
    /// Somebody looks at the beginning of the chat that is known.
    case olderChatWanted
    case file(FileNews)
    case terminal(TerminalNews)
    /// The program ends.
    case end
}

/// What a ``LiveMachine`` wants to be done.
package enum LiveEffect: Sendable, Equatable {
    /// - Parameter resume: of the ticket before; nil: there was none.
    case askForTicket(resume: String?)
    case connect(ClassTicket)
    /// The same connection again; with the ticket's token where that is a new one.
    case reconnect(ClassTicket?)
    case send(XMLElement)
    case change(LiveChange)
    case tell(LiveNews)
    case file(FileOrder)
    case terminal(TerminalOrder)
    /// All that had to be said is said.
    case close(RoomError?)
}

/// What becomes of what is known of a room. A value.
package enum LiveChange: Sendable, Equatable {
    /// The room as it is now, on its axis.
    case room(RoomInfo, [RoomEvent])
    /// - Parameter canWait: nothing but what others write: the panes may show it a moment later.
    case events([RoomEvent], canWait: Bool)
    /// What was said before, the oldest first. `hasOlder`: the archive has more.
    case backlog([ChatMessage], hasOlder: Bool)
    case olderChat([ChatMessage])
    case localPage(PageChange?)
}
