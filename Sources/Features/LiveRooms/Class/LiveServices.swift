package import Addresses
import ClassAccess
package import PlayCore
package import Transport

/// What a class that is live needs of the program: HTTP, as the viewer has set it up. Any thread.
package struct LiveServices: Sendable {
    /// Nil: libcurl is missing.
    package let client: @Sendable (Address) -> HTTPClient?
    /// Whether the line is paid for by its bytes, and the viewer wants to be asked. Blocks.
    package let asksForLine: @Sendable (CancelToken) -> Bool

    /// `nil`: whoever comes again is somebody else.
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
            let known = resume ?? identities.claim(server, code: code, name: request.name)
            request.proof = .code(code, resume: known)
            let ticket = try JoinClient(client).join(request, at: server, cancel: cancel)
            if let secret = ticket.resume, secret != known {
                identities.keep(secret, server, code: code, name: request.name)
            }
            return ticket
        }
    }
}
