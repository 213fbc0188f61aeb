package import Addresses
import ClassAccess
package import PlayCore
package import Transport

/// The program's services for live classes: HTTP with the viewer's settings. Any thread.
package struct LiveServices: Sendable {
    /// Returns an HTTP client, or `nil` if libcurl is missing.
    package let client: @Sendable (Address) -> HTTPClient?
    /// Whether the connection is metered and the viewer wants to be asked. Blocks.
    package let asksForLine: @Sendable (CancelToken) -> Bool

    /// The stored identities, or `nil` if a returning viewer counts as another person.
    package let identities: ClassIdentities?

    package init(
        client: @escaping @Sendable (Address) -> HTTPClient?, identities: ClassIdentities? = nil,
        asksForLine: @escaping @Sendable (CancelToken) -> Bool = { _ in false }
    ) {
        self.client = client
        self.identities = identities
        self.asksForLine = asksForLine
    }

    /// Requests a ticket. Blocks.
    func join(_ request: JoinRequest, at server: Address, cancel: CancelToken) -> Result<ClassTicket, JoinError> {
        guard let client = client(server) else { return .failure(JoinError(.noClassServer)) }
        return Result { () throws(JoinError) in
            guard let identities, case .code(let code, let resume) = request.proof else {
                return try JoinClient(client).join(request, at: server, cancel: cancel)
            }
            var request = request
            let known = identities.claim(server, code: code, name: request.name)
            // The secret of a person who waited to be let in is not stored yet.
            request.proof = .code(code, resume: resume ?? known)
            let ticket = try JoinClient(client).join(request, at: server, cancel: cancel)
            if let secret = ticket.resume, secret != known {
                identities.keep(secret, server, code: code, name: request.name)
            }
            return ticket
        }
    }

    /// Signs in and requests a ticket. Blocks. `code` keeps the code of the sign-in, which is enough together with the
    /// `resume` secret of the former ticket. `show` is called with the prompt.
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
            // The server knows the name.
            return try client.join(
                JoinRequest(.code(own, resume: resume), name: ""), at: link.server, cancel: cancel)
        }
    }
}
