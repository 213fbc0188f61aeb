package import Access
package import Catalogue
import PlayCore
import Transport

extension SourceAccess {
    package var transport: any ServiceTransport { ClientTransport(access: self) }
}

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
