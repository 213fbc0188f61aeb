import Addresses
import PlayCore
import Transport

@testable import Catalogue

/// A service without a network: a closure answers, and the requests are recorded.
final class FakeTransport: ServiceTransport {
    typealias Handler = @Sendable (ServiceRequest) throws(CatalogueError) -> String
    private let handler: Handler
    private let asked = Monitor<[ServiceRequest]>([])

    init(_ handler: @escaping Handler) { self.handler = handler }

    var requests: [ServiceRequest] { asked.withLock { $0 } }

    func send(_ request: ServiceRequest, cancel: CancelToken) throws(CatalogueError) -> ServiceAnswer {
        asked.withLock { $0.append(request) }
        guard let address = Address(request.address) else { throw CatalogueError(.network(.forbiddenScheme)) }
        let text = try handler(request)
        return ServiceAnswer(status: 200, contentType: "application/json", body: Array(text.utf8), address: address)
    }
}

extension ServiceRequest {
    subscript(header name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
    var bodyText: String? { body.map { String(decoding: $0, as: UTF8.self) } }
}

/// Returns the error that `body` throws, or `nil` if it throws none.
func failure<Value>(_ body: () throws(CatalogueError) -> Value) -> CatalogueError? {
    do throws(CatalogueError) {
        _ = try body()
        return nil
    } catch {
        return error
    }
}

/// Returns a token with a text that must be valid.
func token(_ text: String) -> Token {
    guard let token = Token(text) else { preconditionFailure("no token: \(text)") }
    return token
}
