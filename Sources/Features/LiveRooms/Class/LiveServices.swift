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

    package init(
        client: @escaping @Sendable (Address) -> HTTPClient?,
        asksForLine: @escaping @Sendable (CancelToken) -> Bool = { _ in false }
    ) {
        self.client = client
        self.asksForLine = asksForLine
    }

    /// Blocks.
    func join(_ request: JoinRequest, at server: Address, cancel: CancelToken) -> Result<ClassTicket, JoinError> {
        guard let client = client(server) else { return .failure(JoinError(.noClassServer)) }
        return Result { () throws(JoinError) in
            try JoinClient(client).join(request, at: server, cancel: cancel)
        }
    }
}
