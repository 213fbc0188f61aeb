package import Addresses
import ClassAccess
package import PlayCore
package import Transport

/// The program's services for live classes, such as HTTP with the viewer's settings. Any thread.
package struct LiveServices: Sendable {
    package let client: @Sendable (Address) -> HTTPClient?
    /// Whether the connection is metered and the viewer wants to be asked first. Blocks.
    package let asksForLine: @Sendable (CancelToken) -> Bool

    /// `nil` if a returning viewer is a new person.
    package let identities: ClassIdentities?

    package init(
        client: @escaping @Sendable (Address) -> HTTPClient?, identities: ClassIdentities? = nil,
        asksForLine: @escaping @Sendable (CancelToken) -> Bool = { _ in false }
    ) {
        self.client = client
        self.identities = identities
        self.asksForLine = asksForLine
    }

    /// Blocks.
    func join(_ request: JoinRequest, at server: Address, cancel: CancelToken) -> Result<ClassTicket, JoinError> {
        guard let client = client(server) else { return .failure(JoinError(.noClassServer)) }
        return Result { () throws(JoinError) in
            guard let identities, case .code(let code, let resume) = request.proof else {
                return try JoinClient(client).join(request, at: server, cancel: cancel)
            }
            var request = request
            let known = identities.claim(server, code: code, name: request.name)
            // The secret of a waiting person is not stored yet.
            request.proof = .code(code, resume: resume ?? known)
            let ticket = try JoinClient(client).join(request, at: server, cancel: cancel)
            if let secret = ticket.resume, secret != known {
                identities.keep(secret, server, code: code, name: request.name)
            }
            return ticket
        }
    }

    /// Blocks. Stores the code of the sign-in in `code`. With it and the `resume` secret of the previous ticket, no
    /// second sign-in is needed. Calls `show` with the prompt.
    func signIn(
        _ link: SignInLink, _ code: Monitor<String?>, resume: String?, cancel: CancelToken,
        show: (SignInPrompt) -> Void
    ) -> Result<ClassTicket, JoinError> {
        guard let client = client(link.server).map({ JoinClient($0) }) else {
            return .failure(JoinError(.noClassServer))
        }
        return Result { () throws(JoinError) in
            let known = resume == nil ? nil : code.withLock { $0 }
            let own = if let known { known } else { try client.signIn(link, cancel: cancel, show: show) }
            code.withLock { $0 = own }
            // The server knows the viewer's name.
            return try client.join(
                JoinRequest(.code(own, resume: resume), name: ""), at: link.server, cancel: cancel)
        }
    }
}
