package import Addresses
import Encoding
package import PlayCore
package import Transport

/// Sends requests to a class server. Blocks; any thread. The client's settings decide which certificates are trusted.
package struct JoinClient: Sendable {
    private let client: HTTPClient
    private let trustOption: String

    package init(_ client: HTTPClient, trustOption: String = "--tls-ca-file") {
        self.client = client
        self.trustOption = trustOption
    }

    package func preview(_ link: JoinLink, cancel: CancelToken) throws(JoinError) -> ClassPreview {
        guard let code = JoinCode(link.code) else { throw JoinError(.malformedCode) }
        let json = try ask(link.server, "/c/" + code.text, body: nil, cancel)
        guard let preview = ClassPreview(json: json) else { throw JoinError(.noClassServer) }
        return preview
    }

    /// Requests a ticket. `server` is any address on the server.
    package func join(
        _ request: JoinRequest, at server: Address, cancel: CancelToken
    ) throws(JoinError) -> ClassTicket {
        if case .code(let code, _) = request.proof, JoinCode(code) == nil { throw JoinError(.malformedCode) }
        let json = try ask(server, "/join", body: request.json, cancel)
        guard let ticket = ClassTicket(json: json) else { throw JoinError(.noClassServer) }
        return ticket
    }

    func ask(
        _ server: Address, _ path: String, body: JSONValue?, _ cancel: CancelToken
    ) throws(JoinError) -> JSONValue {
        guard Self.isProtected(server), let address = Address(path, relativeTo: server) else {
            throw JoinError(.unprotectedAddress)
        }
        var request = HTTPRequest(address)
        request.headers = [HTTPHeader(name: "Accept", value: "application/json")].compactMap(\.self)
        if let body {
            request.method = .post
            request.body = body.bytes
            request.headers += [HTTPHeader(name: "Content-Type", value: "application/json")].compactMap(\.self)
        }
        client.trust(server)
        let exchange = client.begin(request, cancel: cancel)
        let (status, bytes) = try answer(exchange, of: address)
        guard let json = try? JSONValue(document: bytes) else { throw JoinError(.noClassServer) }
        guard !(200...299).contains(status) else { return json }
        throw JoinError(json: json) ?? JoinError(.noClassServer)
    }

    /// Whether secrets may be sent to the address: by https, or within this machine.
    package static func isProtected(_ address: Address) -> Bool {
        address.scheme == "https" || address.scheme == "http" && isOwnMachine(address)
    }

    static func isOwnMachine(_ address: Address) -> Bool {
        ["localhost", "127.0.0.1", "[::1]"].contains(address.host)
    }

    private func answer(_ exchange: HTTPExchange, of address: Address) throws(JoinError) -> (Int, [UInt8]) {
        do throws(ByteSourceError) {
            return try exchange.answer(limit: ClassTicket.maximumSize)
        } catch {
            switch error.code {
            case .cancelled: throw JoinError(.cancelled)
            case .tooLarge: throw JoinError(.noClassServer)
            default: throw JoinError(.network, detail: Self.place(address) + reason(of: error))
            }
        }
    }

    /// Returns the host and port for messages, because a firewall may block the port.
    private static func place(_ address: Address) -> String {
        "\(address.host):\(address.port ?? (address.scheme == "https" ? 443 : 80)): "
    }

    func reason(of error: ByteSourceError) -> String {
        guard error.code == .tls else { return error.reason }
        // OpenSSL's and GnuTLS's words for an answer that is not TLS.
        let answers = ["wrong version number", "packet length too long", "unexpected TLS packet"]
        if answers.contains(where: error.detail.contains) {
            return tr("this port does not use https; compare the address with the link that you received")
        }
        return tr(
            "the server's certificate cannot be verified (%1); use the whole link, with #sha256=…, or see %2",
            error.detail, trustOption)
    }
}
