package import Addresses
package import ClassAccess
package import ClassRules
import Classes

package struct LiveEntry: Sendable, Equatable {
    package enum Way: Sendable, Equatable {
        case server(Address, JoinRequest)
        case signIn(SignInLink)
        case ticket(ClassTicket)
    }

    package var way: Way
    /// Whether the class starts when this viewer, a teacher, enters.
    package var startsByItself = false
    /// The terminal to share as soon as the class allows it.
    package var terminal: TerminalChoice?

    package init(_ way: Way) { self.way = way }

    /// Whether there is no server that could issue another ticket.
    var isByTicket: Bool { if case .ticket = way { true } else { false } }

    package var link: String? {
        if case .signIn(let link) = way { return link.text }
        guard case .server(let server, let request) = way, case .code(let code, _) = request.proof else { return nil }
        return Address("/c/" + code.filter { !$0.isWhitespace }, relativeTo: server)?.textWithKey
    }

    /// Unverified; empty if the sign-in service names the viewer.
    package var name: String {
        switch way {
        case .server(_, let request): request.name
        case .signIn: ""
        case .ticket(let ticket): ticket.user.name
        }
    }
}
