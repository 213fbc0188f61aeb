import ClassAccess
import Encoding
import PlayCore

/// A client of an OpenID provider (OpenID Connect Discovery 1.0, RFC 8628). Blocks; any thread.
final class IdentityProvider: Sendable {
    private struct Configuration {
        let device: String
        let token: String
        let keys: String
        let sendsSecretInForm: Bool
        let read: HostTime
    }

    private static let lifetime = HostTime.seconds(3600)
    private static let grantType = "urn:ietf:params:oauth:grant-type:device_code"

    private let settings: SignInSettings
    private let client: SignInClient
    private let clock: any HostClock
    private let keys: PublishedKeys
    private let configuration = Monitor<Configuration?>(nil)

    init(_ settings: SignInSettings, _ client: SignInClient, _ clock: any HostClock) {
        self.settings = settings
        self.client = client
        self.clock = clock
        keys = PublishedKeys(clock)
    }

    func begin() throws(SignInProblem) -> DeviceGrant {
        let known = try configured()
        let answer = try send([("scope", settings.scope)], to: known.device, known)
        return try DeviceGrant(answer.status, answer.json, at: clock.now)
    }

    func ask(about deviceCode: String) throws(SignInProblem) -> (status: Int, json: JSONValue) {
        let known = try configured()
        return try send([("grant_type", Self.grantType), ("device_code", deviceCode)], to: known.token, known)
    }

    /// Returns the verified claims. `time` is in seconds since 1970.
    func claims(of text: String, at time: Int64) throws(SignInProblem) -> JSONValue {
        let address = try configured().keys
        let parties = IdentityToken.Parties(issuer: settings.issuer, client: settings.client)
        return try keys.claims(of: text, for: parties, at: time) { () throws(SignInProblem) in
            try client.document(address)
        }
    }

    private func configured() throws(SignInProblem) -> Configuration {
        let now = clock.now
        if let known = configuration.withLock({ $0 }), now - known.read < Self.lifetime { return known }
        let issuer = settings.issuer
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        let json = try client.document(base + "/.well-known/openid-configuration")
        guard json["issuer"]?.text == issuer else {
            throw .invalidReply("issuer " + SafeText.clean(json["issuer"]?.text ?? "", limit: 300))
        }
        guard let device = json["device_authorization_endpoint"]?.text, let token = json["token_endpoint"]?.text,
            let keys = json["jwks_uri"]?.text
        else { throw .invalidReply("device_authorization_endpoint, token_endpoint, jwks_uri") }
        let methods = (json["token_endpoint_auth_methods_supported"]?.items ?? []).compactMap(\.text)
        let known = Configuration(
            device: device, token: token, keys: keys,
            sendsSecretInForm: methods.contains("client_secret_post") && !methods.contains("client_secret_basic"),
            read: now)
        configuration.withLock { $0 = known }
        return known
    }

    /// Includes the client's name and secret (RFC 6749, 2.3.1).
    private func send(
        _ fields: [(String, String)], to address: String, _ known: Configuration
    ) throws(SignInProblem) -> (status: Int, json: JSONValue) {
        var form = fields + [("client_id", settings.client)]
        guard let secret = settings.secret else { return try client.send(form, to: address, authorization: nil) }
        if known.sendsSecretInForm {
            form.append(("client_secret", secret))
            return try client.send(form, to: address, authorization: nil)
        }
        let words = [settings.client, secret].map(SignInClient.escaped).joined(separator: ":")
        let code = String(decoding: Base64.encoded(Array(words.utf8)), as: UTF8.self)
        return try client.send(form, to: address, authorization: "Basic " + code)
    }
}
