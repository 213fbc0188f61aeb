package import Access
package import Catalogue
import PlayCore
import Transport

extension SourceAccess {
    /// How services are asked.
    package var transport: any ServiceTransport { ClientTransport(access: self) }
}

/// Services over the process's client, which is made when the first of them is asked.
private struct ClientTransport: ServiceTransport {
    let access: SourceAccess

    func send(_ request: ServiceRequest, cancel: CancelToken) throws(CatalogueError) -> ServiceAnswer {
        let client: HTTPClient
        do throws(ByteSourceError) {
            client = try access.client(request.address)
        } catch {
            throw CatalogueError(error)
        }
        return try HTTPServiceTransport(client).send(request, cancel: cancel)
    }
}
