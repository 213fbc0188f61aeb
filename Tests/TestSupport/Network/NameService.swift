/// A name service as in RFC 8484 behind a real TLS server. It resolves `film.test` and all names below it to 127.0.0.1.
/// Needs ``NginxServer/isPresent``.
package struct NameService {
    package let responder: FaultServer
    private let nginx: NginxServer

    package init() throws {
        responder = try FaultServer { request in
            guard request.method == "POST", request["content-type"] == DNSAnswer.contentType,
                let question = DNSAnswer.question(of: request.body)
            else { return FaultReply(400) }
            let isKnown = question.name == "film.test" || question.name.hasSuffix(".film.test")
            var reply = FaultReply(
                200, DNSAnswer.message(for: request.body, question, address: isKnown ? [127, 0, 0, 1] : nil))
            reply.headers = [("Content-Type", DNSAnswer.contentType)]
            return reply
        }
        nginx = try NginxServer(
            files: [:], locations: "location /dns-query { proxy_pass http://127.0.0.1:\(responder.port); }")
    }

    package var address: String { "https://127.0.0.1:\(nginx.securePort)/dns-query" }
    package var authority: String { nginx.authority }

    /// Names of address queries.
    package var asked: [String] { Self.names(responder) }

    /// - Returns: `false` if the address of that name was not requested.
    package func waitUntilAsked(for name: String) -> Bool { responder.wait { Self.names($0).contains(name) } }

    private static func names(_ responder: FaultServer) -> [String] {
        responder.requests.compactMap { DNSAnswer.question(of: $0.body) }.filter { $0.type == DNSAnswer.typeA }
            .map(\.name)
    }
}
