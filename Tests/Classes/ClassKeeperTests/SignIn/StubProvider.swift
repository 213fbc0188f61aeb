import Encoding
import HTTPServing
import PlayCore

/// An OpenID provider on 127.0.0.1 that answers as OpenID Connect Discovery 1.0 and RFC 8628 require. Its token
/// endpoint has scripted answers.
final class StubProvider: Sendable {
    struct State: Sendable {
        var issuer = ""
        var keys: [JSONValue] = []
        /// For the token endpoint. Without an answer, the viewer has not confirmed the sign-in.
        var answers: [(status: Int, json: JSONValue)] = []
        /// The forms also have the path and the Authorization field.
        var forms: [[String: String]] = []
        var keyReads = 0
        var isHanging = false
    }

    let state: Monitor<State>
    let issuer: String
    private let server: HTTPServer

    /// - Parameter tls: the certificate for `https`; `nil` for plain HTTP.
    init(tls: HTTPServerSettings.TLS? = nil) throws {
        let state = Monitor(State())
        self.state = state
        server = try HTTPServer(HTTPServerSettings(host: "127.0.0.1", port: 0, tls: tls)) { request in
            state.withLock { Self.answer(request, &$0) }
        }
        issuer = "\(tls == nil ? "http" : "https")://127.0.0.1:\(server.port)/realms/school"
        state.withLock { [issuer] in $0.issuer = issuer }
    }

    func reply(_ status: Int, _ json: JSONValue) { state.withLock { $0.answers.append((status, json)) } }

    func refuse(_ error: String) { reply(400, .object(["error": .string(error)])) }

    var tokenRequests: Int { state.withLock { $0.forms.count { $0["path"] == "token" } } }

    private static func answer(_ request: HTTPServerRequest, _ state: inout State) -> HTTPServerResponse {
        guard !state.isHanging else { return .text(502, "bad gateway") }
        let place = request.target.segments.dropFirst(2)
        switch (request.method, Array(place)) {
        case (.get, [".well-known", "openid-configuration"]):
            return .json(
                200,
                .object([
                    "issuer": .string(state.issuer), "token_endpoint": .string(state.issuer + "/token"),
                    "device_authorization_endpoint": .string(state.issuer + "/device"),
                    "jwks_uri": .string(state.issuer + "/keys"),
                ]))
        case (.get, ["keys"]):
            state.keyReads += 1
            return .json(200, .object(["keys": .list(state.keys)]))
        case (.post, ["device"]), (.post, ["token"]):
            guard var form = request.form else { return .json(400, error("invalid_request")) }
            form["path"] = place.first
            form["authorization"] = request["authorization"]
            state.forms.append(form)
            guard form["client_id"] == "tvplay" else { return .json(401, error("invalid_client")) }
            return place == ["device"] ? device(form) : token(form, &state)
        default: return .notFound
        }
    }

    private static func device(_ form: [String: String]) -> HTTPServerResponse {
        guard form["scope"]?.split(separator: " ").contains("openid") == true else {
            return .json(400, error("invalid_scope"))
        }
        return .json(
            200,
            .object([
                "device_code": .string("device secret"), "user_code": .string("WDJB-MJHT"),
                "verification_uri": .string("https://id.test/device"), "expires_in": .integer(600),
                "interval": .integer(5),
            ]))
    }

    private static func token(_ form: [String: String], _ state: inout State) -> HTTPServerResponse {
        guard form["grant_type"] == "urn:ietf:params:oauth:grant-type:device_code",
            form["device_code"] == "device secret"
        else { return .json(400, error("invalid_grant")) }
        guard let next = state.answers.first else { return .json(400, error("authorization_pending")) }
        state.answers.removeFirst()
        return .json(next.status, next.json)
    }

    private static func error(_ code: String) -> JSONValue { .object(["error": .string(code)]) }
}
