package import Addresses
package import ClassAccess
package import ClassRules
import Rooms

/// How a class that is live is entered. A value.
package struct LiveEntry: Sendable, Equatable {
    package enum Way: Sendable, Equatable {
        /// Its class server lets one in, for a code or a signature.
        case server(Address, JoinRequest)
        /// What a class server has said already.
        case ticket(ClassTicket)
    }

    package var way: Way
    /// Whoever teaches begins the class by coming.
    package var startsByItself = false
    /// The terminal to share as soon as the class allows it.
    package var terminal: TerminalChoice?

    package init(_ way: Way) { self.way = way }

    /// A join link, by which it can be entered again; nil: there is none.
    package var link: String? {
        guard case .server(let server, let request) = way, case .code(let code, _) = request.proof else { return nil }
        return Address("/c/" + code.filter { !$0.isWhitespace }, relativeTo: server)?.textWithKey
    }

    /// What whoever enters is called; unverified.
    package var name: String {
        switch way {
        case .server(_, let request): request.name
        case .ticket(let ticket): ticket.user.name
        }
    }
}
